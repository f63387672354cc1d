'use client'
import { useState } from 'react'

import { CurrentPasswordField } from '@/components/account/password-field'
import { ApiForm, type FormText, SubmitButton } from '@/components/form/api-form'
import { genericErrorMessage, useSubmit } from '@/components/form/use-submit'
import { recoveryCodeCount } from '@/modules/accounts/rules/credentials'
import { api } from '@/platform/http/api-client'
import { Button } from '@/ui/button'
import { FormError } from '@/ui/form-error'
import { Icon } from '@/ui/icon'
import { showToast } from '@/ui/toast'

import { currentPasswordError, SecuritySection } from './security-section'
import { type SignInMethods, useReauthentication } from './use-reauthentication'

type Props = SignInMethods & { username: string; codesLeft: number }

const Codes = ({ codes, username }: { codes: readonly string[]; username: string }) => {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(
        `Recovery codes for ${username} at ${location.host}\n\n${codes.join('\n')}\n`,
      )
      showToast({ title: 'Codes copied' })
    } catch {
      showToast({
        title: 'Couldn’t copy the codes',
        text: 'Print them or write them down.',
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
        <b className="font-semibold">These codes are shown only once.</b> Each one lets you set a
        new password for “{username}” once. Store them with your important papers.
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

/** Eight printed codes: account recovery without an email address. */
export function RecoveryCodesSection({ username, codesLeft, ...methods }: Props) {
  const { hasPassword } = methods
  const { confirmed, dialog } = useReauthentication(methods)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { busy, errors, message, form, submit } = useSubmit(genericErrorMessage)
  const create = (text: FormText): void => {
    const currentPassword = text('currentPassword')
    void submit(
      () =>
        confirmed(async () => {
          const created = await api<{ codes: string[] }>(
            'POST',
            '/api/account/recovery-codes',
            hasPassword ? { currentPassword } : {},
          )
          setCodes(created.codes)
        }),
      { errors: { currentPassword: currentPasswordError(hasPassword, currentPassword) } },
    )
  }
  const left = codes ? recoveryCodeCount : codesLeft
  return (
    <SecuritySection id="recovery-codes" title="Recovery codes">
      <p className="text-ink-soft print:hidden">
        {left > 0 ? `${left} of ${recoveryCodeCount} codes are left.` : 'You have none yet.'} Use
        one to reset your password without an email address.
      </p>
      {codes ? (
        <Codes codes={codes} username={username} />
      ) : (
        <ApiForm
          ref={form}
          action="/api/account/recovery-codes"
          className="grid max-w-[26rem] gap-5 print:hidden"
          onSubmit={create}
        >
          {hasPassword ? (
            <CurrentPasswordField
              id="codes-password"
              error={errors.currentPassword}
              hint={codesLeft > 0 ? 'New codes replace your old ones.' : undefined}
            />
          ) : null}
          <SubmitButton variant="line" busy={busy} className="justify-self-start">
            {codesLeft > 0 ? 'Make new codes' : 'Make recovery codes'}
          </SubmitButton>
          <FormError>{message}</FormError>
        </ApiForm>
      )}
      {dialog}
    </SecuritySection>
  )
}
