import { ButtonLink } from '@/admin/form/button'
import { redirect } from 'next/navigation'

import { roleHasPermission } from '@/access/roles'
import { EmptyState, NoResults } from '@/admin/list/empty-state'
import { Pagination } from '@/admin/list/pagination'
import { Tabs } from '@/admin/list/tabs'
import { defineScreen } from '@/admin/screen'
import { Panel } from '@/admin/shell/panel'
import { capitalizedCount, pluralize } from '@/admin/shell/pluralize'
import { getConnection } from '@/modules/integrations/queries/connections'
import {
  countOrdersToSubmit,
  listAdminOrders,
  type OrderListSearch,
} from '@/modules/orders/queries/admin-orders'
import { orderStatuses, orderStatusLabels } from '@/modules/orders/rules/order-status'

import { orderListHref, ordersPageSize, parseOrderListParams } from './order-list-params'
import { OrdersFilters } from './orders-filters'
import { OrdersTable } from './orders-table'

const waiting = (count: number): string =>
  count === 0
    ? 'Nothing waits for the printer.'
    : `${capitalizedCount(count)} ${count === 1 ? 'is' : 'are'} paid and not yet at the printer.`

/** What one file holds at most (endpoints/orders/admin-orders). */
const mostExported = 10_000

/** What is shown, as a file. */
const exportHref = ({ status, search, trouble }: OrderListSearch): string => {
  const params = new URLSearchParams({
    ...(status ? { status } : {}),
    ...(search ? { search } : {}),
    ...(trouble ? { trouble } : {}),
  })
  return `/api/admin/orders/export${params.size > 0 ? `?${params.toString()}` : ''}`
}

export const OrdersScreen = defineScreen({
  requires: 'orders:read',
  show: async ({ payload, user, query }) => {
    const search = parseOrderListParams(query)
    const isFiltered = Boolean(search.search || search.status || search.trouble)
    const [list, forPrinter, printful] = await Promise.all([
      listAdminOrders(payload, search),
      countOrdersToSubmit(payload),
      getConnection(payload, 'printful'),
    ])
    if (list.orders.length === 0 && list.total > 0)
      redirect(orderListHref({ ...search, page: list.pages }))
    return {
      title: 'Orders',
      lead: isFiltered
        ? `${pluralize(list.total, 'order')} found.`
        : `${pluralize(list.total, 'order')}. ${list.total > 0 ? waiting(forPrinter) : ''}`,
      actions:
        list.total > 0 ? (
          <ButtonLink href={exportHref(search)} native download>
            Export CSV
            {list.total > mostExported
              ? ` (the newest ${mostExported.toLocaleString('en-US')})`
              : ''}
          </ButtonLink>
        ) : undefined,
      children: (
        <>
          <Tabs
            label="Status"
            current={search.status}
            tabs={(['', ...orderStatuses] as const).map((value) => ({
              value,
              label: value ? orderStatusLabels[value] : 'All',
              count: list.counts[value],
              href: orderListHref({ ...search, status: value, page: 1 }),
            }))}
          />
          <OrdersFilters key={orderListHref(search)} search={search} />
          <Panel>
            {list.total > 0 ? (
              <OrdersTable
                orders={list.orders}
                mayChange={roleHasPermission(user.role, 'orders:write')}
                mayPrint={printful.state === 'connected'}
              />
            ) : isFiltered ? (
              <NoResults title="No order fits" href="/admin/orders">
                {search.search
                  ? 'Try fewer letters of the number, the name or the email.'
                  : 'Nothing stands here at the moment.'}
              </NoResults>
            ) : (
              <EmptyState emblem="first-light" title="No orders yet">
                The first one will stand here as soon as somebody buys.
              </EmptyState>
            )}
            {list.total > 0 ? (
              <Pagination
                page={list.page}
                pages={list.pages}
                limit={ordersPageSize}
                total={list.total}
                href={(page) => orderListHref({ ...search, page })}
              />
            ) : null}
          </Panel>
        </>
      ),
    }
  },
})
