import type { ReactNode } from 'react'

import { Fact } from '@/admin/shell/fact'
import { variantName } from '@/modules/checkout/rules/cart'
import type { AdminOrder, AdminOrderLine } from '@/modules/orders/queries/admin-orders'
import { type SwapAmounts, swapAmountsText } from '@/modules/orders/rules/price-difference'
import { formatMoney } from '@/platform/money'

const Line = ({ line, swap }: { line: AdminOrderLine; swap: SwapAmounts | undefined }) => (
  <li className="df-line">
    {line.image ? (
      <img src={line.image} alt="" width={60} height={75} loading="lazy" />
    ) : (
      <span className="df-line__blank">
        <img
          className="by-day"
          src="/brand/emblems/unfurl-fir.webp"
          alt=""
          width={40}
          height={40}
        />
        <img
          className="at-dusk"
          src="/brand/emblems/unfurl-bone.webp"
          alt=""
          width={40}
          height={40}
        />
      </span>
    )}
    <div>
      <p className="df-line__name">{line.name}</p>
      <p>{variantName(line)}</p>
      {line.sku ? <p className="df-line__sku">{line.sku}</p> : null}
      {line.refundedQuantity > 0 ? (
        <p className="df-line__sku">{line.refundedQuantity} refunded</p>
      ) : null}
      {swap ? <p className="df-line__sku">{swapAmountsText(swap)}</p> : null}
    </div>
    <p className="df-line__sum">
      <span>
        {line.quantity} × {formatMoney(line.unitPriceCents)}
      </span>
      <b>{formatMoney(line.unitPriceCents * line.quantity)}</b>
    </p>
  </li>
)

/** The sums of an order. Payments and refunds are passed as children. */
export function OrderTotals({ order, children }: { order: AdminOrder; children?: ReactNode }) {
  return (
    <dl className="df-sums">
      <Fact name="Subtotal">{formatMoney(order.subtotalCents)}</Fact>
      {order.discountCents > 0 ? (
        <Fact name={`Discount (${order.discounts})`}>−{formatMoney(order.discountCents)}</Fact>
      ) : null}
      <Fact
        name={
          order.discountCents === 0 && order.discounts
            ? `Shipping (${order.discounts})`
            : 'Shipping'
        }
      >
        {order.shippingCents === 0 ? 'Free' : formatMoney(order.shippingCents)}
      </Fact>
      <Fact name="Tax">{formatMoney(order.taxCents)}</Fact>
      {order.purchasedCardsCents > 0 ? (
        <Fact name="Gift cards">{formatMoney(order.purchasedCardsCents)}</Fact>
      ) : null}
      <div className="df-sums__total">
        <dt>Total</dt>
        <dd>{formatMoney(order.totalCents)}</dd>
      </div>
      {children}
    </dl>
  )
}

export function OrderLineItems({
  order,
  swapAmounts,
  refundedCents,
}: {
  order: AdminOrder
  /** By item; null is the address. */
  swapAmounts: ReadonlyMap<string | null, SwapAmounts>
  refundedCents: number
}) {
  const addressAmounts = swapAmounts.get(null)
  // An order that was closed unpaid still names the amount, which went back to the card.
  const isPaidByCard =
    order.giftCardCents > 0 && ['completed', 'pending'].includes(order.paymentState)
  return (
    <>
      <ul className="df-lines">
        {order.items.map((line) => (
          <Line key={line.id} line={line} swap={swapAmounts.get(line.id)} />
        ))}
      </ul>
      <OrderTotals order={order}>
        {isPaidByCard ? (
          <Fact name="Paid by gift card">{formatMoney(order.giftCardCents)}</Fact>
        ) : null}
        {refundedCents > 0 ? <Fact name="Refunded">−{formatMoney(refundedCents)}</Fact> : null}
      </OrderTotals>
      {addressAmounts ? (
        <p className="df-panel__text">{swapAmountsText(addressAmounts, 'address')}</p>
      ) : null}
    </>
  )
}
