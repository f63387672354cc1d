'use client'
import { toast } from '@payloadcms/ui'
import { RefreshCw } from 'lucide-react'

import { useConnectionTest } from '@/admin/integrations/connection-test'
import { SyncPanel } from '@/admin/integrations/sync-panel'
import { useSyncJob } from '@/admin/integrations/use-sync-job'
import type { SyncRunView } from '@/modules/integrations/queries/sync-runs'

const showEnd = ({ status, message, isPreview }: SyncRunView): void => {
  if (isPreview || status === 'cancelled') return
  if (status === 'done')
    toast.success('Sync Successful', { description: message ?? undefined, duration: 5000 })
  else toast.error('Sync Error', { description: message ?? 'Sync failed' })
}

export function AudienceSyncPanel({
  initial,
  isConnected,
}: {
  initial: SyncRunView | null
  isConnected: boolean
}) {
  const test = useConnectionTest()
  const job = useSyncJob(initial, showEnd)
  return (
    <SyncPanel
      title="Sync subscribers"
      description="Whoever said yes here is added at Mailchimp; whoever leaves in one place leaves in both; addresses that cannot be reached are given up in both. Changes here are told to Mailchimp at once: the sync catches what happened while one side was away."
      label="Sync subscribers"
      icon={RefreshCw}
      path="/api/admin/mailchimp/sync"
      failed="Sync Error"
      job={job}
      hint={
        isConnected && test.state === 'bad'
          ? 'The sync waits until the connection works again.'
          : null
      }
      result={{ title: 'Last sync', empty: 'Nothing was synced yet.' }}
    />
  )
}
