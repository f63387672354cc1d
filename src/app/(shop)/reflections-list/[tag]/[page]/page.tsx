import type { Metadata } from 'next'

import { getCachedContentList, getCachedTopics } from '@/app/(shop)/cached-queries'
import { ListPage } from '@/app/(shop)/list-page'
import { listMetadata } from '@/app/(shop)/page-metadata'
import { readParts } from '@/app/(shop)/read-parts'
import { TopicFilter } from '@/app/(shop)/reflections-list/topic-filter'
import { ContentGrid } from '@/components/content/content-grid'
import {
  contentPerPage,
  type ContentSearch,
  defaultContentSearch,
  parseContentSearch,
  reflectionsHref,
} from '@/modules/content/rules/content-search'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Pagination } from '@/ui/pagination'

export const dynamic = 'force-static'
export function generateStaticParams() {
  return []
}

type Props = { params: Promise<Record<'tag' | 'page', string>> }

const topicsShown = 12

const parse = async (params: Props['params']): Promise<ContentSearch> => {
  const { tag, page } = parseContentSearch(readParts(await params))
  return { ...defaultContentSearch, type: 'reflection', tag, page }
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const search = await parse(params)
  const { pages } = await getCachedContentList(search)
  return listMetadata({
    title: search.tag ? `Personal reflections on ${search.tag}` : 'Personal reflections',
    description:
      'First-person reflections on recovery and the natural world, from people in it and people who walk beside them.',
    page: search.page,
    pages,
    href: (page) => reflectionsHref({ ...search, page }),
  })
}

const Nothing = ({ search: { tag, page } }: { search: ContentSearch }) =>
  tag || page > 1 ? (
    <EmptyState
      emblem="travel-light"
      title="Nothing here"
      action={
        <ButtonLink href="/reflections" variant="line">
          All reflections
        </ButtonLink>
      }
    >
      <p>{tag ? `No reflections about “${tag}” yet.` : 'That page doesn’t exist.'}</p>
    </EmptyState>
  ) : (
    <EmptyState
      emblem="unfurl"
      title="Coming Soon"
      action={
        <ButtonLink href="/blog" variant="line">
          Everything to read
        </ButtonLink>
      }
    >
      <p>We’re writing the first reflections. Check back soon.</p>
    </EmptyState>
  )

const ReflectionsPage = async ({ params }: Props) => {
  const search = await parse(params)
  const [{ articles: items, total, page, pages }, topics] = await Promise.all([
    getCachedContentList(search),
    getCachedTopics(topicsShown),
  ])
  return (
    <ListPage
      title="Personal reflections"
      lead={
        <>
          Written by people coming back from something, and by people who walk beside them.{' '}
          <a href="/reflections/today" className="link text-ink">
            Read today’s
          </a>
          , or see{' '}
          <a href="/blog" className="link text-ink">
            everything to read
          </a>
        </>
      }
    >
      <TopicFilter topics={topics} chosen={search.tag} />
      {items.length > 0 ? (
        <ContentGrid
          items={items}
          opening={page === 1 && !search.tag}
          tagHref={(tag) => reflectionsHref({ tag: tag.toLowerCase() })}
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
          href={(to) => reflectionsHref({ ...search, page: to })}
        />
      ) : null}
    </ListPage>
  )
}

export default ReflectionsPage
