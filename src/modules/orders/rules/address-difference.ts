import { type Cents, formatMoney } from '@/platform/money'

/** What an order would cost more at another address; negative: less. Shipping is null if that isn't known. */
export type AddressDifference = { taxCents: Cents; shippingCents: Cents | null }

const describe = (subject: 'tax' | 'shipping', cents: Cents | null): string | null => {
  if (cents === 0) return null
  const kept = `The order keeps the ${subject} that was paid`
  if (cents === null) return `The ${subject} for the new address may cost another amount. ${kept}.`
  const amount = formatMoney(Math.abs(cents))
  const start = `The ${subject} for the new address would be ${amount}`
  return cents < 0
    ? `${start} less. ${kept}. To give it back, refund ${amount}.`
    : `${start} more. ${kept}, and the customer isn’t charged.`
}

/** What staff should know before they change the address of a paid order; null if nothing would cost another amount. */
export function addressDifferenceText(difference: AddressDifference): string | null {
  const { taxCents, shippingCents } = difference
  return (
    [describe('tax', taxCents), describe('shipping', shippingCents)].filter(Boolean).join(' ') ||
    null
  )
}
