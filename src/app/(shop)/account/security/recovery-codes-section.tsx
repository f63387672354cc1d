'use client'
import { useState } from 'react'

import { useIdentification } from '@/app/(shop)/account/use-identification'
import { passkeyErrorMessage } from '@/components/account/passkeys'
import { ApiForm, SubmitButton } from '@/components/form/api-form'
import type { FormText } from '@/components/form/form-text'
import { useSubmit } from '@/components/form/use-submit'
import { recoveryCodeCount } from '@/modules/accounts/rules/credentials'
import { api } from '@/platform/http/api-client'
import { FormError } from '@/ui/form-error'

import { PrintableCodes } from './printable-codes'
import { SecuritySection } from './security-section'
import { type SignInMethods, useReauthentication } from './use-reauthentication'

type Props = SignInMethods & { username: string; codesLeft: number }

/** Eight printed codes: account recovery without an email address. */
export function RecoveryCodesSection({ username, codesLeft, ...methods }: Props) {
  const { confirmed, dialog } = useReauthentication(methods)
  const { field, errorIn, identify } = useIdentification(methods)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { busy, errors, message, form, submit } = useSubmit(passkeyErrorMessage)
  const create = (text: FormText): void => {
    void submit(
      () =>
        confirmed(async () => {
          const created = await api<{ codes: string[] }>(
            'POST',
            '/api/account/recovery-codes',
            await identify(text),
          )
          setCodes(created.codes)
        }),
      { errors: { currentPassword: errorIn(text) } },
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
        {left > 0
          ? `You have ${left} of ${recoveryCodeCount} codes left.`
          : 'You don’t have any codes yet.'}{' '}
        Each one lets you reset your password without an email.
      </p>
      {codes ? (
        <PrintableCodes codes={codes} title={`Recovery codes for ${username}`}>
          Each code works once to set a new password for “{username}”.
        </PrintableCodes>
      ) : (
        <ApiForm
          ref={form}
          action="/api/account/recovery-codes"
          className="grid max-w-[26rem] gap-5 print:hidden"
          onSubmit={create}
        >
          {field({
            id: 'codes-password',
            error: errors.currentPassword,
            hint: codesLeft > 0 ? 'New codes replace your old ones.' : undefined,
          })}
          <SubmitButton variant="line" busy={busy} className="justify-self-start">
            {codesLeft > 0 ? 'Create new codes' : 'Create recovery codes'}
          </SubmitButton>
          <FormError>{message}</FormError>
        </ApiForm>
      )}
      {dialog}
    </SecuritySection>
  )
}
