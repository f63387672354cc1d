'use client'
import { usePasskeySignIn, useSupportsPasskeys } from '@/components/account/use-passkeys'
import { Button } from '@/ui/button'
import { FormError } from '@/ui/form-error'
import { Icon } from '@/ui/icon'

type Props = Parameters<typeof usePasskeySignIn>[0] & { variant?: 'solid' | 'line' }

/** The button that signs in with a passkey. Without scripts or passkeys there is none. */
export function PasskeySignIn({ variant = 'line', ...options }: Props) {
  const isSupported = useSupportsPasskeys()
  const { busy, message, signIn } = usePasskeySignIn(options)
  return isSupported ? (
    <div className="grid gap-5 noscript:hidden">
      <Button variant={variant} isBusy={busy} onClick={signIn}>
        <Icon name="key" className="size-5" />
        {busy ? 'Waiting for your passkey…' : 'Sign in with a passkey'}
      </Button>
      <FormError>{message}</FormError>
    </div>
  ) : null
}
