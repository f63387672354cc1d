import { roleHasPermission } from '@/access/roles'
import { ButtonLink } from '@/admin/form/button'
import { LazyBulkOrderActions } from '@/admin/lazy-components'
import { DataTable } from '@/admin/list/data-table'
import { ExportLink } from '@/admin/list/export-link'
import { dayLabels, ListPanel } from '@/admin/list/list-panel'
import { listPageSize } from '@/admin/list/list-params'
import { SelectionProvider } from '@/admin/list/selection'
import { Tabs } from '@/admin/list/tabs'
import { defineScreen } from '@/admin/screen'
import { formatDateTime } from '@/admin/shell/format-dates'
import { getListPreferences } from '@/modules/accounts/queries/get-list-preferences'
import { getConnection } from '@/modules/integrations/queries/connections'
import {
  type AdminOrder,
  countOrdersToSubmit,
  listAdminOrders,
  type OrderListView,
} from '@/modules/orders/queries/admin-orders'
import { orderStatuses, orderStatusLabels } from '@/modules/orders/rules/order-status'
import { orderSelects } from '@/modules/orders/schemas/admin-orders'
import { pluralize } from '@/platform/pluralize'
import { EmptyState } from '@/ui/empty-state'

import { ordersColumns } from './orders-columns'
import { ordersAddress, type OrdersListParams } from './orders-list-params'

type Params = OrdersListParams
const optionalColumns = ['Customer', 'Date', 'Total', 'Printful']

const sortLabels = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  'total-high': 'Highest total',
  'total-low': 'Lowest total',
  'customer-a': 'Customer A to Z',
  'customer-z': 'Customer Z to A',
} satisfies Record<Params['sort'], string>

const leadOf = (total: number, isFiltered: boolean, toSubmit: number): string => {
  const count = pluralize(total, 'order')
  if (isFiltered) return `${count} found.`
  if (total === 0) return `${count}. `
  return toSubmit === 0
    ? `${count}. None needs to be sent to Printful right now.`
    : `${count}. ${toSubmit.toLocaleString('en-US')} ${toSubmit === 1 ? 'needs' : 'need'} to be sent to Printful.`
}

const StatusTabs = ({ params, counts }: { params: Params } & Pick<OrderListView, 'counts'>) => (
  <Tabs
    label="Status"
    current={params.status}
    tabs={(['', ...orderStatuses] as const).map((value) => ({
      value,
      label: value ? orderStatusLabels[value] : 'All',
      count: counts[value],
      href: ordersAddress.href({ ...params, status: value, page: 1 }),
    }))}
  />
)

const OrdersActions = ({
  filters,
  total,
  mayChange,
}: {
  filters: URLSearchParams
  total: number
  mayChange: boolean
}) => (
  <>
    <ExportLink
      path="/api/admin/orders/export"
      filters={Object.fromEntries(filters)}
      total={total}
    />
    <ButtonLink href="/admin/draft-orders">Drafts</ButtonLink>
    {mayChange ? <ButtonLink href="/admin/draft-orders/new">New order</ButtonLink> : null}
  </>
)

const graceTimesOf = (orders: readonly AdminOrder[]) =>
  orders.flatMap(({ id, graceUntil }) =>
    graceUntil ? [{ id, until: graceUntil, text: formatDateTime(graceUntil) }] : [],
  )

const noOrders = (
  <EmptyState emblem="first-light" title="No orders yet">
    Your first order will show up here.
  </EmptyState>
)

export const OrdersScreen = defineScreen({
  requires: 'orders:read',
  show: async ({ payload, user, query }) => {
    const params = ordersAddress.parse(query)
    const filters = ordersAddress.query({ ...params, sort: ordersAddress.defaults.sort })
    const isFiltered = filters.size > 0
    const [list, toSubmit, printful, views] = await Promise.all([
      listAdminOrders(payload, { ...params, limit: listPageSize }),
      countOrdersToSubmit(payload),
      getConnection(payload, 'printful'),
      getListPreferences(payload, user.id, 'orders'),
    ])
    const rights = {
      mayChange: roleHasPermission(user.role, 'orders:write'),
      mayPrint: printful.state === 'connected',
      mayConnect: roleHasPermission(user.role, 'integrations:use'),
    }
    return {
      title: 'Orders',
      lead: leadOf(list.total, isFiltered, toSubmit),
      actions: <OrdersActions filters={filters} total={list.total} mayChange={rights.mayChange} />,
      children: (
        <>
          <StatusTabs params={params} counts={list.counts} />
          <ListPanel
            address={ordersAddress}
            params={params}
            list={list}
            filters={{
              label: 'Orders',
              placeholder: 'Order number, name, or email',
              keep: { status: params.status },
              selects: { ...orderSelects, sort: ['Sort', Object.entries(sortLabels)] },
              dates: dayLabels,
            }}
            isFiltered={isFiltered}
            views={{ ...views, columns: optionalColumns }}
            noResults={{ title: 'No orders match' }}
            empty={noOrders}
          >
            <SelectionProvider ids={list.orders.map(({ id }) => id)}>
              <DataTable
                className="df-orders"
                rows={list.orders}
                columns={ordersColumns(params, rights)}
                hidden={views.preferences.hidden}
              />
              <LazyBulkOrderActions {...rights} graceTimes={graceTimesOf(list.orders)} />
            </SelectionProvider>
          </ListPanel>
        </>
      ),
    }
  },
})
