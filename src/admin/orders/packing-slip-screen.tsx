import { notFound } from 'next/navigation'

import { defineScreen } from '@/admin/screen'
import { noColor, noSize } from '@/modules/checkout/rules/cart'
import { getAdminOrder } from '@/modules/orders/queries/admin-orders'

import { PrintButton } from './print-button'
import { Address, PrintableOrder } from './printable-order'

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
          <table className="df-plain-table">
            <thead>
              <tr>
                <th scope="col">Piece</th>
                <th scope="col">Color</th>
                <th scope="col">Size</th>
                <th scope="col">Count</th>
              </tr>
            </thead>
            <tbody>
              {order.items.map((line) => (
                <tr key={line.id}>
                  <th scope="row">
                    {line.name}
                    {line.sku ? <small> {line.sku}</small> : null}
                  </th>
                  <td>{line.color === noColor ? '—' : line.color}</td>
                  <td>{line.size === noSize ? '—' : line.size}</td>
                  <td>{line.quantity}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p>Thank you. If something isn’t right, write to us; you have 30 days to send it back.</p>
        </PrintableOrder>
      ),
    }
  },
})
