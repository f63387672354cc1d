'use client'
import { toast } from '@payloadcms/ui'

import { useConnectionTest } from '@/admin/integrations/connection-test'
import { SyncPanel } from '@/admin/integrations/sync-panel'
import { useSyncJob } from '@/admin/integrations/use-sync-job'
import type { SyncRunView } from '@/modules/integrations/queries/sync-runs'

const directions = {
  from: {
    path: '/api/admin/printful/sync',
    title: 'From Printful',
    label: 'Sync from Printful',
    failed: 'Failed to sync from Printful',
    toastFailed: 'Failed to sync products from Printful',
    description:
      'Reads every product there: new ones are made, prices, sizes, colors and pictures follow Printful, and what is sold out or discontinued is marked. What was changed here since the last time stays as it is. Nothing is ever deleted.',
    empty: 'Nothing was synced from Printful yet.',
  },
  to: {
    path: '/api/admin/printful/sync-to-printful',
    title: 'To Printful',
    label: 'Sync to Printful',
    failed: 'Failed to sync to Printful',
    toastFailed: 'Failed to sync products to Printful',
    description:
      'Sends our prices, titles and whether a product is hidden, only where they differ. Nothing is made or deleted there.',
    empty: 'Nothing was synced to Printful yet.',
  },
} as const

export function ProductSyncPanel({
  direction,
  latest,
  isBusyElsewhere,
}: {
  direction: keyof typeof directions
  latest: SyncRunView | null
  isBusyElsewhere: boolean
}) {
  const { failed, toastFailed, empty, ...texts } = directions[direction]
  const test = useConnectionTest()
  const job = useSyncJob(latest, ({ status, isPreview, message }) => {
    if (status === 'done' && !isPreview)
      toast.success('Sync Successful', { description: message ?? undefined, duration: 5000 })
    if (status === 'failed') toast.error('Sync Failed', { description: toastFailed })
  })
  return (
    <SyncPanel
      {...texts}
      failed="Sync Failed"
      job={job}
      isBlocked={isBusyElsewhere}
      hint={
        test.state === 'bad'
          ? 'It takes a connection that works.'
          : isBusyElsewhere
            ? 'The other direction is under way.'
            : null
      }
      result={{ title: `Result: ${direction} Printful`, empty }}
    >
      {job.run?.status === 'failed' ? (
        <p className="form-error" role="alert">
          {failed}: {job.run.message}
        </p>
      ) : null}
    </SyncPanel>
  )
}
