'use client'
import { toast } from '@payloadcms/ui'

import { Button, TextLink } from '@/admin/form/button'
import { useConnectionTest } from '@/admin/integrations/connection-test'
import { SyncJobPanel } from '@/admin/integrations/sync-job-panel'
import { useSyncJob } from '@/admin/integrations/use-sync-job'
import { Panel } from '@/admin/shell/panel'
import type { SyncRowView, SyncRunView } from '@/modules/integrations/queries/sync-runs'

const directions = {
  from: {
    path: '/api/admin/printful/sync',
    title: 'From Printful',
    verb: 'Sync from Printful',
    failed: 'Failed to sync from Printful',
    toastFailed: 'Failed to sync products from Printful',
    description:
      'Reads every product there: new ones are made, prices, sizes, colors and pictures follow Printful, and what is sold out or discontinued is marked. What was changed here since the last time stays as it is. Nothing is ever deleted.',
    empty: 'Nothing was synced from Printful yet.',
  },
  to: {
    path: '/api/admin/printful/sync-to-printful',
    title: 'To Printful',
    verb: 'Sync to Printful',
    failed: 'Failed to sync to Printful',
    toastFailed: 'Failed to sync products to Printful',
    description:
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

export function ProductSyncPanel({
  direction,
  latest,
  isBusyElsewhere,
}: {
  direction: keyof typeof directions
  latest: SyncRunView | null
  isBusyElsewhere: boolean
}) {
  const { path, title, verb, failed, toastFailed, description, empty } = directions[direction]
  const test = useConnectionTest()
  const job = useSyncJob(latest, ({ status, isPreview, message }) => {
    if (status === 'done' && !isPreview)
      toast.success('Sync Successful', { description: message ?? undefined, duration: 5000 })
    if (status === 'failed') toast.error('Sync Failed', { description: toastFailed })
  })
  const { run, isActive, isStarting } = job
  const start = (preview: boolean): void => void job.start(path, { preview }, 'Sync Failed')
  const isOff = isStarting || isBusyElsewhere || isActive || test.state !== 'good'
  return (
    <>
      <Panel title={title}>
        <p className="df-panel__text">{description}</p>
        <div className="df-panel__form">
          <div className="df-row-actions">
            <Button disabled={isOff} onClick={() => start(true)}>
              Preview first
            </Button>
            <Button
              variant="solid"
              disabled={isOff}
              aria-busy={isStarting}
              onClick={() => start(false)}
            >
              {isActive && !run?.isPreview ? 'Syncing...' : verb}
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
        <p className="form-error" role="alert">
          {failed}: {run.message}
        </p>
      ) : null}
      <SyncJobPanel title={`Result: ${direction} Printful`} job={job} more={more} empty={empty} />
    </>
  )
}
