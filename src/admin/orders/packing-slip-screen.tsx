import { notFound } from 'next/navigation'

import { defineScreen } from '@/admin/screen'
import { noColor, noSize } from '@/modules/checkout/rules/cart'
import { getAdminOrder } from '@/modules/orders/queries/admin-orders'

import { PrintButton } from './print-button'
import { Address, PrintableLines, PrintableOrder } from './printable-order'

/** Without prices, so that it can be a gift. */
export const PackingSlipScreen = defineScreen({
  requires: 'orders:read',
  show: async ({ payload, id: idIn }) => {
    const order = await getAdminOrder(payload, idIn(1))
    if (!order) notFound()
    return {
      title: `Packing slip ${order.orderNumber}`,
      back: { label: order.orderNumber, href: `/admin/orders/${order.id}` },
      actions: <PrintButton />,
      children: (
        <PrintableOrder order={order}>
          <Address address={order.shippingAddress} />
          <PrintableLines
            order={order}
            detail={({ sku }) => sku}
            columns={[
              ['Color', ({ color }) => (color === noColor ? '—' : color)],
              ['Size', ({ size }) => (size === noSize ? '—' : size)],
              ['Quantity', ({ quantity }) => quantity],
            ]}
          />
          <p>Thank you! If anything isn’t right, get in touch. You have 30 days to return it.</p>
        </PrintableOrder>
      ),
    }
  },
})
