'use client'
import { useEffect, useState } from 'react'

import { Button, TextLink } from '@/admin/form/button'
import { Dialog } from '@/admin/form/dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { Panel } from '@/admin/shell/panel'
import { api } from '@/platform/http/api-client'

type Draft = { message: string; subject: string | null; editUrl: string | null }
type Preview = { subject: string | null; html: string; articles: { title: string }[] }
type Props = {
  title: string
  /** Of the articles that the draft would have; for the weekly email, those of the week until the preview is loaded. */
  articleTitles: readonly string[]
  empty: string
  hint: string
  /** A single document instead of the week's. */
  contentId?: number
  isConnected: boolean
}

const PreviewDialog = ({
  preview,
  onClose,
}: {
  preview: Preview | 'loading' | 'failed'
  onClose: () => void
}) => (
  <Dialog
    title={typeof preview === 'object' && preview.subject ? preview.subject : 'Newsletter'}
    size="wide"
    onClose={onClose}
  >
    {preview === 'loading' ? (
      <p role="status">Loading preview…</p>
    ) : preview === 'failed' ? (
      <p role="alert">Couldn’t load the preview. Close this and try again.</p>
    ) : (
      <iframe className="df-letter" title="Newsletter preview" sandbox="" srcDoc={preview.html} />
    )}
  </Dialog>
)

const digestPath = '/api/admin/mailchimp/digest'

/** The titles that the week’s draft would have, which may go back further than a week. */
const useDraftTitles = (weekly: readonly string[], isNeeded: boolean): readonly string[] => {
  const [titles, setTitles] = useState<readonly string[] | null>(null)
  useEffect(() => {
    if (!isNeeded) return
    // The preview says when it can’t be loaded.
    void api<Preview>('GET', digestPath).then(
      ({ articles }) => setTitles(articles.map(({ title }) => title)),
      () => undefined,
    )
  }, [isNeeded])
  return titles ?? weekly
}

const PreviewAction = ({ contentId, disabled }: { contentId?: number; disabled: boolean }) => {
  const [preview, setPreview] = useState<Preview | 'loading' | 'failed' | null>(null)
  const open = async (): Promise<void> => {
    setPreview('loading')
    const query = contentId === undefined ? '' : `?contentId=${contentId}`
    const loaded = await api<Preview>('GET', `${digestPath}${query}`).catch(() => 'failed' as const)
    // Its dialog may have been closed.
    setPreview((now) => (now === 'loading' ? loaded : now))
  }
  return (
    <>
      <Button disabled={disabled} onClick={() => void open()}>
        Preview newsletter
      </Button>
      {preview ? <PreviewDialog preview={preview} onClose={() => setPreview(null)} /> : null}
    </>
  )
}

/** Creates a campaign draft in Mailchimp. Nothing is sent from here. */
export function CampaignDraftPanel({
  title,
  articleTitles,
  empty,
  hint,
  contentId,
  isConnected,
}: Props) {
  const { send, isBusy } = useAdminMutation()
  const [draft, setDraft] = useState<Draft | null>(null)
  const create = async (): Promise<void> => {
    const created = await send<Draft>({
      path: digestPath,
      body: contentId === undefined ? {} : { contentId },
      failed: 'Couldn’t create the draft',
    })
    if (created) setDraft(created)
  }
  const titles = useDraftTitles(articleTitles, isConnected && contentId === undefined)
  const isEmpty = titles.length === 0
  return (
    <Panel title={title}>
      {isEmpty ? (
        <p className="df-panel__text">{empty}</p>
      ) : (
        <ul className="df-entries">
          {titles.map((articleTitle) => (
            <li key={articleTitle} className="df-entry">
              <p>{articleTitle}</p>
            </li>
          ))}
        </ul>
      )}
      <div className="df-panel__form">
        <div className="df-row-actions">
          <PreviewAction contentId={contentId} disabled={isEmpty} />
          <Button
            disabled={isEmpty || !isConnected || isBusy}
            aria-busy={isBusy}
            onClick={() => void create()}
          >
            {isBusy ? 'Creating draft…' : 'Create draft in Mailchimp'}
          </Button>
        </div>
        <p className="df-soft" role="status">
          {draft ? draft.message : isConnected ? hint : 'Connect Mailchimp to create drafts.'}
        </p>
        {draft?.editUrl ? (
          <TextLink look="plain" href={draft.editUrl} newTab rel="noreferrer">
            Open “{draft.subject}” in Mailchimp
          </TextLink>
        ) : null}
      </div>
    </Panel>
  )
}
