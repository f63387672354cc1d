'use client'
import { toast } from '@payloadcms/ui'
import { RefreshCw } from 'lucide-react'

import { Button } from '@/admin/form/button'
import { useConnectionTest } from '@/admin/integrations/connection-test'
import { SyncJobPanel } from '@/admin/integrations/sync-job-panel'
import { useSyncJob } from '@/admin/integrations/use-sync-job'
import { Panel } from '@/admin/shell/panel'
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
  const start = (preview: boolean): void =>
    void job.start('/api/admin/mailchimp/sync', { preview }, 'Sync Error')
  const isOff = test.state !== 'good' || job.isStarting || job.isActive
  return (
    <>
      <Panel title="Sync subscribers">
        <p className="df-panel__text">
          Whoever said yes here is added at Mailchimp; whoever leaves in one place leaves in both;
          addresses that cannot be reached are given up in both. Changes here are told to Mailchimp
          at once: the sync catches what happened while one side was away.
        </p>
        <div className="df-panel__form">
          <div className="df-row-actions">
            <Button
              variant="solid"
              icon={RefreshCw}
              disabled={isOff}
              aria-busy={job.isActive}
              onClick={() => start(false)}
            >
              {job.isActive && !job.run?.isPreview ? 'Syncing...' : 'Sync subscribers'}
            </Button>
            <Button disabled={isOff} onClick={() => start(true)}>
              Preview first
            </Button>
          </div>
          {isConnected && test.state === 'bad' ? (
            <p className="df-soft">The sync waits until the connection works again.</p>
          ) : null}
        </div>
      </Panel>
      <SyncJobPanel title="Last sync" job={job} empty="Nothing was synced yet." />
    </>
  )
}
