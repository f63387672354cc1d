'use client'
import { useEffect, useEffectEvent, useState } from 'react'

import { api } from '@/ui/api-client'
import { createSessionStorageStore } from '@/ui/session-storage-store'

import {
  type CheckoutCustomer,
  initialFields,
  matchingSavedAddress,
  toAddressRequest,
} from './checkout-customer'
import type { AddressChoice } from './saved-addresses'
import { type CheckoutFormState, clearStoredForm } from './use-checkout-form'

/** Whose details this tab's form was begun with: somebody else does not get to see them. */
const begunBy = createSessionStorageStore('checkout-person', 0, (stored) =>
  typeof stored === 'number' ? stored : 0,
)
const longestWait = 4000

/** Begins the form with what the shop knows of somebody who is signed in, and keeps a new address for them when they asked. */
export function useCustomerPrefill(
  person: CheckoutCustomer | null,
  access: CheckoutFormState,
  ready: boolean,
): { choice: AddressChoice | null; keepIfAsked: () => Promise<void> } {
  const [keep, setKeep] = useState(false)
  const begin = useEffectEvent(() => {
    const before = begunBy.get()
    const isSomebodyElses = before !== 0 && before !== person?.id
    if (isSomebodyElses) {
      clearStoredForm()
      begunBy.clear()
    }
    const fields = person
      ? initialFields(isSomebodyElses ? { fields: {} as never } : access.form, person)
      : null
    if (!person || !fields) return
    access.fill(fields)
    begunBy.set(person.id)
  })
  useEffect(() => {
    if (ready) begin()
  }, [ready])
  return {
    choice: person ? { addresses: person.addresses, keep, setKeep } : null,
    // The order is paid by now: whatever comes of this, it may not stand in the way.
    keepIfAsked: async () => {
      if (!person || !keep || matchingSavedAddress(access.form, person.addresses)) return
      await api(
        'POST',
        '/api/account/addresses',
        toAddressRequest(access.form),
        AbortSignal.timeout(longestWait),
      ).catch(() => undefined)
    },
  }
}
