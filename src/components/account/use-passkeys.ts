'use client'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { SessionUser } from '@/components/account/session-store'
import { useSubmit } from '@/components/form/use-submit'
import { useBrowserValue } from '@/components/use-browser-value'
import { api } from '@/platform/http/api-client'

import {
  cancelPasskeyRequest,
  getPasskey,
  passkeyErrorMessage,
  supportsPasskeyAutofill,
  supportsPasskeys,
} from './passkeys'

/** Shorter than the life of a challenge, which is five minutes. */
const autofillRenewalMs = 4 * 60_000

/** True while server-rendered, because the server doesn't know what the browser supports. */
export function useSupportsPasskeys(): boolean {
  return useBrowserValue(supportsPasskeys, true)
}

type SignedIn = { user: SessionUser; welcomeBack: boolean }
type PasskeyAction = { busy: boolean; message: string }

/**
 * Signs in with a passkey: with `signIn`, and, if `autofill`, with one chosen in the suggestions of
 * the field whose `autocomplete` ends with "webauthn".
 */
export function usePasskeySignIn({
  autofill = false,
  onSignedIn,
}: {
  autofill?: boolean
  onSignedIn: (signedIn: SignedIn) => void
}): PasskeyAction & { signIn: () => void } {
  const { busy, message, submit } = useSubmit(passkeyErrorMessage)
  const isChoosing = useRef(false)
  const [failures, setFailures] = useState(0)
  const finish = async (passkey: object): Promise<'leaving'> => {
    onSignedIn(await api<SignedIn>('POST', '/api/auth/passkey', { passkey }))
    return 'leaving'
  }
  const offer = useEffectEvent(async (): Promise<void> => {
    if (isChoosing.current || !(await supportsPasskeyAutofill())) return
    try {
      const passkey = await getPasskey('/api/auth/passkey/options', { autofill: true })
      await submit(() => finish(passkey))
    } catch {
      // Canceled by the button or by the next offer, or a network error: the button shows what is wrong.
    }
  })
  useEffect(() => {
    if (!autofill) return
    void offer()
    const renewal = setInterval(() => void offer(), autofillRenewalMs)
    return () => {
      clearInterval(renewal)
      void cancelPasskeyRequest()
    }
    // The button canceled the offer, so it is made again after each failure.
  }, [autofill, failures])
  const signIn = (): void => {
    isChoosing.current = true
    void submit(async () => finish(await getPasskey('/api/auth/passkey/options')), {
      onError: () => {
        isChoosing.current = false
        setFailures((count) => count + 1)
      },
    })
  }
  return { busy, message, signIn }
}

/** Confirms the signed-in user with a passkey, then runs the action that needed it. */
export function usePasskeyConfirmation(
  onConfirmed: () => void,
): PasskeyAction & { confirm: () => void } {
  const { busy, message, submit } = useSubmit(passkeyErrorMessage)
  const confirm = (): void =>
    void submit(async () => {
      const passkey = await getPasskey('/api/account/reauthenticate/options')
      await api('POST', '/api/account/reauthenticate', { passkey })
      onConfirmed()
    })
  return { busy, message, confirm }
}
