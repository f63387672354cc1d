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
      'Adds new products, which go on sale right away, and updates prices, sizes, colors, images, and availability. Your edits here aren’t overwritten, and nothing is deleted.',
    empty: 'Not synced from Printful yet.',
  },
  to: {
    path: '/api/admin/printful/sync-to-printful',
    title: 'To Printful',
    label: 'Sync to Printful',
    failed: 'Failed to sync to Printful',
    toastFailed: 'Failed to sync products to Printful',
    description:
      'Updates prices, titles, and visibility on Printful where they differ. Nothing is created or deleted.',
    empty: 'Not synced to Printful yet.',
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
          ? 'Connect Printful to sync.'
          : isBusyElsewhere
            ? 'Another sync is in progress.'
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
