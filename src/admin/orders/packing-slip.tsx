import { noColor, noSize } from '@/modules/checkout/rules/cart'
import { giftNoteText, withRecipient } from '@/modules/checkout/rules/gift'
import type { AdminOrder } from '@/modules/orders/queries/admin-orders'

import { Address, PrintableLines, PrintableOrder } from './printable-order'

/** Without prices, so that it can be a gift. */
export function PackingSlip({
  order,
  returnWindow,
}: {
  order: AdminOrder
  /** How long the shop takes returns: '30 days'. */
  returnWindow: string
}) {
  return (
    <PrintableOrder order={order}>
      {order.package.senderName ? <p>From {order.package.senderName}</p> : null}
      <Address address={withRecipient(order.shippingAddress, order.package)} />
      <PrintableLines
        order={order}
        detail={({ sku }) => sku}
        columns={[
          ['Color', ({ color }) => (color === noColor ? '—' : color)],
          ['Size', ({ size }) => (size === noSize ? '—' : size)],
          ['Quantity', ({ quantity }) => quantity],
        ]}
      />
      {order.package.note ? (
        <p className="df-notes__text">{giftNoteText(order.package.note)}</p>
      ) : null}
      <p>
        Thank you! If anything isn’t right, get in touch. You have {returnWindow} to make a return.
      </p>
    </PrintableOrder>
  )
}
