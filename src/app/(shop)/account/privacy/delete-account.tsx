'use client'
import { reloadWithToast } from '@/app/(shop)/account/reload-with-toast'
import { useIdentification } from '@/app/(shop)/account/use-identification'
import { passkeyErrorMessage } from '@/components/account/passkeys'
import { ApiForm, SubmitButton } from '@/components/form/api-form'
import type { FormText } from '@/components/form/form-text'
import { useSubmit } from '@/components/form/use-submit'
import { api } from '@/platform/http/api-client'
import { FormError } from '@/ui/form-error'
import { Field } from '@/ui/form-fields'
import { inputClass } from '@/ui/input-class'

/** Requests erasure. Without a password the sign-in must be recent. */
export function DeleteAccount(methods: { hasPassword: boolean; hasPasskey: boolean }) {
  const { field, errorIn, identify } = useIdentification(methods)
  const { busy, errors, message, form, submit } = useSubmit(passkeyErrorMessage)
  const send = (text: FormText): void => {
    void submit(
      async () => {
        await api('POST', '/api/account/deletion', {
          ...(await identify(text)),
          reason: text('reason'),
        })
        reloadWithToast('erase', 'Request received', 'You have 7 days to cancel it.')
        return 'leaving'
      },
      { errors: { currentPassword: errorIn(text) } },
    )
  }
  return (
    <ApiForm
      ref={form}
      action="/api/account/deletion"
      className="grid max-w-[26rem] gap-5"
      onSubmit={send}
    >
      <Field id="deletion-reason" label="Reason" optional error={errors.reason}>
        <textarea
          id="deletion-reason"
          name="reason"
          rows={2}
          maxLength={2000}
          className={`${inputClass} py-2.5`}
        />
      </Field>
      {field({ id: 'deletion-password', label: 'Your password', error: errors.currentPassword })}
      {methods.hasPassword || methods.hasPasskey ? null : (
        <p className="text-ink-soft">
          You sign in through another service, so please{' '}
          <a href="/api/logout" className="link text-ink">
            sign out
          </a>{' '}
          and in again first, unless you did that in the last 10 minutes.
        </p>
      )}
      <SubmitButton variant="line" busy={busy} className="justify-self-start">
        Delete my account and data
      </SubmitButton>
      <FormError>{message}</FormError>
    </ApiForm>
  )
}

export function WithdrawDeletion() {
  const { busy, message, submit } = useSubmit()
  const withdraw = async (): Promise<'leaving'> => {
    await api('POST', '/api/account/deletion/withdraw', {})
    reloadWithToast('erase', 'Request canceled', 'Nothing was deleted.')
    return 'leaving'
  }
  return (
    <div className="grid justify-items-start gap-4">
      <SubmitButton type="button" busy={busy} onClick={() => void submit(withdraw)}>
        Cancel request
      </SubmitButton>
      <FormError>{message}</FormError>
    </div>
  )
}
