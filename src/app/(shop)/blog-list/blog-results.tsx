import { MissingPage, NoResults, ResultBar } from '@/app/(shop)/list-page'
import { ContentGrid } from '@/components/content/content-grid'
import type { ContentPageView } from '@/modules/content/queries/list-content'
import {
  contentPerPage,
  type ContentSearch,
  contentSearchHref,
} from '@/modules/content/rules/content-search'
import { EmptyState } from '@/ui/empty-state'
import { Pagination } from '@/ui/pagination'

const isNarrowed = ({ search, type, tag }: ContentSearch): boolean => Boolean(search || type || tag)

const Nothing = ({ search }: { search: ContentSearch }) =>
  isNarrowed(search) ? (
    <NoResults title="Nothing found matching your criteria." allHref="/blog" />
  ) : (
    <EmptyState emblem="unfurl" title="Coming Soon">
      <p>We’re writing our first articles. Check back soon.</p>
    </EmptyState>
  )

/** The matching articles. Without a search or a filter the newest one opens the list. */
export function BlogResults({
  search,
  results: { articles: items, total, page, pages, correctedSearch },
}: {
  search: ContentSearch
  results: ContentPageView
}) {
  return (
    <>
      <ResultBar
        filters={[
          {
            label: search.search && `“${search.search}”`,
            href: contentSearchHref({ ...search, search: '', page: 1 }),
          },
          { label: search.tag, href: contentSearchHref({ ...search, tag: '', page: 1 }) },
        ]}
        count={`${total} ${total === 1 ? 'article' : 'articles'}`}
        correctedSearch={correctedSearch}
      />
      {items.length === 0 && total > 0 ? (
        <MissingPage pages={pages} firstPage={contentSearchHref({ ...search, page: 1 })} />
      ) : items.length > 0 ? (
        <ContentGrid
          items={items}
          opening={page === 1 && !isNarrowed(search)}
          href={({ slug }) => `/blog/${slug}`}
        />
      ) : (
        <Nothing search={search} />
      )}
      {pages > 1 && items.length > 0 ? (
        <Pagination
          page={page}
          pages={pages}
          perPage={contentPerPage}
          total={total}
          href={(to) => contentSearchHref({ ...search, page: to })}
        />
      ) : null}
    </>
  )
}
