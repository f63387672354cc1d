import type { Metadata } from 'next'

import { hasPermission } from '@/access/can'
import { requireCurrentUser } from '@/app/(shop)/current-user'
import { Article } from '@/components/content/article'
import { NotFoundPage } from '@/components/layout/not-found-page'
import { getContentPreview, getContentVersion } from '@/modules/content/queries/get-content'
import { contentHref, contentStatusLabels } from '@/modules/content/rules/content'
import { env } from '@/platform/env'

import { PreviewUpdates } from './preview-updates'

export const metadata: Metadata = { title: 'Preview', robots: { index: false, follow: false } }

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<{ form?: unknown; version?: unknown }>
}

const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: env.SHOP_TIME_ZONE,
})

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value)

/**
 * A preview of an article's page for staff, in any status, with their changes in `form` or as it was in `version`.
 * Anyone else gets a 404.
 */
const PreviewPage = async ({ params, searchParams }: Props) => {
  const { id } = await params
  const { form, version } = await searchParams
  const { payload, user } = await requireCurrentUser(`/preview/content/${id}`)
  if (
    !hasPermission({ user: { ...user, collection: 'users' } }, 'content:write') ||
    !isId(id) ||
    !(version === undefined || isId(version))
  )
    return <NotFoundPage />
  const editor = form === undefined ? undefined : { user, form }
  const preview = version
    ? await getContentVersion(payload, Number(id), Number(version))
    : await getContentPreview(payload, Number(id), editor)
  if (!preview) return <NotFoundPage />
  const { article: content, status } = preview
  return (
    <>
      {typeof form === 'string' ? <PreviewUpdates form={form} /> : null}
      <p
        className="wrap my-4 flex flex-wrap items-center justify-between gap-3 rounded-block bg-sun-soft px-5 py-3"
        role="status"
        data-screen-only
      >
        <span>
          <strong>Preview.</strong>{' '}
          {status === 'published'
            ? 'This article is published.'
            : `This article isn’t public yet: ${contentStatusLabels[status].toLowerCase()}.`}{' '}
          {'savedAt' in preview
            ? `This is the version from ${moment.format(new Date(preview.savedAt))}.`
            : preview.hasChanges
              ? 'Your changes aren’t saved yet.'
              : 'This is the last saved version.'}
        </span>
        <a className="underline" href={`/admin/content/${content.id}${version ? '/versions' : ''}`}>
          {version ? 'All versions' : 'Edit'}
        </a>
      </p>
      <Article
        content={content}
        kind={content.contentType === 'reflection' ? 'reflection' : 'article'}
        url={new URL(contentHref(content), env.SERVER_URL).href}
        isPreview
      />
    </>
  )
}

export default PreviewPage
