import type { Metadata } from 'next'
import { requestMay } from '../../../../../access/can'
import { Article } from '../../../../../components/content/article'
import { NotFoundHere } from '../../../../../components/layout/not-found-here'
import { NotFoundPage } from '../../../../../components/layout/not-found-page'
import { contentHref, contentStatusLabels } from '../../../../../domain/content'
import { env } from '../../../../../env'
import { getContentPreview } from '../../../../../queries/get-content'
import { requireSignedIn } from '../../../signed-in'

export const metadata: Metadata = { title: 'Preview', robots: { index: false, follow: false } }

type Props = { params: Promise<{ id: string }> }

/** A piece as its page will be, for staff, whatever its status. Anybody else is told that there is nothing. */
const PreviewPage = async ({ params }: Props) => {
  const { id } = await params
  const { payload, user } = await requireSignedIn(`/preview/content/${id}`)
  if (!requestMay({ user: { ...user, collection: 'users' } }, 'content:write') || !/^[1-9]\d{0,8}$/.test(id)) return <NotFoundHere><NotFoundPage /></NotFoundHere>
  const found = await getContentPreview(payload, Number(id))
  if (!found) return <NotFoundHere><NotFoundPage /></NotFoundHere>
  const { piece, status } = found
  return (
    <>
      <p className="wrap my-4 flex flex-wrap items-center justify-between gap-3 rounded-block bg-sun-soft px-5 py-3" role="status" data-screen-only>
        <span><strong>Preview.</strong> {status === 'published' ? 'This piece is published.' : `This piece is not public yet: ${contentStatusLabels[status].toLowerCase()}.`}</span>
        <a className="underline" href={`/admin/content?edit=${piece.id}`}>Edit it</a>
      </p>
      <Article piece={piece} kind={piece.contentType === 'reflection' ? 'reflection' : 'article'} url={new URL(contentHref(piece), env.SERVER_URL).href} />
    </>
  )
}

export default PreviewPage
