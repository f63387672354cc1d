import type { ShippingMethodId } from '@/modules/checkout/rules/destination'
import { giftLimits } from '@/modules/checkout/rules/gift'
import { emailShape } from '@/platform/email/email-shape'
import { normalizeZip } from '@/platform/us/normalize-zip'
import { isUsRegion } from '@/platform/us/regions'

export const addressFields = [
  'firstName',
  'lastName',
  'address1',
  'address2',
  'city',
  'stateCode',
  'zip',
] as const
export type AddressField = (typeof addressFields)[number]
export type FieldName = 'email' | 'phone' | AddressField | `billing.${AddressField}`

/** What the buyer chose for the package. Recipient and note count only for a gift. */
export type PackageChoice = { isGift: boolean; recipient: string; note: string; isPlain: boolean }

/** Storefront specification 3. Optional: phone, address2 and its billing twin. */
export type CheckoutFormValues = {
  fields: Record<FieldName, string>
  billingAddressSame: boolean
  newsletterSubscribe: boolean
  package: PackageChoice
  /** Standard wherever this one isn't offered. */
  shippingMethod: ShippingMethodId
}

const shippingFieldNames: readonly FieldName[] = [
  'email',
  'firstName',
  'lastName',
  'phone',
  'address1',
  'address2',
  'city',
  'stateCode',
  'zip',
]
const billingFieldNames: readonly FieldName[] = addressFields.map(
  (field) => `billing.${field}` as const,
)
const allFieldNames = [...shippingFieldNames, ...billingFieldNames]

export const emptyCheckoutForm: CheckoutFormValues = {
  fields: Object.fromEntries(
    allFieldNames.map((name) => [name, '']),
  ) as CheckoutFormValues['fields'],
  billingAddressSame: true,
  newsletterSubscribe: false,
  package: { isGift: false, recipient: '', note: '', isPlain: false },
  shippingMethod: 'standard',
}

/** What each field holds: its label, how long it may be (modules/checkout/schemas.ts), and the error when it is empty. */
const kinds = {
  email: { label: 'Email', max: 254, missing: 'Please add your email address.' },
  phone: { label: 'Phone', max: 30, missing: '' },
  firstName: { label: 'First name', max: 60, missing: 'Please add a first name.' },
  lastName: { label: 'Last name', max: 60, missing: 'Please add a last name.' },
  address1: { label: 'Street address', max: 120, missing: 'Please add a street address.' },
  address2: { label: 'Apartment or unit', max: 120, missing: '' },
  city: { label: 'City', max: 80, missing: 'Please add a city.' },
  stateCode: { label: 'State', max: 2, missing: 'Please choose a state.' },
  zip: { label: 'ZIP code', max: 10, missing: 'Please add a ZIP code.' },
} as const
type Kind = keyof typeof kinds

const kindOf = (name: FieldName): Kind => name.replace('billing.', '') as Kind
export function fieldLabel(name: FieldName): string {
  return kinds[kindOf(name)].label
}
export function fieldMaxLength(name: FieldName): number {
  return kinds[kindOf(name)].max
}
export function isOptional(name: FieldName): boolean {
  return kinds[kindOf(name)].missing === ''
}

const shapes: Partial<Record<Kind, { fits: (value: string) => boolean; message: string }>> = {
  email: {
    fits: (value) => emailShape.test(value),
    message: 'Please enter an email address like name@example.com.',
  },
  phone: {
    fits: (value) => /^[0-9+().\-\s]*$/.test(value),
    message: 'Please enter a phone number like 805 555 0123.',
  },
  stateCode: { fits: isUsRegion, message: 'Please choose a state.' },
  zip: {
    fits: (value) => /^\d{5}(-\d{4})?$/.test(normalizeZip(value)),
    message: 'Please enter a 5-digit ZIP code, like 93023.',
  },
}

/** The error of a field; undefined when it is valid. */
export function fieldError(name: FieldName, typed: string): string | undefined {
  const kind = kindOf(name)
  const value = typed.trim()
  if (value === '') return kinds[kind].missing || undefined
  const shape = shapes[kind]
  return shape && !shape.fits(value) ? shape.message : undefined
}

const emailOnlyFieldNames: readonly FieldName[] = ['email', 'firstName', 'lastName']

/**
 * The fields that count now: those of the billing address only when it is another one.
 * @param isEmailOnly nothing is shipped, so no address is needed
 */
export function visibleFields(
  { billingAddressSame }: Pick<CheckoutFormValues, 'billingAddressSame'>,
  isEmailOnly = false,
): readonly FieldName[] {
  if (isEmailOnly) return emailOnlyFieldNames
  return billingAddressSame ? shippingFieldNames : allFieldNames
}

/** `zipStateError` of platform/us/zip-prefixes, whose ranges the page fetches with the first ZIP code. */
export type ZipCheck = (stateCode: string, zip: string) => string | undefined

/** The ZIP code of another state is an error of the ZIP field. */
const zipMismatch = (
  name: FieldName,
  { fields }: CheckoutFormValues,
  check: ZipCheck,
): string | undefined => {
  if (name === 'zip') return check(fields.stateCode, normalizeZip(fields.zip))
  if (name === 'billing.zip')
    return check(fields['billing.stateCode'], normalizeZip(fields['billing.zip']))
  return undefined
}

/**
 * The error of each visible field.
 * @param options.zipCheck null while its ranges are being fetched: then only the server compares ZIP code and state
 * @param options.isEmailOnly nothing is shipped, so no address is asked for
 */
export function fieldErrors(
  form: CheckoutFormValues,
  { zipCheck, isEmailOnly = false }: { zipCheck: ZipCheck | null; isEmailOnly?: boolean },
): Partial<Record<FieldName, string>> {
  return Object.fromEntries(
    visibleFields(form, isEmailOnly).flatMap((name) => {
      const error =
        fieldError(name, form.fields[name]) ?? (zipCheck && zipMismatch(name, form, zipCheck))
      return error ? [[name, error]] : []
    }),
  )
}

const parsePackage = (stored: unknown): PackageChoice => {
  const values = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<
    string,
    unknown
  >
  const text = (value: unknown, max: number): string =>
    typeof value === 'string' ? value.slice(0, max) : ''
  return {
    isGift: values.isGift === true,
    recipient: text(values.recipient, giftLimits.recipient),
    note: text(values.note, giftLimits.note),
    isPlain: values.isPlain === true,
  }
}

/** Parses the form stored by the tab. */
export function parseStoredForm(stored: unknown): CheckoutFormValues {
  if (typeof stored !== 'object' || stored === null) return emptyCheckoutForm
  const { fields, billingAddressSame, newsletterSubscribe, ...rest } = stored as Record<
    string,
    unknown
  >
  const texts = (typeof fields === 'object' && fields !== null ? fields : {}) as Record<
    string,
    unknown
  >
  return {
    fields: Object.fromEntries(
      allFieldNames.map((name) => {
        const text = texts[name]
        return [name, typeof text === 'string' ? text.slice(0, fieldMaxLength(name)) : '']
      }),
    ) as CheckoutFormValues['fields'],
    billingAddressSame: billingAddressSame !== false,
    newsletterSubscribe: newsletterSubscribe === true,
    package: parsePackage(rest.package),
    shippingMethod: rest.shippingMethod === 'express' ? 'express' : 'standard',
  }
}
