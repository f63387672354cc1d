'use client'
import { useState } from 'react'

import { LinkExpired } from '@/app/(shop)/auth/link-expired'
import { sessionStore } from '@/components/account/session-store'
import { api, ApiError } from '@/ui/api-client'
import { Button, ButtonLink } from '@/ui/button'
import { errorMessageOf } from '@/ui/use-form-submit'

type State = { step: 'ask' | 'busy' | 'spent' } | { step: 'done'; email: string }

/** Confirming an address. A press of the button does it, not the opening of the link. */
export function VerifyEmail({ token }: { token: string }) {
  const [state, setState] = useState<State>({ step: token ? 'ask' : 'spent' })
  const [trouble, setTrouble] = useState<string | null>(null)
  const confirm = async (): Promise<void> => {
    if (state.step === 'busy') return
    setState({ step: 'busy' })
    setTrouble(null)
    try {
      const { email } = await api<{ email: string }>('POST', '/api/auth/verify', { token })
      sessionStore.drop()
      setState({ step: 'done', email })
    } catch (error) {
      const isSpent =
        error instanceof ApiError && (error.code === 'link_expired' || error.fields?.token)
      setState({ step: isSpent ? 'spent' : 'ask' })
      if (!isSpent) setTrouble(errorMessageOf(error))
    }
  }
  if (state.step === 'spent')
    return (
      <LinkExpired href="/account/security" label="Send me a new link">
        Links to confirm an address work once, for three days. This one was used already, or it is
        too old. If your address is confirmed by now, all is well.
      </LinkExpired>
    )
  if (state.step === 'done')
    return (
      <div className="grid gap-5" role="status">
        <h1 className="text-d2">Thank you</h1>
        <p className="text-lead text-ink-soft">
          {state.email} is confirmed. Order notes go there, and a new password if you ever need one.
          You can sign in with it too.
        </p>
        <ButtonLink size="lg" href="/account">
          Go to your account
        </ButtonLink>
      </div>
    )
  return (
    <div className="grid gap-5">
      <h1 className="text-d2">Is this your address?</h1>
      <p className="text-lead text-ink-soft">
        One press, and we know that the email reached the right person.
      </p>
      <Button
        size="lg"
        aria-busy={state.step === 'busy'}
        aria-disabled={state.step === 'busy'}
        onClick={() => void confirm()}
      >
        {state.step === 'busy' ? 'Processing...' : 'Confirm this address'}
      </Button>
      <p role="alert" className="rounded-block bg-bad-soft px-4 py-3.5 text-ink empty:hidden">
        {trouble}
      </p>
    </div>
  )
}
