import type { OrderTotals } from '@/modules/checkout/rules/pricing'
import { formatMoney } from '@/platform/money'

type DiscountName = { name: string; code?: string | null; isForShipping?: boolean | null }

/** 'Discount (SPRING26)', or with the name of an automatic one. */
export function discountLabel(label: string, discount: DiscountName | undefined): string {
  return discount ? `${label} (${discount.code ?? discount.name})` : label
}

const Row = ({
  name,
  children,
  className = '',
}: {
  name: string
  children: string
  className?: string
}) => (
  <div className={`flex justify-between gap-4 ${className}`}>
    <dt className="min-w-0">{name}</dt>
    <dd className="text-right">{children}</dd>
  </div>
)

/** What a gift card pays, and the rest. A paid order without a rest has no row for it. */
const GiftCardRows = ({
  totals: { totalCents, giftCardCents },
  restLabel,
}: {
  totals: OrderTotals
  restLabel: string | null
}) =>
  giftCardCents ? (
    <>
      <Row name="Gift card">{`−${formatMoney(giftCardCents)}`}</Row>
      {restLabel ? (
        <Row name={restLabel} className="font-semibold">
          {formatMoney(totalCents - giftCardCents)}
        </Row>
      ) : null}
    </>
  ) : null

/** `taxKnown` is false until a state is chosen: then `noTaxText` stands in for the tax, and the total is one before tax. */
export function CheckoutTotals({
  totals,
  discounts = [],
  taxKnown = true,
  noTaxText = 'Choose a state',
  restLabel = 'Left to pay',
  isShipped = true,
}: {
  totals: OrderTotals
  discounts?: readonly DiscountName[]
  taxKnown?: boolean
  noTaxText?: string
  /** Names what a gift card didn’t pay; null leaves it out. */
  restLabel?: string | null
  /** False where nothing is shipped, and only taxed. */
  isShipped?: boolean
}) {
  const discountOf = (label: string, isForShipping: boolean): string =>
    discountLabel(
      label,
      discounts.find((one) => Boolean(one.isForShipping) === isForShipping),
    )
  const { purchasedCardsCents = 0 } = totals
  // An order of gift cards alone has no shipping and no tax.
  const hasItems = purchasedCardsCents === 0 || totals.subtotalCents > 0
  const isTotal = taxKnown || !hasItems
  return (
    <dl className="nums grid gap-2.5">
      {hasItems ? (
        <Row name="Subtotal" className="border-t border-line pt-4.5">
          {formatMoney(totals.subtotalCents)}
        </Row>
      ) : null}
      {totals.discountCents > 0 ? (
        <Row name={discountOf('Discount', false)}>{`−${formatMoney(totals.discountCents)}`}</Row>
      ) : null}
      {hasItems && isShipped ? (
        <Row name={discountOf('Shipping', true)}>
          {totals.shippingCents === 0 ? 'Free' : formatMoney(totals.shippingCents)}
        </Row>
      ) : null}
      {hasItems ? (
        <Row name="Tax">{taxKnown ? formatMoney(totals.taxCents) : noTaxText}</Row>
      ) : null}
      {purchasedCardsCents > 0 && hasItems ? (
        <Row name="Gift cards">{formatMoney(purchasedCardsCents)}</Row>
      ) : null}
      <Row
        name={isTotal ? 'Total' : 'Total before tax'}
        className="mt-2 border-t border-line pt-4.5 text-[1.25rem] font-[650]"
      >
        {formatMoney(totals.totalCents)}
      </Row>
      <GiftCardRows totals={totals} restLabel={restLabel} />
    </dl>
  )
}
