'use client'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'

import { formText } from '@/components/form/form-text'
import type { NewsletterVariant } from '@/modules/newsletter/rules/subscription'

import type { SubscribeResult } from './subscribe'

type Props = {
  variant: NewsletterVariant
  className: string
  label: string
  buttonClassName: string
  noteClassName: string
  note: ReactNode
  children: ReactNode
}

const thanksFor = 5000

/** Fetched with the first form that is sent. */
const loadSubscribe = () => import('./subscribe').then((loaded) => loaded.subscribe)
const notLoaded = async (): Promise<SubscribeResult> => ({
  error: 'Something went wrong. Check your connection and try again.',
})

const useSubscribe = (variant: NewsletterVariant) => {
  const [state, setState] = useState<'idle' | 'sending' | 'done'>('idle')
  /** Stays after the five seconds of thanks, because the reader has to look for the email. */
  const [result, setResult] = useState<SubscribeResult>({})
  useEffect(() => {
    if (state !== 'done') return undefined
    const timer = setTimeout(() => setState('idle'), thanksFor)
    return () => clearTimeout(timer)
  }, [state])

  const submit = async (form: HTMLFormElement): Promise<void> => {
    if (state !== 'idle') return
    const text = formText(form)
    setState('sending')
    setResult({})
    const subscribe = await loadSubscribe().catch(() => notLoaded)
    const sent = await subscribe(variant, text)
    if (sent.success) form.reset()
    setResult(sent)
    setState(sent.success ? 'done' : 'idle')
  }
  return { state, result, submit }
}

/** Sends the fields of the newsletter form, and shows the result. */
export function SubscribeForm({ variant, children, note, ...look }: Props) {
  const { state, result, submit } = useSubscribe(variant)
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    void submit(event.currentTarget)
  }
  return (
    <form
      action="/api/newsletter/subscribe"
      method="post"
      className={look.className}
      aria-label={variant === 'minimal' ? 'Newsletter (footer)' : 'Newsletter'}
      noValidate={variant === 'tribe'}
      data-replay
      onSubmit={onSubmit}
    >
      {children}
      <button
        type="submit"
        className={look.buttonClassName}
        aria-disabled={state !== 'idle'}
        onClick={(event) => {
          if (state !== 'idle') event.preventDefault()
        }}
        aria-busy={state === 'sending'}
      >
        {state === 'done' ? 'Thank you' : state === 'sending' ? 'Processing...' : look.label}
      </button>
      <div className={`col-span-full grid gap-1 text-small ${look.noteClassName}`}>
        {note}
        <p role="status" className="font-semibold empty:hidden">
          {result.success}
        </p>
        <p role="alert" className="font-semibold empty:hidden">
          {result.error}
        </p>
      </div>
    </form>
  )
}
