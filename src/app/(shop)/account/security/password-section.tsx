'use client'
import type { FormEvent } from 'react'

import { PasswordField } from '@/components/account/password-field'
import { passwordError, passwordRule } from '@/modules/accounts/rules/credentials'
import { api } from '@/ui/api-client'
import { Button } from '@/ui/button'
import { fieldText, useFormSubmit } from '@/ui/use-form-submit'

import { reloadWithToast } from './reload-with-toast'
import { SecuritySection } from './security-section'

/** Changing the password, or setting the first one of somebody who came through another service. */
export function PasswordSection({
  username,
  hasPassword,
}: {
  username: string
  hasPassword: boolean
}) {
  const { busy, problems, trouble, send, show } = useFormSubmit()
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const problem = passwordError(fieldText(form, 'password'), username)
    const found = {
      ...(hasPassword && !fieldText(form, 'currentPassword')
        ? { currentPassword: 'Please enter your current password.' }
        : {}),
      ...(problem ? { password: problem } : {}),
    }
    if (Object.keys(found).length > 0) return show(form, found)
    void send(form, async () => {
      await api('POST', '/api/account/password', {
        ...(hasPassword ? { currentPassword: fieldText(form, 'currentPassword') } : {}),
        password: fieldText(form, 'password'),
      })
      reloadWithToast(
        hasPassword ? 'Password changed' : 'Password set',
        'You were signed out on all other devices.',
      )
    })
  }
  return (
    <SecuritySection id="password" title="Password" className="print:hidden">
      {hasPassword ? null : (
        <p className="text-ink-soft">
          You have none: you sign in another way. With a password you can sign in as “{username}”
          too.
        </p>
      )}
      <form
        method="post"
        action="/api/account/password"
        noValidate
        className="grid max-w-[26rem] gap-5"
        onSubmit={onSubmit}
      >
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={username}
          readOnly
          hidden
        />
        {hasPassword ? (
          <PasswordField
            id="current-password"
            name="currentPassword"
            label="Current password"
            autoComplete="current-password"
            error={problems.currentPassword}
          />
        ) : null}
        <PasswordField
          id="new-password"
          label="New password"
          autoComplete="new-password"
          error={problems.password}
          hint={`At least ${passwordRule.min} characters. A few words in a row are good.`}
        />
        <Button type="submit" className="justify-self-start" aria-busy={busy} aria-disabled={busy}>
          {busy ? 'Processing...' : hasPassword ? 'Change password' : 'Set password'}
        </Button>
        <p role="alert" className="rounded-block bg-bad-soft px-4 py-3.5 text-ink empty:hidden">
          {trouble}
        </p>
      </form>
    </SecuritySection>
  )
}
