import {
  type AddressField,
  type CheckoutFormValues,
  type FieldName,
  type PackageChoice,
} from '@/components/checkout/checkout-fields'
import { type CartLine, toLineInputs } from '@/modules/checkout/rules/cart'
import type { ShippingMethodId } from '@/modules/checkout/rules/destination'
import type { GiftCardInput } from '@/modules/gift-cards/rules'
import { type Cents, toDecimal } from '@/platform/money'
import { normalizeZip } from '@/platform/us/normalize-zip'

/** Returns one line without control characters, as the API accepts it. */
const plainLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns several lines in the same way. */
const plainLines = (text: string): string => text.split('\n').map(plainLine).join('\n').trim()

const packageRequest = ({ isGift, recipient, note, isPlain }: PackageChoice) => ({
  ...(isGift ? { gift: { recipient: plainLine(recipient), note: plainLines(note) } } : {}),
  ...(isPlain ? { plainPackage: true } : {}),
})

const toGiftCardRequest = ({
  amountCents,
  recipientName,
  recipientEmail,
  senderName,
  message,
  sendOn,
}: GiftCardInput) => ({
  amount: toDecimal(amountCents),
  recipientName: plainLine(recipientName),
  recipientEmail: recipientEmail.trim(),
  ...(plainLine(senderName) ? { senderName: plainLine(senderName) } : {}),
  ...(message.trim() ? { message: message.trim() } : {}),
  sendOn,
})

/** The body of POST /order without its checkoutId. If it's unchanged, another try is the same order. */
export type OrderRequest = ReturnType<typeof toOrderRequest>

export function toOrderRequest(
  form: CheckoutFormValues,
  items: readonly CartLine[],
  totalCents: Cents,
  discountCode = '',
  giftCard: { code: string; cents: Cents } | null = null,
  shipping: { method: ShippingMethodId; quote: string | null } = {
    method: 'standard',
    quote: null,
  },
  cards: readonly GiftCardInput[] = [],
) {
  const isEmailOnly = items.length === 0
  const text = (name: FieldName): string => form.fields[name].trim()
  const address = (prefix: '' | 'billing.') => {
    const part = (field: AddressField): string => text(`${prefix}${field}` as FieldName)
    return {
      firstName: part('firstName'),
      lastName: part('lastName'),
      address1: part('address1'),
      address2: part('address2') || undefined,
      city: part('city'),
      stateCode: part('stateCode'),
      countryCode: 'US' as const,
      zip: normalizeZip(part('zip')),
    }
  }
  return {
    amount: toDecimal(totalCents),
    currency: 'USD' as const,
    intent: 'CAPTURE' as const,
    items: toLineInputs(items),
    ...(cards.length > 0 ? { giftCards: cards.map(toGiftCardRequest) } : {}),
    customer: {
      email: text('email'),
      phone: (!isEmailOnly && text('phone')) || undefined,
      newsletterSubscribe: form.newsletterSubscribe,
      ...(isEmailOnly ? { firstName: text('firstName'), lastName: text('lastName') } : address('')),
    },
    billing: isEmailOnly || form.billingAddressSame ? null : address('billing.'),
    ...(discountCode ? { discountCode } : {}),
    ...(isEmailOnly ? {} : packageRequest(form.package)),
    ...(shipping.method === 'standard' ? {} : { shippingMethod: shipping.method }),
    ...(shipping.quote ? { shippingQuote: shipping.quote } : {}),
    ...(giftCard ? { giftCard: { code: giftCard.code, amount: toDecimal(giftCard.cents) } } : {}),
  }
}

/** The name in the billing address: most cards have the same one. */
export function cardholderName({ billingAddressSame, fields }: CheckoutFormValues): string {
  const [first, last] = billingAddressSame
    ? [fields.firstName, fields.lastName]
    : [fields['billing.firstName'], fields['billing.lastName']]
  return `${first} ${last}`.trim()
}

/** Error messages by the path of a field in the body, as messages by the field's name in the form: 'customer.zip' is 'zip'. */
export function toFieldErrors(messages: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(messages).map(([path, message]) => [path.replace(/^customer\./, ''), message]),
  )
}
