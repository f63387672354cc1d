import type { Metadata } from 'next'
import { redirect } from 'next/navigation'

import {
  getCachedCategories,
  getCachedContentList,
  getCachedFacets,
  getCachedProductList,
} from '@/app/(shop)/cached-queries'
import { ListPage, ResultBar } from '@/app/(shop)/list-page'
import { listMetadata } from '@/app/(shop)/page-metadata'
import { HelpLinks } from '@/app/(shop)/products-list/help-links'
import { articlesShown, MatchingArticles } from '@/app/(shop)/products-list/matching-articles'
import { ProductFacets } from '@/app/(shop)/products-list/product-facets'
import { ProductListFrame } from '@/app/(shop)/products-list/product-list-frame'
import { ProductResults } from '@/app/(shop)/products-list/product-results'
import { readParts } from '@/app/(shop)/read-parts'
import type { ShopCategoryView } from '@/modules/catalog/queries/list-categories'
import { garmentLabels } from '@/modules/catalog/rules/garments'
import {
  isIndexable,
  optionLabel,
  parseProductSearch,
  priceBandLabels,
  type ProductSearch,
  productSearchHref,
} from '@/modules/catalog/rules/product-search'
import type { ContentPageView } from '@/modules/content/queries/list-content'
import { defaultContentSearch } from '@/modules/content/rules/content-search'
import { helpLinksFor, isAboutHelp } from '@/modules/shop/rules/help-links'

export const dynamic = 'force-static'
export function generateStaticParams() {
  return []
}

type Parts = Record<keyof ProductSearch, string>
type Props = { params: Promise<Parts> }

const parseParts = (parts: Parts): ProductSearch => parseProductSearch(readParts(parts))

const intro = 'Tees, layers, and bags with prints cut from the natural world.'

const categoryOf = (
  { category }: ProductSearch,
  categories: readonly ShopCategoryView[],
): ShopCategoryView | undefined => categories.find(({ slug }) => slug === category)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const search = parseParts(await params)
  const category = categoryOf(search, await getCachedCategories())
  const garment = search.garment && garmentLabels[search.garment]
  const { pages } = await getCachedProductList(search)
  return listMetadata({
    title: search.search
      ? `“${search.search}”`
      : [category?.name, garment].filter(Boolean).join(': ') || 'The shop',
    description:
      category?.description ||
      'Tees, layers, and bags with prints cut from the natural world, printed when you order.',
    index: isIndexable(search),
    page: search.page,
    pages,
    href: (page) => productSearchHref({ ...search, page }),
  })
}

const activeFilters = (search: ProductSearch, category: ShopCategoryView | undefined) => {
  const without = (name: keyof ProductSearch, label: string) => ({
    label: search[name] && label,
    href: productSearchHref({ ...search, page: 1, [name]: '' }),
  })
  return [
    without('search', `“${search.search}”`),
    without('category', category?.name ?? search.category),
    without('garment', search.garment && garmentLabels[search.garment]),
    without('color', optionLabel('color', search.color)),
    without('size', optionLabel('size', search.size)),
    without('price', search.price && priceBandLabels[search.price]),
  ].map(({ label, href }) => ({ label: String(label), href }))
}

/** Only the first page of a search shows articles: the other pages continue the products. */
const articlesFor = ({ search, page }: ProductSearch): Promise<ContentPageView | null> =>
  search && page === 1
    ? getCachedContentList({ ...defaultContentSearch, search }, articlesShown)
    : Promise.resolve(null)

const ListingPage = async ({ params }: Props) => {
  const search = parseParts(await params)
  const categories = await getCachedCategories()
  const category = categoryOf(search, categories)
  // Old links to a category that was renamed or deleted. Not permanent: another one may get its slug.
  if (search.category && !category)
    redirect(productSearchHref({ ...search, category: '', page: 1 }))
  const [results, facets, articles] = await Promise.all([
    getCachedProductList(search),
    getCachedFacets(search),
    articlesFor(search),
  ])
  return (
    <ListPage
      title={category?.name ?? 'The shop'}
      lead={<span className="block max-w-[34rem]">{category?.description || intro}</span>}
    >
      <ProductListFrame
        search={search}
        categories={categories.map(({ id, name, slug }) => ({ id, name, slug }))}
        facets={<ProductFacets search={search} facets={facets} />}
      >
        <ResultBar
          filters={activeFilters(search, category)}
          count={`${results.total} product(s) found`}
          correctedSearch={results.correctedSearch}
        />
        <HelpLinks links={helpLinksFor(search.search)} />
        {results.total === 0 && isAboutHelp(search.search) ? null : (
          <ProductResults search={search} results={results} />
        )}
        {articles ? <MatchingArticles search={search.search} results={articles} /> : null}
      </ProductListFrame>
    </ListPage>
  )
}

export default ListingPage
