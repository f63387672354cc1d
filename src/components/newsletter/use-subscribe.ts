'use client'
import { useEffect, useState } from 'react'

import type { FormText } from '@/components/form/api-form'
import { errorMessage } from '@/components/form/use-submit'
import type { NewsletterVariant } from '@/modules/newsletter/rules/subscription'
import { api, ApiError } from '@/platform/http/api-client'
import { showToast } from '@/ui/toast'

const thanksFor = 5000

/** A helpful message beside the form: the toast's text is the specification's, and the same for every error. */
const messageOf = (error: unknown): string => {
  if (!(error instanceof ApiError)) return errorMessage(error)
  if (error.status === 429) return 'Too many attempts. Please try again in an hour.'
  return (
    Object.values(error.fields ?? {})[0] ??
    'Something went wrong on our side. Please try again in a moment.'
  )
}

/** Sends a newsletter sign-up (storefront specification 5 and 8). */
export function useSubscribe(form: NewsletterVariant) {
  const tribe = form === 'tribe'
  const [state, setState] = useState<'idle' | 'sending' | 'done'>('idle')
  /** Stays after the five seconds of thanks, because the reader has to look for the email. */
  const [success, setSuccess] = useState('')
  const [message, setMessage] = useState('')
  useEffect(() => {
    if (state !== 'done') return undefined
    const timer = setTimeout(() => setState('idle'), thanksFor)
    return () => clearTimeout(timer)
  }, [state])

  const subscribe = async (text: FormText, element: HTMLFormElement): Promise<void> => {
    if (state !== 'idle') return
    const email = text('email').trim()
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
      firstName: text('firstName').trim() || undefined,
      lastName: text('lastName').trim() || undefined,
      form,
    }
    setState('sending')
    setSuccess('')
    setMessage('')
    try {
      const sent = await api<{ message: string }>('POST', '/api/newsletter/subscribe', body)
      element.reset()
      setState('done')
      setSuccess(sent.message)
      showToast({
        title: tribe ? 'Welcome to the Tribe!' : 'Thank you for subscribing!',
        text: "You'll receive weekly reflections and updates.",
      })
    } catch (error) {
      setState('idle')
      setMessage(messageOf(error))
      showToast({
        title: tribe ? 'Subscription Failed' : 'Subscription failed',
        text: 'Please try again later.',
        kind: 'error',
      })
    }
  }
  return { state, success, message, subscribe }
}
