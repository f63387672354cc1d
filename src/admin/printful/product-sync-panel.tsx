'use client'
import { TextLink, Button } from '@/admin/form/button'
import { toast } from '@payloadcms/ui'

import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { useConnectionTest } from '@/admin/integrations/connection-test'
import { SyncJobPanel } from '@/admin/integrations/sync-job-panel'
import { isSyncJobActive, useSyncJob } from '@/admin/integrations/use-sync-job'
import { Panel } from '@/admin/shell/panel'
import type { SyncRowView, SyncRunView } from '@/modules/integrations/queries/sync-runs'

const directions = {
  from: {
    path: '/api/admin/printful/sync',
    title: 'From Printful',
    verb: 'Sync from Printful',
    failed: 'Failed to sync from Printful',
    toastFailed: 'Failed to sync products from Printful',
    words:
      'Reads every product there: new ones are made, prices, sizes, colors and pictures follow Printful, and what is sold out or discontinued is marked. What was changed here since the last time stays as it is. Nothing is ever deleted.',
    empty: 'Nothing was synced from Printful yet.',
  },
  to: {
    path: '/api/admin/printful/sync-to-printful',
    title: 'To Printful',
    verb: 'Sync to Printful',
    failed: 'Failed to sync to Printful',
    toastFailed: 'Failed to sync products to Printful',
    words:
      'Sends our prices, titles and whether a product is hidden, only where they differ. Nothing is made or deleted there.',
    empty: 'Nothing was synced to Printful yet.',
  },
} as const

const productOf = ({ details }: SyncRowView): number | null =>
  typeof details?.productId === 'number' ? details.productId : null
const more = (row: SyncRowView) => {
  const id = productOf(row)
  return id === null ? null : (
    <p className="df-entry__meta">
      <TextLink href={`/admin/products/${id}`}>Open the product</TextLink>
    </p>
  )
}

/** One direction: a preview, the run, and how it ended. */
export function ProductSyncPanel({
  direction,
  latest,
  isBusyElsewhere,
}: {
  direction: keyof typeof directions
  latest: SyncRunView | null
  isBusyElsewhere: boolean
}) {
  const { path, title, verb, failed, toastFailed, words, empty } = directions[direction]
  const test = useConnectionTest()
  const { send, isBusy } = useAdminMutation()
  const { run, watch, stop, isStopping } = useSyncJob(latest, (over) => {
    if (over.status === 'done' && !over.isPreview)
      toast.success('Sync Successful', { description: over.message ?? undefined, duration: 5000 })
    if (over.status === 'failed') toast.error('Sync Failed', { description: toastFailed })
  })
  const begin = async (preview: boolean): Promise<void> => {
    const answer = await send<{ run: SyncRunView }>({
      path,
      body: { preview, wait: 0 },
      failed: 'Sync Failed',
    })
    if (answer) watch(answer.run)
  }
  const isOff = isBusy || isBusyElsewhere || isSyncJobActive(run) || test.state !== 'good'
  return (
    <>
      <Panel title={title}>
        <p className="df-panel__text">{words}</p>
        <div className="df-panel__form">
          <div className="df-row-actions">
            <Button disabled={isOff} onClick={() => void begin(true)}>
              Preview first
            </Button>
            <Button
              variant="solid"
              disabled={isOff}
              aria-busy={isBusy}
              onClick={() => void begin(false)}
            >
              {isSyncJobActive(run) && !run?.isPreview ? 'Syncing...' : verb}
            </Button>
          </div>
          {test.state === 'bad' ? (
            <p className="df-soft">It takes a connection that works.</p>
          ) : isBusyElsewhere ? (
            <p className="df-soft">The other direction is under way.</p>
          ) : null}
        </div>
      </Panel>
      {run?.status === 'failed' ? (
        <p className="df-form__refusal" role="alert">
          {failed}: {run.message}
        </p>
      ) : null}
      <SyncJobPanel
        title={`Result: ${direction} Printful`}
        run={run}
        stop={stop}
        isStopping={isStopping}
        more={more}
        empty={empty}
      />
    </>
  )
}
