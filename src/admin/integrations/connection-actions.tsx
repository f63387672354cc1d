'use client'
import { Button } from '@/admin/form/button'
import { Plug, RefreshCw } from 'lucide-react'
import { useState } from 'react'

import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import type { ConnectionView } from '@/modules/integrations/queries/connections'

import { ConnectionTestStatus, useConnectionTest } from './connection-test'
import { CredentialsDialog } from './credentials-dialog'

type Open = 'keys' | 'disconnect' | null

/** What can be done with a connection: test it, sign in, enter keys, disconnect. */
export function ConnectionActions({
  view,
  mayManage,
  consent,
}: {
  view: ConnectionView
  mayManage: boolean
  consent?: string
}) {
  const [open, setOpen] = useState<Open>(null)
  const { send, isBusy } = useAdminMutation()
  const test = useConnectionTest()
  const isUp = view.state === 'connected' || view.state === 'expired'
  const disconnect = async (): Promise<void> => {
    if (
      await send({
        method: 'DELETE',
        path: `/api/admin/connections/${view.provider}`,
        done: `${view.label} is disconnected`,
        failed: 'It is still connected',
      })
    )
      setOpen(null)
  }
  return (
    <div className="df-panel__form">
      <div className="df-row-actions">
        {view.state === 'connected' ? (
          <Button
            icon={RefreshCw}
            isBusy={test.state === 'testing'}
            onClick={() => void test.run(true)}
          >
            {test.state === 'testing' ? 'Testing...' : 'Test connection'}
          </Button>
        ) : null}
        {consent && view.keysFrom && view.state !== 'off' ? (
          <a
            className={`df-button ${view.state === 'connected' ? 'df-button--line' : 'df-button--solid'}`}
            href={`/api/admin/connect/${consent}`}
            rel="nofollow"
          >
            <Plug aria-hidden size={18} strokeWidth={1.6} />
            {isUp ? 'Sign in again' : `Sign in at ${view.label}`}
          </a>
        ) : null}
        {mayManage && view.state === 'off' && view.keysFrom === 'environment' ? (
          <Button
            variant="solid"
            disabled={isBusy}
            onClick={() =>
              void send({
                path: `/api/admin/connections/${view.provider}/on`,
                done: `${view.label} is connected again`,
                failed: 'It is still disconnected',
              })
            }
          >
            Connect again
          </Button>
        ) : null}
        {mayManage && view.keysFrom !== 'environment' ? (
          <button
            type="button"
            className={`df-button ${view.state === 'keys' ? 'df-button--solid' : 'df-button--line'}`}
            onClick={() => setOpen('keys')}
          >
            {view.keysFrom ? 'Change keys' : 'Enter keys'}
          </button>
        ) : null}
        {mayManage && view.keysFrom && view.state !== 'off' ? (
          <Button variant="ghost" onClick={() => setOpen('disconnect')}>
            Disconnect
          </Button>
        ) : null}
      </div>
      {view.state === 'connected' ? <ConnectionTestStatus /> : null}
      {open === 'keys' ? (
        <CredentialsDialog
          provider={view.provider}
          label={view.label}
          onClose={() => setOpen(null)}
          onDone={() => setOpen(null)}
        />
      ) : null}
      {open === 'disconnect' ? (
        <ConfirmDialog
          question={`Disconnect ${view.label}?`}
          verb="Disconnect"
          isBusy={isBusy}
          onConfirm={() => void disconnect()}
          onCancel={() => setOpen(null)}
        >
          <p>
            Its sign-in and the keys entered here are forgotten. What was brought into the shop
            stays.
          </p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
