'use client'
import { type FormEvent, useState } from 'react'

import { PasswordField } from '@/components/account/password-field'
import { recoveryCodeCount } from '@/modules/accounts/rules/credentials'
import { api } from '@/ui/api-client'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { showToast } from '@/ui/toast'
import { fieldText, useFormSubmit } from '@/ui/use-form-submit'

import { SecuritySection } from './security-section'

type Props = { username: string; hasPassword: boolean; codesLeft: number }

const Codes = ({ codes, username }: { codes: readonly string[]; username: string }) => {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(
        `Recovery codes for ${username} at ${location.host}\n\n${codes.join('\n')}\n`,
      )
      showToast({ title: 'Codes copied' })
    } catch {
      showToast({
        title: 'The codes could not be copied',
        text: 'Please print them, or write them down.',
        kind: 'error',
      })
    }
  }
  return (
    <div
      data-codes
      role="status"
      className="grid gap-4 rounded-sheet bg-surface p-[clamp(1.1rem,2.4vw,1.9rem)] shadow-rest"
    >
      <p>
        <b className="font-semibold">These codes are shown this one time.</b> Each opens the account
        “{username}” once, with a new password. Keep them where you keep other papers.
      </p>
      <ol className="grid gap-x-10 gap-y-1 font-mono text-[1.06rem] sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="py-0.5">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button onClick={() => window.print()}>
          <Icon name="print" className="size-5" />
          Print
        </Button>
        <Button variant="line" onClick={() => void copy()}>
          <Icon name="copy" className="size-5" />
          Copy
        </Button>
      </div>
    </div>
  )
}

/** Eight codes on paper: the way back in for who has no address, or not at hand. */
export function RecoveryCodesSection({ username, hasPassword, codesLeft }: Props) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { busy, problems, trouble, send, show } = useFormSubmit()
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    if (hasPassword && !fieldText(form, 'currentPassword'))
      return show(form, { currentPassword: 'Please enter your current password.' })
    void send(form, async () =>
      setCodes(
        (
          await api<{ codes: string[] }>(
            'POST',
            '/api/account/recovery-codes',
            hasPassword ? { currentPassword: fieldText(form, 'currentPassword') } : {},
          )
        ).codes,
      ),
    )
  }
  return (
    <SecuritySection id="recovery-codes" title="Recovery codes">
      <p className="text-ink-soft print:hidden">
        {codes || codesLeft > 0
          ? `${codes ? recoveryCodeCount : codesLeft} of ${recoveryCodeCount} codes are left.`
          : 'You have none yet.'}{' '}
        With one of them you can choose a new password without an email address.
      </p>
      {codes ? (
        <Codes codes={codes} username={username} />
      ) : (
        <form
          method="post"
          action="/api/account/recovery-codes"
          noValidate
          className="grid max-w-[26rem] gap-5 print:hidden"
          onSubmit={onSubmit}
        >
          {hasPassword ? (
            <PasswordField
              id="codes-password"
              name="currentPassword"
              label="Current password"
              autoComplete="current-password"
              error={problems.currentPassword}
              hint={codesLeft > 0 ? 'New codes make the ones from before worthless.' : undefined}
            />
          ) : null}
          <Button
            type="submit"
            variant="line"
            className="justify-self-start"
            aria-busy={busy}
            aria-disabled={busy}
          >
            {busy ? 'Processing...' : codesLeft > 0 ? 'Make new codes' : 'Make recovery codes'}
          </Button>
          <p role="alert" className="rounded-block bg-bad-soft px-4 py-3.5 text-ink empty:hidden">
            {trouble}
          </p>
        </form>
      )}
    </SecuritySection>
  )
}
