'use client'
import { useEffect, useState } from 'react'
import { api } from '../../client/api'
import { showToast } from '../ui/toast'

const thanksFor = 5000

/** Sends the form of a newsletter sign-up and says what came of it (storefront specification 5 and 8). */
export const useSubscribe = (tribe: boolean) => {
  const [state, setState] = useState<'idle' | 'sending' | 'done'>('idle')
  useEffect(() => {
    if (state !== 'done') return undefined
    const timer = setTimeout(() => setState('idle'), thanksFor)
    return () => clearTimeout(timer)
  }, [state])

  const subscribe = async (form: HTMLFormElement): Promise<void> => {
    if (state !== 'idle') return
    const value = (name: string): string => String(new FormData(form).get(name) ?? '').trim()
    const email = value('email')
    if (!email) {
      if (tribe) showToast({ title: 'Email Required', text: 'Please enter your email address.', kind: 'error' })
      return
    }
    setState('sending')
    try {
      await api('POST', '/api/newsletter/subscribe', { email, firstName: value('firstName') || undefined, lastName: value('lastName') || undefined })
      form.reset()
      setState('done')
      showToast({ title: tribe ? 'Welcome to the Tribe!' : 'Thank you for subscribing!', text: "You'll receive weekly reflections and updates." })
    } catch {
      setState('idle')
      showToast({ title: tribe ? 'Subscription Failed' : 'Subscription failed', text: 'Please try again later.', kind: 'error' })
    }
  }
  return { state, subscribe }
}
