'use client'
import { useEffect, useState } from 'react'

import type { NewsletterVariant } from '@/modules/newsletter/rules/subscription'
import { api, ApiError } from '@/ui/api-client'
import { showToast } from '@/ui/toast'

const thanksFor = 5000

/** What was wrong, in words that help: the toast's own text is the specification's and the same for everything. */
const troubleOf = (error: unknown): string => {
  if (!(error instanceof ApiError)) return 'That did not reach us. Please try again in a moment.'
  if (error.status === 429)
    return 'That was a lot of tries in a short time. Please try again in an hour.'
  return (
    Object.values(error.fields ?? {})[0] ??
    'Something on our side did not work. Please try again in a moment.'
  )
}

/** Sends the form of a newsletter sign-up and says what came of it (storefront specification 5 and 8). */
export function useSubscribe(form: NewsletterVariant) {
  const tribe = form === 'tribe'
  const [state, setState] = useState<'idle' | 'sending' | 'done'>('idle')
  /** Stays after the five seconds of thanks, because the mail has to be looked for. */
  const [said, setSaid] = useState('')
  const [trouble, setTrouble] = useState('')
  useEffect(() => {
    if (state !== 'done') return undefined
    const timer = setTimeout(() => setState('idle'), thanksFor)
    return () => clearTimeout(timer)
  }, [state])

  const subscribe = async (element: HTMLFormElement): Promise<void> => {
    if (state !== 'idle') return
    const value = (name: string): string => String(new FormData(element).get(name) ?? '').trim()
    const email = value('email')
    if (!email) {
      if (tribe)
        showToast({
          title: 'Email Required',
          text: 'Please enter your email address.',
          kind: 'error',
        })
      return
    }
    const body = {
      email,
      firstName: value('firstName') || undefined,
      lastName: value('lastName') || undefined,
      form,
    }
    setState('sending')
    setSaid('')
    setTrouble('')
    try {
      const { message } = await api<{ message: string }>('POST', '/api/newsletter/subscribe', body)
      element.reset()
      setState('done')
      setSaid(message)
      showToast({
        title: tribe ? 'Welcome to the Tribe!' : 'Thank you for subscribing!',
        text: "You'll receive weekly reflections and updates.",
      })
    } catch (error) {
      setState('idle')
      setTrouble(troubleOf(error))
      showToast({
        title: tribe ? 'Subscription Failed' : 'Subscription failed',
        text: 'Please try again later.',
        kind: 'error',
      })
    }
  }
  return { state, said, trouble, subscribe }
}
