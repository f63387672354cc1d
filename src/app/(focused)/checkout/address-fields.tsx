'use client'
import type { AddressField, FieldName } from '@/components/checkout/checkout-fields'

import { FormField, StateField } from './form-field'
import type { CheckoutFormState } from './use-checkout-form'

/** Street, unit, city, state, ZIP: for the shipping and the billing address. */
export function AddressFields({
  access,
  billing = false,
}: {
  access: CheckoutFormState
  billing?: boolean
}) {
  const name = (field: AddressField): FieldName => (billing ? `billing.${field}` : field)
  const fill = (token: string): string => `${billing ? 'billing' : 'shipping'} ${token}`
  return (
    <>
      <FormField name={name('address1')} access={access} autoComplete={fill('address-line1')} />
      <FormField name={name('address2')} access={access} autoComplete={fill('address-line2')} />
      <div className="grid grid-cols-2 gap-4.5 sm:grid-cols-[2fr_1.3fr_1fr]">
        <FormField
          name={name('city')}
          access={access}
          autoComplete={fill('address-level2')}
          className="max-sm:col-span-full"
        />
        <StateField
          name={name('stateCode')}
          access={access}
          autoComplete={fill('address-level1')}
        />
        <FormField
          name={name('zip')}
          access={access}
          autoComplete={fill('postal-code')}
          inputMode="numeric"
        />
      </div>
    </>
  )
}

export function NameFields({
  access,
  billing = false,
}: {
  access: CheckoutFormState
  billing?: boolean
}) {
  const name = (field: AddressField): FieldName => (billing ? `billing.${field}` : field)
  const fill = (token: string): string => (billing ? `billing ${token}` : token)
  return (
    <div className="grid gap-4.5 sm:grid-cols-2">
      <FormField name={name('firstName')} access={access} autoComplete={fill('given-name')} />
      <FormField name={name('lastName')} access={access} autoComplete={fill('family-name')} />
    </div>
  )
}
