'use client'
import { Button } from '@/admin/form/button'
import { toast } from '@payloadcms/ui'
import { RefreshCw } from 'lucide-react'

import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { useConnectionTest } from '@/admin/integrations/connection-test'
import { SyncJobPanel } from '@/admin/integrations/sync-job-panel'
import { isSyncJobActive, useSyncJob } from '@/admin/integrations/use-sync-job'
import { Panel } from '@/admin/shell/panel'
import type { SyncRunView } from '@/modules/integrations/queries/sync-runs'

/** The recorded toasts (admin specification 8). */
const tell = ({ status, message, isPreview }: SyncRunView): void => {
  if (isPreview || status === 'cancelled') return
  if (status === 'done')
    toast.success('Sync Successful', { description: message ?? undefined, duration: 5000 })
  else toast.error('Sync Error', { description: message ?? 'Sync failed' })
}

/** Starts the sync, or a preview of it, once the connection is known to work; shows how far it is and what came of it. */
export function AudienceSyncPanel({
  initial,
  isConnected,
}: {
  initial: SyncRunView | null
  isConnected: boolean
}) {
  const test = useConnectionTest()
  const { send, isBusy } = useAdminMutation()
  const { run, watch, stop, isStopping } = useSyncJob(initial, tell)
  const start = async (preview: boolean): Promise<void> => {
    const answer = await send<{ run: SyncRunView }>({
      path: '/api/admin/mailchimp/sync',
      body: { preview, wait: 0 },
      failed: 'Sync Error',
    })
    if (answer?.run) watch(answer.run)
  }
  const isOff = test.state !== 'good' || isBusy || isSyncJobActive(run)
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
              aria-busy={isSyncJobActive(run)}
              onClick={() => void start(false)}
            >
              {isSyncJobActive(run) && !run?.isPreview ? 'Syncing...' : 'Sync subscribers'}
            </Button>
            <Button disabled={isOff} onClick={() => void start(true)}>
              Preview first
            </Button>
          </div>
          {isConnected && test.state === 'bad' ? (
            <p className="df-soft">The sync waits until the connection works again.</p>
          ) : null}
        </div>
      </Panel>
      <SyncJobPanel
        title="Last sync"
        run={run}
        stop={stop}
        isStopping={isStopping}
        empty="Nothing was synced yet."
      />
    </>
  )
}
