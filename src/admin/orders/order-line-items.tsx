import type { ReactNode } from 'react'

import { Fact, Sums } from '@/admin/shell/fact'
import { variantName } from '@/modules/checkout/rules/cart'
import { totalRows } from '@/modules/checkout/rules/total-rows'
import type { AdminOrder, AdminOrderLine } from '@/modules/orders/queries/admin-orders'
import type { PaymentView } from '@/modules/orders/queries/order-history'
import { type SwapAmounts, swapAmountsText } from '@/modules/orders/rules/price-difference'
import { refundRows } from '@/modules/orders/rules/refund-rows'
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

/** The rest of an order's total after completed refunds. */
export function refundSums({ totalCents }: AdminOrder, payments: readonly PaymentView[]) {
  return refundRows(
    totalCents,
    payments.flatMap(({ kind, status, provider, amountCents }) =>
      kind === 'refund' && status === 'completed' ? { place: provider, cents: amountCents } : [],
    ),
  )
}

/** The sums of an order. Payments and refunds are passed as children. */
export function OrderTotals({ order, children }: { order: AdminOrder; children?: ReactNode }) {
  const { discounts, discountCents, priceDifference } = order
  const rows = totalRows(
    { ...order, giftCardCents: 0 },
    {
      discounts: discounts ? [{ name: discounts, isForShipping: discountCents === 0 }] : [],
      change: priceDifference ? (priceDifference.item ? 'item' : 'shipping address') : undefined,
    },
  )
  return (
    <dl className="df-sums">
      <Sums rows={rows} />
      {children}
    </dl>
  )
}

export function OrderLineItems({
  order,
  swapAmounts,
  payments,
}: {
  order: AdminOrder
  /** By item; null is the address. */
  swapAmounts: ReadonlyMap<string | null, SwapAmounts>
  payments: readonly PaymentView[]
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
        <Sums rows={refundSums(order, payments)} />
      </OrderTotals>
      {addressAmounts ? (
        <p className="df-panel__text">{swapAmountsText(addressAmounts, 'address')}</p>
      ) : null}
    </>
  )
}
