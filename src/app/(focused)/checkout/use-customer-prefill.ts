'use client'
import { useEffectEvent, useLayoutEffect, useState } from 'react'

import { createSessionStorageStore } from '@/platform/browser-storage'
import { api } from '@/platform/http/api-client'

import {
  type CheckoutCustomer,
  initialFields,
  matchingSavedAddress,
  toAddressRequest,
} from './checkout-customer'
import type { AddressChoice } from './saved-addresses'
import {
  type CheckoutFormState,
  clearStoredForm,
  getStoredForm,
  keepEarlyInput,
} from './use-checkout-form'

/** The customer whose details this tab's form began with: nobody else may see them. */
const startedBy = createSessionStorageStore('checkout-person', 0, (stored) =>
  typeof stored === 'number' ? stored : 0,
)
const saveTimeoutMs = 4000

/** Fills the form with the details of a signed-in customer, and saves a new address for them if they choose to. */
export function useCustomerPrefill(
  customer: CheckoutCustomer | null,
  access: CheckoutFormState,
): { choice: AddressChoice | null; saveAddressIfChosen: () => Promise<void> } {
  const [isSaving, setSaving] = useState(false)
  const begin = useEffectEvent(() => {
    const previousId = startedBy.get()
    const isOtherCustomer = previousId !== 0 && previousId !== customer?.id
    if (isOtherCustomer) {
      clearStoredForm()
      startedBy.clear()
    } else keepEarlyInput()
    if (!customer) return
    const fields = initialFields(getStoredForm(), customer)
    if (fields) access.fill(fields)
    startedBy.set(customer.id)
  })
  // Before React renders the fields again with what is stored.
  useLayoutEffect(() => begin(), [])
  return {
    choice: customer ? { addresses: customer.addresses, isSaving, setSaving } : null,
    // The order is paid by now, so a failure here is ignored.
    saveAddressIfChosen: async () => {
      if (!customer || !isSaving || matchingSavedAddress(access.form, customer.addresses)) return
      await api(
        'POST',
        '/api/account/addresses',
        toAddressRequest(access.form),
        AbortSignal.timeout(saveTimeoutMs),
      ).catch(() => undefined)
    },
  }
}
