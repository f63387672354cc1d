'use client'
import { toast } from '@payloadcms/ui'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'

import { Button, TextLink } from '@/admin/form/button'
import { ConfirmDialog } from '@/admin/form/confirm-dialog'
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
  const [isConfirming, setIsConfirming] = useState(false)
  const isSyncing = isStarting || isActive
  const sync = (): void => {
    setIsConfirming(false)
    void start('/api/admin/printful/sync', {}, 'Sync Failed')
  }
  return (
    <>
      <Button icon={RefreshCw} isBusy={isSyncing} onClick={() => setIsConfirming(true)}>
        {isSyncing ? (
          `Syncing…${run?.total ? ` ${run.done} of ${run.total}` : ''}`
        ) : (
          <span>
            Sync<span className="df-wider"> from Printful</span>
          </span>
        )}
      </Button>
      {isConfirming ? (
        <ConfirmDialog
          question="Sync all products from Printful?"
          verb="Sync products"
          onConfirm={sync}
          onCancel={() => setIsConfirming(false)}
        >
          New products go on sale right away. To see them first,{' '}
          <TextLink look="plain" href="/admin/printful-sync">
            preview the sync
          </TextLink>
          .
        </ConfirmDialog>
      ) : null}
    </>
  )
}
