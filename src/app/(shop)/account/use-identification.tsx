'use client'
import { type ReactNode, useState } from 'react'

import { getPasskey } from '@/components/account/passkeys'
import { CurrentPasswordField } from '@/components/account/password-field'
import type { FormText } from '@/components/form/form-text'

type Methods = { hasPassword: boolean; hasPasskey: boolean }
type FieldProps = { id: string; error: string | undefined; label?: string; hint?: string }

/**
 * How a form proves who its user is: with the password, or with a passkey in its place. With
 * neither there is no field, and the server wants a recent sign-in.
 */
export function useIdentification({ hasPassword, hasPasskey }: Methods): {
  field: (props: FieldProps) => ReactNode
  /** The error of the password's field; null when it isn't needed or has been entered. */
  errorIn: (text: FormText) => string | null
  /** What the form sends. Asks the user's device for the passkey. */
  identify: (text: FormText) => Promise<object>
} {
  const [prefersPasskey, setPrefersPasskey] = useState(hasPasskey && !hasPassword)
  const needsPassword = hasPassword && !prefersPasskey
  return {
    field: (props) => (
      <>
        {needsPassword ? <CurrentPasswordField {...props} /> : null}
        {prefersPasskey ? (
          <p className="text-ink-soft">Your device will ask you to confirm with your passkey.</p>
        ) : null}
        {hasPasskey ? (
          <button
            type="button"
            className="link cursor-pointer justify-self-start py-1.5 text-small"
            onClick={() => setPrefersPasskey(!prefersPasskey)}
          >
            {!prefersPasskey
              ? 'Use a passkey instead'
              : hasPassword
                ? 'Use your password instead'
                : 'Confirm another way'}
          </button>
        ) : null}
      </>
    ),
    errorIn: (text) =>
      needsPassword && !text('currentPassword') ? 'Please enter your password.' : null,
    identify: async (text) => {
      if (needsPassword) return { currentPassword: text('currentPassword') }
      return prefersPasskey
        ? { passkey: await getPasskey('/api/account/reauthenticate/options') }
        : {}
    },
  }
}
