import type { Metadata } from 'next'
import { ContentControls } from '../../../../../../components/content/content-controls'
import { ContentResults } from '../../../../../../components/content/content-results'
import { contentTypeLabels } from '../../../../../../domain/content'
import { type ContentSearch, contentSearchHref, parseContentSearch } from '../../../../../../domain/content-search'
import { readParts } from '../../../../query-rewrites'
import { readContentList } from '../../../../reads'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

type Props = { params: Promise<Record<keyof ContentSearch, string>> }
const mostShown = 200

const parse = async (params: Props['params']): Promise<ContentSearch> => parseContentSearch(readParts(await params))

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const search = await parse(params)
  const type = search.type ? `Reflections: ${contentTypeLabels[search.type]}` : 'Reflections'
  return {
    title: search.search ? `“${search.search}” in reflections` : type,
    description: 'Meditations, reflections and small practices for one day at a time, to read slowly.',
    alternates: { canonical: contentSearchHref(search) },
    robots: search.search ? { index: false } : undefined,
  }
}

const BlogPage = async ({ params }: Props) => {
  const search = await parse(params)
  const pieces = await readContentList(search, mostShown)
  return (
    <div className="wrap pb-(--sec)">
      <div className="grid gap-3 pt-[clamp(1.4rem,3vw,3rem)] pb-[clamp(1.6rem,3vw,2.6rem)]">
        <h1 className="text-d1">Reflections</h1>
        <p className="max-w-[38rem] text-lead text-ink-soft">Things to read slowly, one day at a time. Here for the first-person ones? <a href="/reflections" className="link text-ink">Only the reflections</a></p>
      </div>
      <ContentControls search={search} />
      <ContentResults search={search} pieces={pieces} />
    </div>
  )
}

export default BlogPage
