'use client'
import type { AddressView } from '@/modules/accounts/queries/list-addresses'
import { Checkbox, SelectField } from '@/ui/form-fields'

import { fieldsFromAddress, matchingSavedAddress } from './checkout-customer'
import type { CheckoutFormState } from './use-checkout-form'

export type AddressChoice = {
  addresses: readonly AddressView[]
  /** Whether a new address will be saved. */
  isSaving: boolean
  setSaving: (isSaving: boolean) => void
}

const addressLine = ({ label, address1, city, stateCode }: AddressView): string =>
  [label, `${address1}, ${city}, ${stateCode}`].filter(Boolean).join(': ')

export function SavedAddressSelect({
  access,
  choice: { addresses },
}: {
  access: CheckoutFormState
  choice: AddressChoice
}) {
  if (addresses.length === 0) return null
  return (
    <SelectField
      id="checkout-saved-address"
      label="Saved addresses"
      value={matchingSavedAddress(access.form, addresses)?.id ?? ''}
      autoComplete="off"
      onChange={(event) => {
        const chosen = addresses.find(({ id }) => String(id) === event.target.value)
        if (chosen) access.fill(fieldsFromAddress(chosen))
        else access.fill({ address1: '', address2: '', city: '', stateCode: '', zip: '' })
      }}
    >
      <option value="">Use a different address</option>
      {addresses.map((address) => (
        <option key={address.id} value={address.id}>
          {addressLine(address)}
        </option>
      ))}
    </SelectField>
  )
}

export function SaveAddressCheckbox({
  access,
  choice: { addresses, isSaving, setSaving },
}: {
  access: CheckoutFormState
  choice: AddressChoice
}) {
  return matchingSavedAddress(access.form, addresses) ? null : (
    <Checkbox
      label="Save this address to my account"
      name="keepAddress"
      checked={isSaving}
      onChange={(event) => setSaving(event.target.checked)}
    />
  )
}
