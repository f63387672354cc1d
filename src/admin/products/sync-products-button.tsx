'use client'
import { toast } from '@payloadcms/ui'
import { RefreshCw } from 'lucide-react'

import { Button } from '@/admin/form/button'
import { useSyncJob } from '@/admin/integrations/use-sync-job'
import type { SyncRunView } from '@/modules/integrations/queries/sync-runs'

const showEnd = ({ status, counts, message, isPreview }: SyncRunView): void => {
  if (isPreview) return
  if (status === 'done')
    toast.success('Sync Successful', {
      description: `${counts.created + counts.updated + counts.unchanged} products synced from Printful.`,
      duration: 5000,
    })
  else if (status === 'failed')
    toast.error('Sync Failed', {
      description: `Failed to sync products from Printful. ${message ?? ''}`.trim(),
    })
}

/** Syncs the products from Printful. `latest` is the running sync, if any. */
export function SyncProductsButton({ latest }: { latest: SyncRunView | null }) {
  const { run, start, isStarting, isActive } = useSyncJob(latest, showEnd)
  const isSyncing = isStarting || isActive
  return (
    <Button
      icon={RefreshCw}
      isBusy={isSyncing}
      onClick={() => void start('/api/admin/printful/sync', {}, 'Sync Failed')}
    >
      {isSyncing ? (
        `Syncing...${run?.total ? ` ${run.done} of ${run.total}` : ''}`
      ) : (
        <span>
          Sync<span className="df-wider"> from Printful</span>
        </span>
      )}
    </Button>
  )
}
