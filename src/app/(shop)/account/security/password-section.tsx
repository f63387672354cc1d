'use client'
import { reloadWithToast } from '@/app/(shop)/account/reload-with-toast'
import { useIdentification } from '@/app/(shop)/account/use-identification'
import { passkeyErrorMessage } from '@/components/account/passkeys'
import { NewPasswordField } from '@/components/account/password-field'
import { ApiForm, SubmitButton } from '@/components/form/api-form'
import type { FormText } from '@/components/form/form-text'
import { useSubmit } from '@/components/form/use-submit'
import { passwordError } from '@/modules/accounts/rules/credentials'
import { api } from '@/platform/http/api-client'
import { FormError } from '@/ui/form-error'

import { SecuritySection } from './security-section'
import { type SignInMethods, useReauthentication } from './use-reauthentication'

type Props = SignInMethods & { username: string }

const NoPasswordNote = ({ username }: Pick<Props, 'username'>) => (
  <p className="text-ink-soft">
    You don’t have a password because you sign in another way. If you set one, you can also sign in
    as “{username}”.
  </p>
)

export function PasswordSection({ username, ...methods }: Props) {
  const { hasPassword } = methods
  const { confirmed, dialog } = useReauthentication(methods)
  const { field, identify } = useIdentification(methods)
  const { busy, errors, message, form, submit } = useSubmit(passkeyErrorMessage)
  const send = (text: FormText): void => {
    const password = text('password')
    void submit(
      () =>
        confirmed(async () => {
          await api('POST', '/api/account/password', { ...(await identify(text)), password })
          reloadWithToast(
            'password-title',
            hasPassword ? 'Password changed' : 'Password set',
            'You were signed out on all other devices.',
          )
        }),
      // Nobody should confirm with a passkey before their new password is accepted.
      { errors: hasPassword ? {} : { password: passwordError(password, username) } },
    )
  }
  return (
    <SecuritySection id="password" title="Password" className="print:hidden">
      {hasPassword ? null : <NoPasswordNote username={username} />}
      <ApiForm
        ref={form}
        action="/api/account/password"
        className="grid max-w-[26rem] gap-5"
        onSubmit={send}
      >
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={username}
          readOnly
          hidden
        />
        {field({ id: 'current-password', error: errors.currentPassword })}
        <NewPasswordField id="new-password" error={errors.password} />
        <SubmitButton busy={busy} className="justify-self-start">
          {hasPassword ? 'Change password' : 'Set password'}
        </SubmitButton>
        <FormError>{message}</FormError>
      </ApiForm>
      {dialog}
    </SecuritySection>
  )
}
