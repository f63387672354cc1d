import { ListFilters } from '@/admin/list/list-filters'
import type { OrderIssue, OrderListSearch, OrderSort } from '@/modules/orders/queries/admin-orders'

const sortLabels = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  'total-high': 'Highest total',
  'total-low': 'Lowest total',
} satisfies Record<OrderSort, string>

const troubleLabels = {
  payment: 'Payment does not fit',
  contested: 'Payment is contested',
  'on-hold': 'On hold at the printer',
  failed: 'Failed or came back',
} satisfies Record<OrderIssue, string>

export function OrdersFilters({ search }: { search: OrderListSearch }) {
  return (
    <ListFilters
      action="/admin/orders"
      label="Orders"
      placeholder="Order number, name or email"
      search={search.search}
      keep={{ status: search.status }}
      selects={[
        {
          name: 'trouble',
          label: 'Needs a look',
          value: search.trouble ?? '',
          usual: '',
          options: [['', 'All orders'], ...Object.entries(troubleLabels)],
        },
        {
          name: 'sort',
          label: 'Sort',
          value: search.sort,
          usual: 'newest',
          options: Object.entries(sortLabels),
        },
      ]}
    />
  )
}
