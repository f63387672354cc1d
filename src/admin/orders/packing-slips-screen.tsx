import { NoResults } from '@/admin/list/no-results'
import { defineScreen } from '@/admin/screen'
import { listAdminOrders } from '@/modules/orders/queries/admin-orders'
import { orderIdList, orderListQuery } from '@/modules/orders/schemas/admin-orders'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { maxBulkItems } from '@/platform/bulk/bulk-schema'
import { pluralize } from '@/platform/pluralize'

import { PackingSlip } from './packing-slip'
import { PrintButton } from './print-button'

/** The packing slips of chosen orders (`?ids=12,15`), each on a page of its own. */
export const PackingSlipsScreen = defineScreen({
  requires: 'orders:read',
  show: async ({ payload, query }) => {
    const ids = orderIdList.safeParse(query.ids)
    const { orders } = ids.success
      ? await listAdminOrders(payload, {
          ...orderListQuery.parse({ limit: maxBulkItems }),
          ids: ids.data,
        })
      : { orders: [] }
    const { promises } = await getSettings(payload)
    return {
      title: 'Packing slips',
      lead: `${pluralize(orders.length, 'order')}, one page each.`,
      back: { label: 'All orders', href: '/admin/orders' },
      actions: orders.length > 0 ? <PrintButton /> : undefined,
      children:
        orders.length > 0 ? (
          <div className="df-slips">
            {orders.map((order) => (
              <PackingSlip key={order.id} order={order} returnWindow={promises.returnWindow} />
            ))}
          </div>
        ) : (
          <NoResults title="No orders selected" href="/admin/orders">
            Select orders in the list, then choose Packing slips.
          </NoResults>
        ),
    }
  },
})
