'use client'
import type { FormEvent } from 'react'

import { sessionStore } from '@/components/account/session-store'
import { useMutation } from '@/components/account/use-mutation'
import { Button } from '@/ui/button'
import { FormError } from '@/ui/form-error'
import { TextField } from '@/ui/form-fields'
import { showToast } from '@/ui/toast'

type Name = { firstName: string | null; lastName: string | null }

export function ProfileForm({ username, firstName, lastName }: Name & { username: string }) {
  const { busy, fields, trouble, form, call } = useMutation()
  const save = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const saved = await call<Name>('PATCH', '/api/account/profile', {
      firstName: typed.get('firstName'),
      lastName: typed.get('lastName'),
    })
    if (!saved) return
    const { user } = sessionStore.get()
    if (user) sessionStore.set({ ...user, ...saved })
    showToast({ title: 'Saved' })
  }
  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => void save(event)}
      className="grid max-w-[36rem] gap-4.5"
    >
      <p className="text-ink-soft">
        Your username is <strong className="font-semibold text-ink">{username}</strong>. A name is
        up to you: we use it to greet you and to start the checkout.
      </p>
      <div className="grid gap-4.5 sm:grid-cols-2">
        <TextField
          id="profile-first"
          name="firstName"
          label="First name"
          optional
          autoComplete="given-name"
          maxLength={60}
          defaultValue={firstName ?? ''}
          error={fields.firstName}
        />
        <TextField
          id="profile-last"
          name="lastName"
          label="Last name"
          optional
          autoComplete="family-name"
          maxLength={60}
          defaultValue={lastName ?? ''}
          error={fields.lastName}
        />
      </div>
      <FormError>{trouble}</FormError>
      <Button
        type="submit"
        variant="line"
        aria-busy={busy}
        aria-disabled={busy}
        className="justify-self-start"
      >
        {busy ? 'Saving...' : 'Save name'}
      </Button>
    </form>
  )
}
