import {
  addressFields,
  type CheckoutFormValues,
  type FieldName,
} from '@/components/checkout/checkout-fields'
import type { AddressView } from '@/modules/accounts/queries/list-addresses'
import { normalizeZip } from '@/platform/us/normalize-zip'

/** A signed-in customer: confirmed email address, name, and saved addresses, the default first. */
export type CheckoutCustomer = {
  id: number
  email: string
  firstName: string
  lastName: string
  addresses: AddressView[]
}

type Fields = Partial<CheckoutFormValues['fields']>

const addressOf = (address: AddressView): Fields => ({
  ...Object.fromEntries(addressFields.map((field) => [field, address[field]])),
  phone: address.phone,
})

/** The fields a form begins with; null if someone has typed into it. */
export function initialFields(
  { fields }: Pick<CheckoutFormValues, 'fields'>,
  { email, firstName, lastName, addresses }: CheckoutCustomer,
): Fields | null {
  if (Object.values(fields).some((text) => text.trim() !== '')) return null
  const [first] = addresses
  return { email, firstName, lastName, ...(first?.isDefault ? addressOf(first) : {}) }
}

/** Another of their addresses; the phone number stays when it has none of its own. */
export function fieldsFromAddress(address: AddressView): Fields {
  const { phone, ...fields } = addressOf(address)
  return phone ? { ...fields, phone } : fields
}

const sameText = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/** The saved address that the form shows, if any. */
export function matchingSavedAddress(
  { fields }: Pick<CheckoutFormValues, 'fields'>,
  addresses: readonly AddressView[],
): AddressView | undefined {
  return addresses.find((address) =>
    addressFields.every((field) =>
      sameText(field === 'zip' ? normalizeZip(fields.zip) : fields[field], address[field]),
    ),
  )
}

/** The body of POST /api/account/addresses for the address in the form. */
export function toAddressRequest({ fields }: Pick<CheckoutFormValues, 'fields'>) {
  const text = (name: FieldName): string => fields[name].trim()
  return {
    ...Object.fromEntries(addressFields.map((field) => [field, text(field)])),
    zip: normalizeZip(text('zip')),
    phone: text('phone'),
  }
}
