import { notFound } from 'next/navigation'

import { defineScreen } from '@/admin/screen'
import { getAdminOrder } from '@/modules/orders/queries/admin-orders'
import { getSettings } from '@/modules/shop/queries/get-settings'

import { PackingSlip } from './packing-slip'
import { PrintButton } from './print-button'

export const PackingSlipScreen = defineScreen({
  requires: 'orders:read',
  show: async ({ payload, id: idIn }) => {
    const [order, { promises }] = await Promise.all([
      getAdminOrder(payload, idIn(1)),
      getSettings(payload),
    ])
    if (!order) notFound()
    return {
      title: `Packing slip ${order.orderNumber}`,
      back: { label: order.orderNumber, href: `/admin/orders/${order.id}` },
      actions: <PrintButton />,
      children: <PackingSlip order={order} returnWindow={promises.returnWindow} />,
    }
  },
})
