'use client'
import { useState } from 'react'

import { CurrentPasswordField } from '@/components/account/password-field'
import { ApiForm, SubmitButton } from '@/components/form/api-form'
import type { FormText } from '@/components/form/form-text'
import { genericErrorMessage, useSubmit } from '@/components/form/use-submit'
import { recoveryCodeCount } from '@/modules/accounts/rules/credentials'
import { api } from '@/platform/http/api-client'
import { FormError } from '@/ui/form-error'

import { PrintableCodes } from './printable-codes'
import { currentPasswordError, SecuritySection } from './security-section'
import { type SignInMethods, useReauthentication } from './use-reauthentication'

type Props = SignInMethods & { username: string; codesLeft: number }

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
    <SecuritySection
      id="recovery-codes"
      title="Recovery codes"
      className={codes ? '' : 'print:hidden'}
    >
      <p className="text-ink-soft print:hidden">
        {left > 0 ? `${left} of ${recoveryCodeCount} codes are left.` : 'You have none yet.'} Use
        one to reset your password without an email address.
      </p>
      {codes ? (
        <PrintableCodes codes={codes} title={`Recovery codes for ${username}`}>
          Each one lets you set a new password for “{username}” once.
        </PrintableCodes>
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
