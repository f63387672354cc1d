'use client'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { TextField } from '@/admin/form/fields'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { Panel } from '@/admin/shell/panel'

export function InstagramTokenPanel() {
  const [token, setToken] = useState('')
  const { send, isBusy, fields, refusal } = useAdminMutation()
  const save = async (): Promise<void> => {
    if (
      await send({
        path: '/api/admin/connections/instagram/token',
        body: { token },
        done: 'Instagram is connected',
        failed: 'Couldn’t save the token',
      })
    )
      setToken('')
  }
  return (
    <Panel title="Connect with a token">
      <form
        className="df-panel__form"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <p>
          In Meta for Developers, open your app and go to Instagram, then API setup, to generate a
          token for your account. Paste it here instead of signing in.
        </p>
        <TextField
          label="Access token"
          type="password"
          autoComplete="off"
          spellCheck={false}
          maxLength={1000}
          required
          value={token}
          error={
            fields.token ?? (Object.keys(fields).length === 0 ? (refusal ?? undefined) : undefined)
          }
          onChange={({ currentTarget: { value } }) => setToken(value)}
        />
        <Button type="submit" disabled={token.trim() === ''} isBusy={isBusy}>
          {isBusy ? 'Connecting…' : 'Connect'}
        </Button>
      </form>
    </Panel>
  )
}
