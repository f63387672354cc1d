'use client'
import { useEffect, useRef, useState } from 'react'

import { formatMoney, parseMoney } from '@/platform/money'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/form-fields'

import {
  type CardFields,
  type CardFieldStates,
  type CardFieldType,
  cardFieldTypes,
} from './paypal-sdk'
import type { usePayment } from './use-payment'

const fieldTexts = {
  number: { label: 'Card number', error: 'Please check the card number.' },
  expiry: { label: 'Expires (MM/YY)', error: 'Please check the expiration date.' },
  cvv: { label: 'Security code', error: 'Please check the security code.' },
} satisfies Record<CardFieldType, { label: string; error: string }>

const frameStyle = { input: { fontSize: '16px', padding: '0 12px', height: '46px' } }

/** One of PayPal's frames with our label and error. */
const HostedField = ({
  fields,
  type,
  error,
}: {
  fields: CardFields
  type: CardFieldType
  error: string | undefined
}) => {
  const container = useRef<HTMLDivElement>(null)
  const { label } = fieldTexts[type]
  useEffect(() => {
    const field = fields.createCardFieldsComponent({ type, ariaLabel: label, style: frameStyle })
    container.current?.append(field)
    return () => {
      field.destroy?.()
      field.remove()
    }
  }, [fields, type, label])
  return (
    <div className="grid content-start gap-1.5">
      <span aria-hidden="true" className="text-small font-semibold">
        {label}
      </span>
      <div
        ref={container}
        className={`min-h-12 overflow-hidden rounded-block border-[1.5px] bg-white ${error ? 'border-bad' : 'border-line-strong'}`}
      />
      <p role="alert" className="text-small font-[550] text-bad empty:hidden">
        {error}
      </p>
    </div>
  )
}

const untouched = { isFocused: false, isValid: false, isEmpty: true }
const initialStates: CardFieldStates = { number: untouched, expiry: untouched, cvv: untouched }

/** Follows what PayPal's frames report. A field shows its error once it was left, or after an attempt to pay. */
const useFieldErrors = (fields: CardFields) => {
  const [states, setStates] = useState(initialStates)
  const [isTried, setIsTried] = useState(false)
  useEffect(() => {
    let isMounted = true
    const update = ({ data }: { data: CardFieldStates }): void => {
      if (isMounted) setStates({ number: data.number, expiry: data.expiry, cvv: data.cvv })
    }
    for (const event of ['blur', 'change', 'validitychange'] as const) fields.on(event, update)
    return () => {
      isMounted = false
    }
  }, [fields])
  return {
    isComplete: cardFieldTypes.every((type) => states[type].isValid),
    setIsTried,
    errorOf: (type: CardFieldType): string | undefined => {
      const { isValid, isEmpty, isFocused } = states[type]
      const isShown = isTried || (!isEmpty && !isFocused)
      return isShown && !isValid ? fieldTexts[type].error : undefined
    },
  }
}

export type CardFormProps = {
  fields: CardFields
  payment: ReturnType<typeof usePayment>
  cardholder: string
}

/** Storefront specification 4 with PayPal's card fields: number, date, and code are typed into PayPal's frames. */
export function CardForm({ fields, payment, cardholder }: CardFormProps) {
  const [name, setName] = useState(cardholder)
  const { isComplete, setIsTried, errorOf } = useFieldErrors(fields)
  const isBusy = payment.phase !== 'idle'
  const amount = payment.amount
  const submit = (): void => {
    setIsTried(true)
    if (isComplete && name.trim()) payment.payByCard(name.trim())
  }
  return (
    <form
      aria-label="Card"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <HostedField fields={fields} type="number" error={errorOf('number')} />
      <div className="grid grid-cols-2 gap-3">
        <HostedField fields={fields} type="expiry" error={errorOf('expiry')} />
        <HostedField fields={fields} type="cvv" error={errorOf('cvv')} />
      </div>
      <TextField
        label="Name on card"
        value={name}
        autoComplete="cc-name"
        maxLength={120}
        error={name.trim() ? undefined : 'Please add the name on the card.'}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" size="lg" className="w-full" isBusy={isBusy}>
        {isBusy ? 'Processing...' : `Pay ${amount ? formatMoney(parseMoney(amount)) : ''}`}
      </Button>
      <p className="text-small text-ink-soft">
        By paying with your card, you agree that PayPal processes your data under its{' '}
        <a
          className="underline"
          href="https://www.paypal.com/us/legalhub/paypal/privacy-full"
          target="_blank"
          rel="noopener noreferrer"
        >
          privacy statement
        </a>
        .
      </p>
    </form>
  )
}
