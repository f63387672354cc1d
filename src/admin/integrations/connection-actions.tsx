'use client'
import { Plug, RefreshCw } from 'lucide-react'
import { useState } from 'react'

import { ActionButton, ConfirmAction } from '@/admin/form/actions'
import { Button, ButtonLink } from '@/admin/form/button'
import type { ConnectionView } from '@/modules/integrations/queries/connections'

import { ConnectionTestStatus, useConnectionTest } from './connection-test'
import { CredentialsDialog } from './credentials-dialog'

type Props = { view: ConnectionView; mayManage: boolean; consent?: string }

/** Tests a connection, signs in, takes keys, and disconnects. */
export function ConnectionActions({ view, mayManage, consent }: Props) {
  const [isEditingKeys, setIsEditingKeys] = useState(false)
  const test = useConnectionTest()
  const { provider, label, state, keysFrom } = view
  const path = `/api/admin/connections/${provider}`
  const isTesting = test.state === 'testing'
  const isOn = keysFrom !== null && state !== 'off'
  const hasSignedIn = state === 'connected' || state === 'expired'
  return (
    <div className="df-panel__form">
      <div className="df-row-actions">
        {state === 'connected' ? (
          <Button icon={RefreshCw} isBusy={isTesting} onClick={() => void test.run(true)}>
            {isTesting ? 'Testing...' : 'Test connection'}
          </Button>
        ) : null}
        {consent && isOn ? (
          <ButtonLink
            variant={state === 'connected' ? 'line' : 'solid'}
            icon={Plug}
            href={`/api/admin/connect/${consent}`}
            native
            rel="nofollow"
          >
            {hasSignedIn ? 'Sign in again' : `Sign in at ${label}`}
          </ButtonLink>
        ) : null}
        {mayManage && state === 'off' && keysFrom === 'environment' ? (
          <ActionButton
            variant="solid"
            request={{
              path: `${path}/on`,
              done: `${label} is connected again`,
              failed: 'It is still disconnected',
            }}
          >
            Connect again
          </ActionButton>
        ) : null}
        {mayManage && keysFrom !== 'environment' ? (
          <Button
            variant={state === 'keys' ? 'solid' : 'line'}
            onClick={() => setIsEditingKeys(true)}
          >
            {keysFrom ? 'Change keys' : 'Enter keys'}
          </Button>
        ) : null}
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
              failed: 'It is still connected',
            }}
          >
            <p>
              Its sign-in and the keys entered here are forgotten. What was brought into the shop
              stays.
            </p>
          </ConfirmAction>
        ) : null}
      </div>
      {state === 'connected' ? <ConnectionTestStatus /> : null}
      {isEditingKeys ? (
        <CredentialsDialog
          provider={provider}
          label={label}
          onClose={() => setIsEditingKeys(false)}
        />
      ) : null}
    </div>
  )
}
