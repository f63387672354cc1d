import { type Cents, formatMoney } from '@/platform/money'

/** How much more an order would cost at another address; negative for less. Null shipping is unknown. */
export type AddressDifference = {
  taxCents: Cents
  shippingCents: Cents | null
  /** Tax on paid price differences. */
  paidTaxCents?: Cents
}

const describe = (subject: string, cents: Cents | null, isFree: boolean): string | null => {
  if (cents === 0) return null
  if (cents === null) return `${subject} may cost a different amount.`
  const amount = formatMoney(Math.abs(cents))
  return cents < 0
    ? `${subject} is ${amount} less.`
    : `${subject} is ${amount} more.${isFree ? ' The customer isn’t charged for it.' : ''}`
}

/**
 * Describes how money changes with the address of a paid order; null if nothing does.
 * @param money what is refunded with the change, and what the customer can be asked to pay; `obstacle` is why they
 * can't be asked
 */
export function addressDifferenceText(
  difference: AddressDifference,
  {
    refundCents,
    chargeCents,
    obstacle,
  }: { refundCents: Cents; chargeCents: Cents; obstacle?: string | null },
): string | null {
  const { taxCents, shippingCents, paidTaxCents = 0 } = difference
  const isFree = chargeCents === 0
  return (
    [
      describe('Sales tax at the new address', taxCents, isFree),
      describe('Shipping to the new address', shippingCents, isFree),
      refundCents > 0 && `We’ll refund ${formatMoney(refundCents)}.`,
      taxCents < 0 &&
        paidTaxCents > 0 &&
        `Tax on paid price differences (${formatMoney(paidTaxCents)}) isn’t adjusted. Refund what’s no longer due from their orders.`,
      isFree && taxCents + (shippingCents ?? 0) > 0 && obstacle,
    ]
      .filter(Boolean)
      .join(' ') || null
  )
}
