'use client'
import { KeyRound } from 'lucide-react'
import { useLayoutEffect } from 'react'

import { Button } from '@/admin/form/button'
import { usePasskeySignIn, useSupportsPasskeys } from '@/components/account/use-passkeys'
import { FormError } from '@/ui/form-error'

/** Below Payload's form: signs staff in with a passkey, also from the suggestions of the username field. */
export function PasskeyLogin({ next }: { next: string }) {
  const isSupported = useSupportsPasskeys()
  // Must come before the hook below, which looks for the field: effects run in order.
  useLayoutEffect(() => {
    document.querySelector('#field-username')?.setAttribute('autocomplete', 'username webauthn')
  }, [])
  const { busy, message, signIn } = usePasskeySignIn({
    autofill: true,
    onSignedIn: () => location.assign(next),
  })
  return isSupported ? (
    <div className="df-login__passkey">
      <Button icon={KeyRound} isBusy={busy} onClick={signIn}>
        {busy ? 'Waiting for your passkey…' : 'Sign in with a passkey'}
      </Button>
      <FormError>{message}</FormError>
    </div>
  ) : null
}
