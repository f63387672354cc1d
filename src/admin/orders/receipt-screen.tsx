import { notFound } from 'next/navigation'

import { defineScreen } from '@/admin/screen'
import { Sums } from '@/admin/shell/fact'
import { formatDate } from '@/admin/shell/format-dates'
import { variantName } from '@/modules/checkout/rules/cart'
import { withRecipient } from '@/modules/checkout/rules/gift'
import { getAdminOrder } from '@/modules/orders/queries/admin-orders'
import { getOrderHistory, type PaymentView } from '@/modules/orders/queries/order-history'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { type Cents, formatMoney } from '@/platform/money'

import { OrderTotals, refundSums } from './order-line-items'
import { PrintButton } from './print-button'
import { Address, PrintableLines, PrintableOrder } from './printable-order'

const paymentLabel = ({ kind, provider }: PaymentView): string => {
  const providerPhrases = {
    paypal: 'through PayPal',
    'gift-card': kind === 'refund' ? 'to a gift card' : 'with a gift card',
    'store-credit': 'as store credit',
    manual: '',
  } satisfies Record<PaymentView['provider'], string>
  return `${kind === 'refund' ? 'Refunded' : 'Paid'} ${providerPhrases[provider]}`.trim()
}

const noPaymentText = (totalCents: Cents): string =>
  totalCents === 0 ? 'This order is free.' : 'This order hasn’t been paid yet.'

/**
 * Only completed payments and refunds: a row about gift cards that the order bought explains a payment but isn't one.
 */
const isShown = ({ status, kind }: PaymentView): boolean =>
  status === 'completed' && kind !== 'gift-card-sale' && kind !== 'gift-card-cancel'

const PaymentRow = ({ payment }: { payment: PaymentView }) => (
  <div>
    <dt>
      {paymentLabel(payment)}, {formatDate(payment.createdAt)}
      {/* The others have only numbers of our own. */}
      {payment.provider === 'paypal' ? (
        <small className="df-code"> {payment.providerId}</small>
      ) : null}
    </dt>
    <dd>
      {payment.kind === 'refund' ? '−' : ''}
      {formatMoney(payment.amountCents)}
    </dd>
  </div>
)

export const ReceiptScreen = defineScreen({
  requires: 'orders:read',
  show: async ({ payload, id: idIn }) => {
    const id = idIn(1)
    const [order, { payments }, { contactEmail, postalAddress }] = await Promise.all([
      getAdminOrder(payload, id),
      getOrderHistory(payload, id),
      getSettings(payload),
    ])
    if (!order) notFound()
    const completed = payments.filter(isShown)
    return {
      title: `Receipt ${order.orderNumber}`,
      back: { label: order.orderNumber, href: `/admin/orders/${order.id}` },
      actions: <PrintButton />,
      children: (
        <PrintableOrder order={order} title="Receipt">
          <div className="df-slip__people">
            <Address label="Billed to" address={order.billingAddress} />
            {order.billingSameAsShipping && !order.package.recipient ? null : (
              <Address
                label="Shipped to"
                address={withRecipient(order.shippingAddress, order.package)}
              />
            )}
          </div>
          <PrintableLines
            order={order}
            detail={variantName}
            columns={[
              ['Price', (line) => formatMoney(line.unitPriceCents)],
              ['Quantity', (line) => line.quantity],
              ['Amount', (line) => formatMoney(line.unitPriceCents * line.quantity)],
            ]}
          />
          <OrderTotals order={order}>
            {completed.map((payment) => (
              <PaymentRow key={payment.id} payment={payment} />
            ))}
            <Sums rows={refundSums(order, payments).slice(-1)} />
          </OrderTotals>
          {order.package.isGift ? (
            <p className="df-notes__text">
              Gift{order.package.note ? `, with the note: “${order.package.note}”` : ''}
            </p>
          ) : null}
          {completed.length === 0 ? <p>{noPaymentText(order.totalCents)}</p> : null}
          <p>
            Dayfern{postalAddress ? `, ${postalAddress}` : ''} · {contactEmail}
          </p>
        </PrintableOrder>
      ),
    }
  },
})
