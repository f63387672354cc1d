import { ContentCard } from '@/components/content/content-card'
import type { ContentPageView } from '@/modules/content/queries/list-content'
import { contentSearchHref } from '@/modules/content/rules/content-search'

/** How many articles a search for products shows; the rest are on /blog. */
export const articlesShown = 4

const pictureSizes =
  '(min-width: 64rem) min(20rem, 22vw), (min-width: 40rem) 45vw, calc(100vw - 2.5rem)'

/** The second section of a search: matching articles. */
export function MatchingArticles({
  search,
  results,
}: {
  search: string
  results: ContentPageView
}) {
  const { articles, total } = results
  if (articles.length === 0) return null
  return (
    <section aria-labelledby="matching-articles" className="mt-16 border-t border-line pt-10">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 pb-7">
        <h2 id="matching-articles" className="text-h2">
          Articles for “{results.correctedSearch ?? search}”
        </h2>
        <a href={contentSearchHref({ search })} className="link">
          {total === 1 ? 'See this article on the blog' : `See all ${total} articles`}
        </a>
      </div>
      <ul className="grid gap-x-6 gap-y-9 sm:grid-cols-2 lg:grid-cols-4">
        {articles.map((article) => (
          <li key={article.id}>
            <ContentCard content={article} sizes={pictureSizes} level="h3" showTags={false} />
          </li>
        ))}
      </ul>
    </section>
  )
}
