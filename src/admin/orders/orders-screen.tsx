import { z } from 'zod'

import { roleHasPermission } from '@/access/roles'
import { ButtonLink, TextLink } from '@/admin/form/button'
import { type Column, DataTable } from '@/admin/list/data-table'
import { ListPanel } from '@/admin/list/list-panel'
import { choiceParam, createListParams, listPageSize } from '@/admin/list/list-params'
import { Tabs } from '@/admin/list/tabs'
import { FulfillmentActions } from '@/admin/printful/fulfillment-actions'
import { defineScreen } from '@/admin/screen'
import { capitalizedCount, pluralize } from '@/admin/shell/pluralize'
import { Time } from '@/admin/shell/time'
import { getConnection } from '@/modules/integrations/queries/connections'
import {
  type AdminOrder,
  countOrdersToSubmit,
  listAdminOrders,
  type OrderIssue,
  orderIssues,
  type OrderSort,
  orderSorts,
} from '@/modules/orders/queries/admin-orders'
import { orderStatuses, orderStatusLabels } from '@/modules/orders/rules/order-status'
import { formatMoney } from '@/platform/money'
import { EmptyState } from '@/ui/empty-state'

import { OrderStatusBadge } from './order-status-badge'
import { OrderStatusSelect } from './order-status-select'

const address = createListParams(
  '/admin/orders',
  z.object({
    status: choiceParam(orderStatuses),
    sort: z.enum(orderSorts).catch('newest'),
    trouble: choiceParam(orderIssues),
  }),
)
const sortLabels = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  'total-high': 'Highest total',
  'total-low': 'Lowest total',
} satisfies Record<OrderSort, string>
const issueLabels = {
  payment: 'Payment does not fit',
  contested: 'Payment is contested',
  'on-hold': 'On hold at the printer',
  failed: 'Failed or came back',
} satisfies Record<OrderIssue, string>

/** What one export file holds at most (endpoints/orders/admin-orders). */
const maxExported = 10_000

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
    cell: ({ id, orderNumber, totalCents, status, version, paymentState }) =>
      mayChange ? (
        <OrderStatusSelect order={{ id, orderNumber, totalCents, status, version, paymentState }} />
      ) : (
        <OrderStatusBadge status={status} />
      ),
  },
  {
    head: 'Printer',
    className: 'df-orders__printer',
    cell: (order) =>
      order.printfulOrderId ??
      (mayChange && mayPrint && waitsForPrinter(order) ? (
        <FulfillmentActions order={order} isShort />
      ) : (
        <span aria-label="Not at the printer">—</span>
      )),
  },
]

const leadOf = (total: number, isFiltered: boolean, toSubmit: number): string => {
  const count = pluralize(total, 'order')
  if (isFiltered) return `${count} found.`
  if (total === 0) return `${count}. `
  return toSubmit === 0
    ? `${count}. Nothing waits for the printer.`
    : `${count}. ${capitalizedCount(toSubmit)} ${toSubmit === 1 ? 'is' : 'are'} paid and not yet at the printer.`
}

export const OrdersScreen = defineScreen({
  requires: 'orders:read',
  show: async ({ payload, user, query }) => {
    const params = address.parse(query)
    const filters = { ...params, sort: address.defaults.sort }
    const isFiltered = address.query(filters).size > 0
    const [list, toSubmit, printful] = await Promise.all([
      listAdminOrders(payload, { ...params, limit: listPageSize }),
      countOrdersToSubmit(payload),
      getConnection(payload, 'printful'),
    ])
    const exportQuery = address.query(filters).toString()
    const columns = columnsFor(
      roleHasPermission(user.role, 'orders:write'),
      printful.state === 'connected',
    )
    return {
      title: 'Orders',
      lead: leadOf(list.total, isFiltered, toSubmit),
      actions:
        list.total > 0 ? (
          <ButtonLink
            href={`/api/admin/orders/export${exportQuery ? `?${exportQuery}` : ''}`}
            native
            download
          >
            Export CSV
            {list.total > maxExported ? ` (the newest ${maxExported.toLocaleString('en-US')})` : ''}
          </ButtonLink>
        ) : undefined,
      children: (
        <>
          <Tabs
            label="Status"
            current={params.status}
            tabs={(['', ...orderStatuses] as const).map((value) => ({
              value,
              label: value ? orderStatusLabels[value] : 'All',
              count: list.counts[value],
              href: address.href({ ...params, status: value, page: 1 }),
            }))}
          />
          <ListPanel
            address={address}
            params={params}
            list={list}
            filters={{
              label: 'Orders',
              placeholder: 'Order number, name or email',
              keep: { status: params.status },
              selects: {
                trouble: ['Needs a look', [['', 'All orders'], ...Object.entries(issueLabels)]],
                sort: ['Sort', Object.entries(sortLabels)],
              },
            }}
            isFiltered={isFiltered}
            noResults={{
              title: 'No order fits',
              text: params.search
                ? 'Try fewer letters of the number, the name or the email.'
                : 'Nothing stands here at the moment.',
            }}
            empty={
              <EmptyState emblem="first-light" title="No orders yet">
                The first one will stand here as soon as somebody buys.
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
