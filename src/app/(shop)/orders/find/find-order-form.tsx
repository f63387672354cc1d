'use client'
import { useState } from 'react'

import {
  ApiForm,
  emailError,
  emailInput,
  FormSuccess,
  SubmitButton,
} from '@/components/form/api-form'
import type { FormText } from '@/components/form/form-text'
import { useSubmit } from '@/components/form/use-submit'
import { normalizeOrderNumber } from '@/modules/orders/rules/order-number'
import { api } from '@/platform/http/api-client'
import { FormError } from '@/ui/form-error'
import { TextField } from '@/ui/form-fields'

const orderNumberError = (orderNumber: string): string | null => {
  if (/^DF-\d{1,12}$/.test(orderNumber)) return null
  return orderNumber ? 'Order numbers look like DF-1001.' : 'Please add your order number.'
}

/**
 * Requests a link by email. The response is the same whether or not the order exists, so it reveals nothing about who
 * ordered.
 */
export function FindOrderForm() {
  const { busy, errors, message, form, submit } = useSubmit()
  const [success, setSuccess] = useState('')
  const send = (text: FormText): void => {
    const orderNumber = normalizeOrderNumber(text('orderNumber'))
    const email = text('email').trim()
    setSuccess('')
    void submit(
      async () => {
        const sent = await api<{ message: string }>('POST', '/api/orders/find', {
          orderNumber,
          email,
        })
        setSuccess(sent.message)
      },
      {
        errors: {
          orderNumber: orderNumberError(orderNumber),
          email: emailError(email, 'Please add your email address.'),
        },
      },
    )
  }
  return (
    <ApiForm
      ref={form}
      action="/api/orders/find"
      className="grid max-w-[26rem] gap-5"
      onSubmit={send}
    >
      <TextField
        id="order-number"
        name="orderNumber"
        label="Order number"
        hint="It’s in your confirmation email and looks like DF-1001."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={24}
        required
        error={errors.orderNumber}
      />
      <TextField
        {...emailInput}
        id="order-email"
        name="email"
        label="Email"
        required
        error={errors.email}
      />
      <SubmitButton busy={busy} className="justify-self-start">
        Email me the link
      </SubmitButton>
      <FormSuccess>{success}</FormSuccess>
      <FormError>{message}</FormError>
    </ApiForm>
  )
}
