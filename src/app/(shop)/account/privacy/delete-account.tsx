'use client'
import { type FormEvent, useState } from 'react'

import { PasswordField } from '@/components/account/password-field'
import { api, ApiError } from '@/ui/api-client'
import { Button } from '@/ui/button'
import { Field, inputClass } from '@/ui/form-fields'
import { fieldText, useFormSubmit } from '@/ui/use-form-submit'

/** Asks for everything to be erased. A password for those who have one; the others signed in just now. */
export function DeleteAccount({ hasPassword }: { hasPassword: boolean }) {
  const { busy, problems, trouble, send, show } = useFormSubmit()
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    if (hasPassword && !fieldText(form, 'currentPassword'))
      return show(form, { currentPassword: 'Please enter your password.' })
    await send(form, async () => {
      await api('POST', '/api/account/deletion', {
        ...(hasPassword ? { currentPassword: fieldText(form, 'currentPassword') } : {}),
        reason: fieldText(form, 'reason'),
      })
      location.reload()
    })
  }
  return (
    <form
      method="post"
      action="/api/account/deletion"
      noValidate
      className="grid max-w-[26rem] gap-5"
      onSubmit={(event) => void submit(event)}
    >
      <Field id="deletion-reason" label="Reason" optional error={problems.reason}>
        <textarea
          id="deletion-reason"
          name="reason"
          rows={2}
          maxLength={2000}
          className={`${inputClass} py-2.5`}
        />
      </Field>
      {hasPassword ? (
        <PasswordField
          id="deletion-password"
          name="currentPassword"
          label="Your password"
          autoComplete="current-password"
          error={problems.currentPassword}
        />
      ) : (
        <p className="text-ink-soft">
          You sign in through somebody else, so please{' '}
          <a href="/api/logout" className="link text-ink">
            sign out
          </a>{' '}
          and in again first, unless you did that in the last ten minutes.
        </p>
      )}
      <Button
        type="submit"
        variant="line"
        aria-busy={busy}
        aria-disabled={busy}
        className="justify-self-start"
      >
        {busy ? 'Processing...' : 'Erase my account and data'}
      </Button>
      <p role="alert" className="rounded-block bg-bad-soft px-4 py-3.5 text-ink empty:hidden">
        {trouble ?? ''}
      </p>
    </form>
  )
}

/** Ends the request that is open. */
export function WithdrawDeletion() {
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const act = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      await api('POST', '/api/account/deletion/withdraw', {})
      location.reload()
    } catch (error) {
      setTrouble(
        error instanceof ApiError && error.error
          ? error.error
          : 'That did not reach us. Please try again in a moment.',
      )
      setBusy(false)
    }
  }
  return (
    <div className="grid justify-items-start gap-4">
      <Button aria-busy={busy} aria-disabled={busy} onClick={() => void act()}>
        {busy ? 'Processing...' : 'Take the request back'}
      </Button>
      <p role="alert" className="rounded-block bg-bad-soft px-4 py-3.5 text-ink empty:hidden">
        {trouble}
      </p>
    </div>
  )
}
