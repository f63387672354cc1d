import { ResultBar } from '@/app/(shop)/list-page'
import { ContentGrid } from '@/components/content/content-grid'
import type { ContentPageView } from '@/modules/content/queries/list-content'
import {
  contentPerPage,
  type ContentSearch,
  contentSearchHref,
} from '@/modules/content/rules/content-search'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Pagination } from '@/ui/pagination'

const isNarrowed = ({ search, type, tag }: ContentSearch): boolean => Boolean(search || type || tag)

const Nothing = ({ search, total }: { search: ContentSearch; total: number }) =>
  isNarrowed(search) || total > 0 ? (
    <EmptyState
      emblem="travel-light"
      title="Nothing found matching your criteria."
      action={
        <ButtonLink href="/blog" variant="line">
          Clear filters
        </ButtonLink>
      }
    >
      <p>{total > 0 ? 'That page doesn’t exist.' : 'Try another word or remove a filter.'}</p>
    </EmptyState>
  ) : (
    <EmptyState emblem="unfurl" title="Coming Soon">
      <p>We’re writing the first articles. Check back soon.</p>
    </EmptyState>
  )

/** The matching articles. Without a search or a filter the newest one opens the list. */
export function BlogResults({
  search,
  results: { pieces: items, total, page, pages },
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
        count={`${total} ${total === 1 ? 'piece' : 'pieces'}`}
      />
      {items.length > 0 ? (
        <ContentGrid
          items={items}
          opening={page === 1 && !isNarrowed(search)}
          href={({ slug }) => `/blog/${slug}`}
        />
      ) : (
        <Nothing search={search} total={total} />
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
