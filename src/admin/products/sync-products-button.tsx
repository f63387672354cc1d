'use client'
import { Button, TextLink } from '@/admin/form/button'
import { toast } from '@payloadcms/ui'
import { RefreshCw } from 'lucide-react'

import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { isSyncJobActive, useSyncJob } from '@/admin/integrations/use-sync-job'
import type { SyncRunView } from '@/modules/integrations/queries/sync-runs'

/** Reads the products from Printful; without a connection, says so and where to make one. `latest` is the run that is under way, if any. */
export function SyncProductsButton({
  isConnected,
  settings,
  latest,
}: {
  isConnected: boolean
  settings: string | null
  latest: SyncRunView | null
}) {
  const { send, isBusy } = useAdminMutation()
  const { run, watch } = useSyncJob(latest, ({ status, counts, message, isPreview }) => {
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
  })
  const sync = async (): Promise<void> => {
    const answer = await send<{ run: SyncRunView }>({
      path: '/api/admin/printful/sync',
      body: { wait: 0 },
      failed: 'Sync Failed',
    })
    if (answer) watch(answer.run)
  }
  const isSyncing = isBusy || isSyncJobActive(run)
  if (isConnected)
    return (
      <Button icon={RefreshCw} isBusy={isSyncing} onClick={() => void sync()}>
        {isSyncing ? (
          `Syncing...${run?.total ? ` ${run.done} of ${run.total}` : ''}`
        ) : (
          <span>
            Sync<span className="df-wider"> from Printful</span>
          </span>
        )}
      </Button>
    )
  return (
    <p className="df-soft">
      Printful is not connected yet.
      {settings ? (
        <>
          {' '}
          <TextLink look="plain" href={settings}>
            Connect it
          </TextLink>
        </>
      ) : null}
    </p>
  )
}
