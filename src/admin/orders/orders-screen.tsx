import { roleHasPermission } from '@/access/roles'
import { ButtonLink, TextLink } from '@/admin/form/button'
import { type Column, DataTable } from '@/admin/list/data-table'
import { ListPanel } from '@/admin/list/list-panel'
import { createListParams, listPageSize } from '@/admin/list/list-params'
import { Tabs } from '@/admin/list/tabs'
import { FulfillmentActions } from '@/admin/printful/fulfillment-actions'
import { defineScreen } from '@/admin/screen'
import { pluralize } from '@/admin/shell/pluralize'
import { Time } from '@/admin/shell/time'
import { getConnection } from '@/modules/integrations/queries/connections'
import {
  type AdminOrder,
  countOrdersToSubmit,
  listAdminOrders,
  type OrderListView,
} from '@/modules/orders/queries/admin-orders'
import { orderStatuses, orderStatusLabels } from '@/modules/orders/rules/order-status'
import { maxExportRows, orderFilters, orderSort } from '@/modules/orders/schemas/admin-orders'
import { formatMoney } from '@/platform/money'
import { lenientQuery } from '@/platform/schema-fields'
import { EmptyState } from '@/ui/empty-state'

import { OrderStatusControl } from './order-status-control'

const address = createListParams('/admin/orders', lenientQuery({ ...orderFilters, ...orderSort }))
type Params = ReturnType<typeof address.parse>

const sortLabels = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  'total-high': 'Highest total',
  'total-low': 'Lowest total',
} satisfies Record<Params['sort'], string>
const issueLabels = {
  '': 'All orders',
  payment: 'Payment problem',
  contested: 'Payment disputed',
  'on-hold': 'On hold at Printful',
  failed: 'Failed or returned',
} satisfies Record<Params['trouble'], string>

/** A select for each parameter; the status has tabs, and the search a field. */
const selects: Record<
  Exclude<keyof Params, 'page' | 'search' | 'status'>,
  [label: string, options: [value: string, label: string][]]
> = {
  trouble: ['Needs attention', Object.entries(issueLabels)],
  sort: ['Sort', Object.entries(sortLabels)],
}

/** Admin specification 2, 'Orders': paid, and no number at the printer. */
const waitsForPrinter = ({ status, paymentState, printfulOrderId }: AdminOrder): boolean =>
  status === 'paid' && paymentState === 'completed' && printfulOrderId === null

/** `mayPrint`: the printer can be reached. */
const columnsFor = (mayChange: boolean, mayPrint: boolean): Column<AdminOrder>[] => [
  {
    head: 'Order',
    className: 'df-orders__order',
    cell: ({ id, orderNumber }) => <TextLink href={`/admin/orders/${id}`}>{orderNumber}</TextLink>,
  },
  {
    head: 'Customer',
    className: 'df-orders__customer',
    cell: ({ shippingAddress: { firstName, lastName, city, stateCode }, email }) => (
      <>
        {`${firstName} ${lastName}`.trim() || email}
        <span>{[city, stateCode].filter(Boolean).join(', ')}</span>
      </>
    ),
  },
  {
    head: 'Date',
    className: 'df-orders__date',
    cell: ({ createdAt }) => <Time at={createdAt} as="short" />,
  },
  {
    head: 'Total',
    kind: 'number',
    className: 'df-orders__total',
    cell: ({ totalCents }) => formatMoney(totalCents),
  },
  {
    head: 'Status',
    className: 'df-orders__status',
    cell: (order) => <OrderStatusControl order={order} mayChange={mayChange} />,
  },
  {
    head: 'Printful',
    className: 'df-orders__printer',
    cell: (order) =>
      order.printfulOrderId ??
      (mayChange && mayPrint && waitsForPrinter(order) ? (
        <FulfillmentActions order={order} isShort />
      ) : (
        <span aria-label="Not sent to Printful">—</span>
      )),
  },
]

const leadOf = (total: number, isFiltered: boolean, toSubmit: number): string => {
  const count = pluralize(total, 'order')
  if (isFiltered) return `${count} found.`
  if (total === 0) return `${count}. `
  return toSubmit === 0
    ? `${count}. All paid orders have been sent to Printful.`
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
      href: address.href({ ...params, status: value, page: 1 }),
    }))}
  />
)

const ExportLink = ({ filters, total }: { filters: URLSearchParams; total: number }) => (
  <ButtonLink
    href={`/api/admin/orders/export${filters.size > 0 ? `?${filters.toString()}` : ''}`}
    native
    download
  >
    Export CSV
    {total > maxExportRows ? ` (the newest ${maxExportRows.toLocaleString('en-US')})` : ''}
  </ButtonLink>
)

export const OrdersScreen = defineScreen({
  requires: 'orders:read',
  show: async ({ payload, user, query }) => {
    const params = address.parse(query)
    const filters = address.query({ ...params, sort: address.defaults.sort })
    const isFiltered = filters.size > 0
    const [list, toSubmit, printful] = await Promise.all([
      listAdminOrders(payload, { ...params, limit: listPageSize }),
      countOrdersToSubmit(payload),
      getConnection(payload, 'printful'),
    ])
    const columns = columnsFor(
      roleHasPermission(user.role, 'orders:write'),
      printful.state === 'connected',
    )
    return {
      title: 'Orders',
      lead: leadOf(list.total, isFiltered, toSubmit),
      actions: list.total > 0 ? <ExportLink filters={filters} total={list.total} /> : undefined,
      children: (
        <>
          <StatusTabs params={params} counts={list.counts} />
          <ListPanel
            address={address}
            params={params}
            list={list}
            filters={{
              label: 'Orders',
              placeholder: 'Order number, name, or email',
              keep: { status: params.status },
              selects,
            }}
            isFiltered={isFiltered}
            noResults={{
              title: 'No orders match',
              text: params.search ? 'Try a shorter search.' : 'Nothing here right now.',
            }}
            empty={
              <EmptyState emblem="first-light" title="No orders yet">
                Your first order will show up here.
              </EmptyState>
            }
          >
            <DataTable className="df-orders" rows={list.orders} columns={columns} />
          </ListPanel>
        </>
      ),
    }
  },
})
