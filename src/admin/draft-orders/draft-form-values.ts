import { numberOf, percentOf } from '@/admin/form/form-values'
import { noColor, noSize } from '@/modules/checkout/rules/cart'
import type { ShippingMethodId } from '@/modules/checkout/rules/destination'
import type { DraftOrder, ProductChoices } from '@/modules/draft-orders/queries'
import type { DraftDiscountKind } from '@/modules/draft-orders/rules'

/** A line with the options of its product. */
export type DraftLine = ProductChoices & { size: string; color: string; quantity: number }

export const addressNames = [
  'firstName',
  'lastName',
  'address1',
  'address2',
  'city',
  'stateCode',
  'zip',
  'phone',
] as const
export type AddressName = (typeof addressNames)[number]

export type DraftFormValues = Record<AddressName, string> & {
  email: string
  lines: DraftLine[]
  discountKind: DraftDiscountKind
  discountCode: string
  discountPercent: string
  discountAmount: string
  shippingMethod: ShippingMethodId
  plainPackage: boolean
  note: string
}
/** A change of some fields, which may depend on what is in the form by then. */
export type DraftFormChange =
  Partial<DraftFormValues> | ((before: DraftFormValues) => Partial<DraftFormValues>)

export const emptyAddress = {
  firstName: '',
  lastName: '',
  address1: '',
  address2: '',
  city: '',
  stateCode: '',
  zip: '',
  phone: '',
} satisfies Record<AddressName, string>

const emptyDraft: DraftFormValues = {
  ...emptyAddress,
  email: '',
  lines: [],
  discountKind: 'none',
  discountCode: '',
  discountPercent: '',
  discountAmount: '',
  shippingMethod: 'standard',
  plainPackage: false,
  note: '',
}

/** A new line of a product: its first size and color. */
export function toLine({ id, name, sizes, colors }: ProductChoices): DraftLine {
  return {
    id,
    name,
    sizes,
    colors,
    size: sizes[0] ?? noSize,
    color: colors[0] ?? noColor,
    quantity: 1,
  }
}

export function toFormValues(
  draft: DraftOrder | null,
  products: readonly ProductChoices[],
): DraftFormValues {
  if (!draft) return emptyDraft
  const { discount, items, shippingAddress, email, shippingMethod, plainPackage, note } = draft
  return {
    ...shippingAddress,
    email,
    lines: items.map(({ productId, ...line }) => {
      const product = products.find(({ id }) => id === productId)
      return {
        ...(product ?? { id: productId, name: 'A deleted product', sizes: [], colors: [] }),
        ...line,
      }
    }),
    discountKind: discount.kind,
    discountCode: discount.kind === 'code' ? discount.code : '',
    discountPercent: discount.kind === 'percent' ? String(discount.percent) : '',
    discountAmount: discount.kind === 'amount' ? String(discount.amount) : '',
    shippingMethod,
    plainPackage,
    note,
  }
}

const toDiscount = ({
  discountKind: kind,
  discountCode,
  discountPercent,
  discountAmount,
}: DraftFormValues) => {
  if (kind === 'code') return { kind, code: discountCode }
  if (kind === 'percent') return { kind, percent: percentOf(discountPercent) }
  if (kind === 'amount') return { kind, amount: numberOf(discountAmount) }
  return { kind }
}

/** Returns the API's request body for the form. */
export function toRequest(values: DraftFormValues) {
  return {
    email: values.email,
    shippingAddress: Object.fromEntries(addressNames.map((name) => [name, values[name]])),
    items: values.lines.map(({ id, size, color, quantity }) => ({
      productId: id,
      size,
      color,
      quantity,
    })),
    discount: toDiscount(values),
    shippingMethod: values.shippingMethod,
    plainPackage: values.plainPackage,
    note: values.note,
  }
}

/** What the totals depend on. A discount counts only once it's fully typed. */
export function toQuoteRequest(values: DraftFormValues) {
  const request = toRequest(values)
  const amounts = Object.values(request.discount).slice(1)
  const isTyping = amounts.some((value) =>
    values.discountKind === 'code' ? value === '' : !(Number(value) > 0),
  )
  return {
    ...request,
    // A half-typed address has no price.
    email: /^\S+@\S+\.\S+$/.test(values.email.trim()) ? values.email : '',
    note: '',
    ...(isTyping ? { discount: { kind: 'none' } } : {}),
  }
}
