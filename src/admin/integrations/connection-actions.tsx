'use client'
import { Plug, RefreshCw } from 'lucide-react'
import { useState } from 'react'

import { ActionButton, ConfirmAction } from '@/admin/form/actions'
import { Button } from '@/admin/form/button'
import { ConfirmedLink } from '@/admin/form/confirmed-link'
import { useFocusAfter } from '@/admin/form/use-admin-mutation'
import type { ConnectionView } from '@/modules/integrations/queries/connections'
import { isOAuthIntegration } from '@/platform/connections/definitions'

import { ConnectionTestStatus, useConnectionTest } from './connection-test'
import { CredentialsDialog } from './credentials-dialog'

type Props = { view: ConnectionView; mayManage: boolean }

const TestButton = () => {
  const test = useConnectionTest()
  const isTesting = test.state === 'testing'
  useFocusAfter(isTesting)
  return (
    <Button icon={RefreshCw} isBusy={isTesting} onClick={() => void test.run(true)}>
      {isTesting ? 'Testing…' : 'Test connection'}
    </Button>
  )
}

const SignInLink = ({ view: { provider, label, state } }: Pick<Props, 'view'>) => (
  <ConfirmedLink
    variant={state === 'connected' ? 'line' : 'solid'}
    icon={Plug}
    href={`/api/admin/connect/${provider}`}
    rel="nofollow"
  >
    {state === 'connected' || state === 'expired' ? 'Sign in again' : `Sign in to ${label}`}
  </ConfirmedLink>
)

const KeysButton = ({ view: { provider, label, state, keysFrom } }: Pick<Props, 'view'>) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant={state === 'keys' ? 'solid' : 'line'} onClick={() => setIsOpen(true)}>
        {keysFrom ? 'Edit keys' : 'Enter keys'}
      </Button>
      {isOpen ? (
        <CredentialsDialog provider={provider} label={label} onClose={() => setIsOpen(false)} />
      ) : null}
    </>
  )
}

/** Tests a connection, signs in, takes keys, and disconnects. */
export function ConnectionActions({ view, mayManage }: Props) {
  const { provider, label, state, keysFrom } = view
  const path = `/api/admin/connections/${provider}`
  const isOn = keysFrom !== null && state !== 'off'
  return (
    <div className="df-panel__form">
      <div className="df-row-actions">
        {state === 'connected' ? <TestButton /> : null}
        {isOAuthIntegration(provider) && isOn ? <SignInLink view={view} /> : null}
        {mayManage && state === 'off' && keysFrom === 'environment' ? (
          <ActionButton
            variant="solid"
            request={{
              path: `${path}/on`,
              done: `${label} is connected again`,
              failed: 'Couldn’t reconnect',
            }}
          >
            Reconnect
          </ActionButton>
        ) : null}
        {mayManage && keysFrom !== 'environment' ? <KeysButton view={view} /> : null}
        {mayManage && isOn ? (
          <ConfirmAction
            variant="ghost"
            small={false}
            text="Disconnect"
            question={`Disconnect ${label}?`}
            verb="Disconnect"
            request={{
              method: 'DELETE',
              path,
              done: `${label} is disconnected`,
              failed: 'Couldn’t disconnect',
            }}
          >
            <p>
              This removes the sign-in and any keys entered here. Anything already imported stays.
            </p>
          </ConfirmAction>
        ) : null}
      </div>
      {state === 'connected' ? <ConnectionTestStatus lastError={view.lastError} /> : null}
    </div>
  )
}
