import type { AddressView } from '../../queries/list-addresses'
import { addressFields, type CheckoutForm, type FieldName, tidyZip } from './checkout-form'

/** What the shop knows of somebody who is signed in: their confirmed email address, name and kept addresses, the default first. */
export type CheckoutPerson = { id: number; email: string; firstName: string; lastName: string; addresses: AddressView[] }

type Fields = Partial<CheckoutForm['fields']>

const addressOf = (address: AddressView): Fields => ({ ...Object.fromEntries(addressFields.map((field) => [field, address[field]])), phone: address.phone })

/** The fields a form begins with; null when somebody has typed into it already. */
export const beginning = ({ fields }: Pick<CheckoutForm, 'fields'>, { email, firstName, lastName, addresses }: CheckoutPerson): Fields | null => {
  if (Object.values(fields).some((text) => text.trim() !== '')) return null
  const [first] = addresses
  return { email, firstName, lastName, ...(first?.isDefault ? addressOf(first) : {}) }
}

/** Another of their addresses; the phone number stays when it has none of its own. */
export const fromAddress = (address: AddressView): Fields => {
  const { phone, ...fields } = addressOf(address)
  return phone ? { ...fields, phone } : fields
}

const sameText = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/** Which of the kept addresses the form shows; none when it is another one. */
export const shownAddress = ({ fields }: Pick<CheckoutForm, 'fields'>, addresses: readonly AddressView[]): AddressView | undefined =>
  addresses.find((address) => addressFields.every((field) => sameText(field === 'zip' ? tidyZip(fields.zip) : fields[field], address[field])))

/** The body of POST /api/account/addresses for the address in the form. */
export const toKept = ({ fields }: Pick<CheckoutForm, 'fields'>) => {
  const text = (name: FieldName): string => fields[name].trim()
  return { ...Object.fromEntries(addressFields.map((field) => [field, text(field)])), zip: tidyZip(text('zip')), phone: text('phone') }
}
