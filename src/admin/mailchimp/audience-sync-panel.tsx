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
      description="People who subscribe here are added to Mailchimp. Unsubscribes apply in both places, and addresses that bounce are removed from both. Changes here reach Mailchimp right away; sync to catch up after an outage."
      label="Sync subscribers"
      icon={RefreshCw}
      path="/api/admin/mailchimp/sync"
      failed="Sync Error"
      job={job}
      hint={
        isConnected && test.state === 'bad'
          ? 'Sync is unavailable until the connection works again.'
          : null
      }
      result={{ title: 'Last sync', empty: 'Not synced yet.' }}
    />
  )
}
