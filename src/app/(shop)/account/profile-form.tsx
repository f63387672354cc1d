'use client'
import { sessionStore } from '@/components/account/session-store'
import { ApiForm, SubmitButton } from '@/components/form/api-form'
import type { FormText } from '@/components/form/form-text'
import { NameFields } from '@/components/form/name-fields'
import { accountErrorMessage, useSubmit } from '@/components/form/use-submit'
import { api } from '@/platform/http/api-client'
import { FormError } from '@/ui/form-error'
import { showToast } from '@/ui/toast'

type Name = { firstName: string | null; lastName: string | null }

export function ProfileForm({ username, firstName, lastName }: Name & { username: string }) {
  const { busy, errors, message, form, submit } = useSubmit(accountErrorMessage)
  const save = (text: FormText): void =>
    void submit(async () => {
      const saved = await api<Name>('PATCH', '/api/account/profile', {
        firstName: text('firstName'),
        lastName: text('lastName'),
      })
      const { user } = sessionStore.get()
      if (user) sessionStore.set({ ...user, ...saved })
      showToast({ title: 'Saved' })
    })
  return (
    <ApiForm ref={form} onSubmit={save} className="grid max-w-[36rem] gap-4.5">
      <p className="text-ink-soft">
        Your username is <strong className="font-semibold text-ink">{username}</strong>. Your name
        is optional. We use it to say hello and fill in checkout.
      </p>
      <NameFields
        className="grid gap-4.5 sm:grid-cols-2"
        ids={{ firstName: 'profile-first', lastName: 'profile-last' }}
        values={{ firstName, lastName }}
        errors={errors}
        maxLength={60}
      />
      <FormError>{message}</FormError>
      <SubmitButton variant="line" busy={busy} busyLabel="Saving..." className="justify-self-start">
        Save name
      </SubmitButton>
    </ApiForm>
  )
}
