import type { Payload } from 'payload'

import { suggestCategories } from '@/modules/catalog/queries/list-categories'
import { suggestProducts } from '@/modules/catalog/queries/search-products'
import { suggestContent } from '@/modules/content/queries/list-content'
import { contentHref } from '@/modules/content/rules/content'
import { helpLinksFor, isAboutHelp } from '@/modules/shop/rules/help-links'
import { wordsOf } from '@/modules/shop/rules/search-synonyms'
import type { SearchSuggestions } from '@/modules/shop/schemas/search-suggestions'

const limits = { products: 5, categories: 2, articles: 3 }

/** Whether words were left out of a search, and not only corrected. */
const lacksWords = (search: string, correctedSearch: string | null): boolean =>
  correctedSearch !== null && wordsOf(correctedSearch).length < wordsOf(search).length

/** Returns the best matches of what was typed so far; none for a text without words. */
export async function suggestSearches(
  payload: Payload,
  search: string,
): Promise<SearchSuggestions> {
  if (search.length < 2) return { help: [], products: [], categories: [], articles: [] }
  const [products, categories, articles] = await Promise.all([
    suggestProducts(payload, search, limits.products),
    suggestCategories(payload, search, limits.categories),
    suggestContent(payload, search, limits.articles),
  ])
  // Products that lack a word of the search would only stand before articles that have them all.
  const isAnswered = articles.found.length > 0 && articles.correctedSearch === null
  const shown = isAnswered && lacksWords(search, products.correctedSearch) ? [] : products.found
  return {
    help: isAboutHelp(search) ? helpLinksFor(search) : [],
    products: shown.map(({ id, name }) => ({ label: name, href: `/products/${id}` })),
    categories: categories.map(({ name, slug }) => ({
      label: name,
      href: `/products?category=${slug}`,
    })),
    articles: articles.found.map((article) => ({
      label: article.title,
      href: contentHref(article),
    })),
  }
}
