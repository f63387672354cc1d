'use client'
import { type FormEvent, useState } from 'react'

import { api, ApiError } from '@/ui/api-client'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/form-fields'

type Said = { kind: 'done' | 'trouble'; text: string }

/** 'DF-1089', whether it was typed as 'df 1089', '#1089' or with spaces around. */
const tidyNumber = (typed: string): string => {
  const digits = /^\s*(?:#|df)?[\s-]*(\d{1,12})\s*$/i.exec(typed)?.[1]
  return digits ? `DF-${digits}` : typed.trim()
}

const problemsOf = (orderNumber: string, email: string): Record<string, string> => ({
  ...(/^DF-\d{1,12}$/.test(tidyNumber(orderNumber))
    ? {}
    : {
        orderNumber: orderNumber.trim()
          ? 'Order numbers look like DF-1001.'
          : 'Please add the order number.',
      }),
  ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
    ? {}
    : {
        email: email.trim()
          ? 'Please check the email address. It looks like name@example.com.'
          : 'Please add your email address.',
      }),
})

/** Asks for a link by mail. The answer is the same whether or not there is such an order: it tells nobody who ordered. */
export function FindOrderForm() {
  const [sending, setSending] = useState(false)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [said, setSaid] = useState<Said | null>(null)

  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (sending) return
    const form = event.currentTarget
    const value = (name: string): string => String(new FormData(form).get(name) ?? '')
    const found = problemsOf(value('orderNumber'), value('email'))
    setProblems(found)
    setSaid(null)
    const [first] = Object.keys(found)
    if (first) return (form.elements.namedItem(first) as HTMLInputElement).focus()
    setSending(true)
    try {
      const { message } = await api<{ message: string }>('POST', '/api/orders/find', {
        orderNumber: tidyNumber(value('orderNumber')),
        email: value('email').trim(),
      })
      setSaid({ kind: 'done', text: message })
    } catch (error) {
      if (error instanceof ApiError && error.fields) setProblems(error.fields)
      else
        setSaid({
          kind: 'trouble',
          text:
            error instanceof ApiError && error.status === 429
              ? 'That was a lot of tries in a short time. Please wait a few minutes and try again.'
              : 'That did not reach us. Please try again in a moment.',
        })
    } finally {
      setSending(false)
    }
  }

  return (
    <form
      method="post"
      action="/api/orders/find"
      noValidate
      className="grid max-w-[26rem] gap-5"
      onSubmit={(event) => void send(event)}
    >
      <TextField
        id="order-number"
        name="orderNumber"
        label="Order number"
        hint="It is in the mail we sent you, like DF-1001."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={24}
        required
        error={problems.orderNumber}
      />
      <TextField
        id="order-email"
        name="email"
        type="email"
        label="Email"
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        required
        error={problems.email}
      />
      <Button
        type="submit"
        aria-busy={sending}
        aria-disabled={sending}
        className="justify-self-start"
      >
        {sending ? 'Processing...' : 'Send me the link'}
      </Button>
      <p role="status" className="rounded-block bg-good-soft px-4 py-3.5 text-ink empty:hidden">
        {said?.kind === 'done' ? said.text : ''}
      </p>
      <p role="alert" className="rounded-block bg-bad-soft px-4 py-3.5 text-ink empty:hidden">
        {said?.kind === 'trouble' ? said.text : ''}
      </p>
    </form>
  )
}
