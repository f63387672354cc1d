'use client'
import { useState } from 'react'

import type { OrderRequest } from '@/app/(focused)/checkout/order-request'
import type { ButtonMethod } from '@/platform/payment-methods'

import type { PaymentPhase } from './payment-messages'
import type { CardDetails } from './paypal-sdk'

/** PayPal's card form and Google's button are in the page while their payment is open. */
const isInline = (method: ButtonMethod | null): boolean =>
  method === 'card' || method === 'google_pay'

/** The way to pay whose form is open in the page. Other ways open a window of their own. */
export function useOpenForm(
  phase: PaymentPhase,
  method: ButtonMethod | null,
  offered: readonly ButtonMethod[],
  cancelPayment: () => void,
) {
  const [isCardFormOpen, setIsCardFormOpen] = useState(false)
  const [isCardFormLoaded, setIsCardFormLoaded] = useState(false)
  const inlineForm =
    (phase === 'opening' || phase === 'approving') && isInline(method) ? method : null
  const openForm: ButtonMethod | null =
    inlineForm ?? (isCardFormOpen && offered.includes('card_fields') ? 'card_fields' : null)
  return {
    openForm,
    isCardFormLoaded,
    openCardForm: () => {
      setIsCardFormOpen(true)
      setIsCardFormLoaded(true)
    },
    canCloseForm: inlineForm ? phase === 'approving' : phase === 'idle',
    closeForm: () => {
      setIsCardFormOpen(false)
      if (inlineForm) cancelPayment()
    },
  }
}

/** What PayPal checks the card against: the billing address of the order. */
export function toCardDetails({ billing, customer }: OrderRequest, name: string): CardDetails {
  const address = billing ?? ('address1' in customer ? customer : null)
  // An order of gift cards alone has no address.
  if (!address) return { name }
  return {
    name,
    billingAddress: {
      addressLine1: address.address1,
      addressLine2: address.address2,
      adminArea2: address.city,
      adminArea1: address.stateCode,
      postalCode: address.zip,
      countryCode: address.countryCode,
    },
  }
}
