import { type Cents, formatMoney } from '@/platform/money'

/** How much more an order would cost at another address; negative for less. Null shipping is unknown. */
export type AddressDifference = { taxCents: Cents; shippingCents: Cents | null }

const describe = (subject: string, cents: Cents | null): string | null => {
  if (cents === 0) return null
  if (cents === null) return `${subject} may cost a different amount.`
  const amount = formatMoney(Math.abs(cents))
  return cents < 0
    ? `${subject} would be ${amount} less. To give that back, refund ${amount}.`
    : `${subject} would be ${amount} more. The customer isn’t charged for it.`
}

/** Describes how money changes with the address of a paid order, whose total stays; null if nothing does. */
export function addressDifferenceText(difference: AddressDifference): string | null {
  const { taxCents, shippingCents } = difference
  return (
    [
      describe('Sales tax at the new address', taxCents),
      describe('Shipping to the new address', shippingCents),
    ]
      .filter(Boolean)
      .join(' ') || null
  )
}
