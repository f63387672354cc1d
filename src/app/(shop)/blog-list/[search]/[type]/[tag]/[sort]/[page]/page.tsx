import type { Metadata } from 'next'

import { BlogFilters } from '@/app/(shop)/blog-list/blog-filters'
import { BlogResults } from '@/app/(shop)/blog-list/blog-results'
import { getCachedContentList } from '@/app/(shop)/cached-queries'
import { ListPage } from '@/app/(shop)/list-page'
import { listMetadata } from '@/app/(shop)/page-metadata'
import { readParts } from '@/app/(shop)/read-parts'
import { contentTypeLabels } from '@/modules/content/rules/content'
import {
  type ContentSearch,
  contentSearchHref,
  parseContentSearch,
} from '@/modules/content/rules/content-search'

export const dynamic = 'force-static'
export function generateStaticParams() {
  return []
}

type Props = { params: Promise<Record<keyof ContentSearch, string>> }

const parse = async (params: Props['params']): Promise<ContentSearch> =>
  parseContentSearch(readParts(await params))

const titleOf = ({ search, type, tag }: ContentSearch): string => {
  if (search) return `“${search}” in reflections`
  if (tag) return `Reflections on ${tag}`
  return type ? `Reflections: ${contentTypeLabels[type]}` : 'Reflections'
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const search = await parse(params)
  const { pages } = await getCachedContentList(search)
  return listMetadata({
    title: titleOf(search),
    description:
      'Meditations, reflections, and small practices for one day at a time, to read slowly.',
    index: !search.search,
    page: search.page,
    pages,
    href: (page) => contentSearchHref({ ...search, page }),
  })
}

const BlogPage = async ({ params }: Props) => {
  const search = await parse(params)
  return (
    <ListPage
      title="Reflections"
      lead={
        <>
          Things to read slowly, one day at a time. Looking for personal stories?{' '}
          <a href="/reflections" className="link text-ink">
            Read the personal reflections
          </a>
          .
        </>
      }
    >
      <BlogFilters search={search} />
      <BlogResults search={search} results={await getCachedContentList(search)} />
    </ListPage>
  )
}

export default BlogPage
