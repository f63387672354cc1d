import { z } from 'zod'

import { TextLink } from '@/admin/form/button'
import type { Column } from '@/admin/list/data-table'
import { Meta } from '@/admin/list/entries'
import { ListPanel } from '@/admin/list/list-panel'
import { createListParams, dayParams, listPageSize } from '@/admin/list/list-params'
import { sortHeads } from '@/admin/list/sort-head'
import { defineScreen } from '@/admin/screen'
import { Time } from '@/admin/shell/time'
import { getListPreferences } from '@/modules/accounts/queries/get-list-preferences'
import {
  type CustomerRow,
  type CustomerSort,
  customerSorts,
  listCustomers,
} from '@/modules/orders/queries/list-customers'
import { formatMoney } from '@/platform/money'
import { pluralize } from '@/platform/pluralize'
import { Badge } from '@/ui/badge'
import { EmailText } from '@/ui/email-text'
import { EmptyState } from '@/ui/empty-state'

const address = createListParams(
  '/admin/customers',
  z.object({ ...dayParams, sort: z.enum(customerSorts).catch('recent').default('recent') }),
)
const sortLabels = {
  recent: 'Latest order',
  oldest: 'Oldest order',
  spent: 'Most spent',
  'spent-low': 'Least spent',
  orders: 'Most orders',
  'orders-low': 'Fewest orders',
  email: 'Email A to Z',
  'email-z': 'Email Z to A',
} satisfies Record<CustomerSort, string>

type Params = ReturnType<typeof address.parse>
const sortable = sortHeads(address, {
  Customer: { ascending: 'email', descending: 'email-z' },
  Orders: { ascending: 'orders-low', descending: 'orders', first: 'descending' },
  Spent: { ascending: 'spent-low', descending: 'spent', first: 'descending' },
  'Latest order': { ascending: 'oldest', descending: 'recent', first: 'descending' },
})

const columnsFor = (params: Params): Column<CustomerRow>[] => [
  {
    ...sortable('Customer', params),
    cell: ({ id, name, email, userId, isSubscribed }) => (
      <>
        <TextLink href={`/admin/customers/${id}`}>{name || email}</TextLink>{' '}
        {userId === null ? <Badge tone="plain">Guest</Badge> : null}{' '}
        {isSubscribed ? <Badge tone="good">Newsletter</Badge> : null}
        <Meta>
          <EmailText>{email}</EmailText>
        </Meta>
      </>
    ),
  },
  {
    ...sortable('Orders', params),
    isOptional: true,
    kind: 'number',
    card: 'Orders',
    cell: ({ orders }) => orders,
  },
  {
    ...sortable('Spent', params),
    isOptional: true,
    kind: 'number',
    card: 'Spent',
    cell: ({ spentCents }) => formatMoney(spentCents),
  },
  {
    ...sortable('Latest order', params),
    isOptional: true,
    kind: 'soft',
    card: 'Latest order',
    cell: ({ lastOrderAt }) => <Time at={lastOrderAt} as="date" />,
  },
]

export const CustomersScreen = defineScreen({
  requires: 'orders:read',
  show: async ({ payload, user, query }) => {
    const params = address.parse(query)
    const [list, views] = await Promise.all([
      listCustomers(payload, { ...params, limit: listPageSize }),
      getListPreferences(payload, user.id, 'customers'),
    ])
    return {
      title: 'Customers',
      lead: `${pluralize(list.total, 'person', 'people')} ${params.search || params.from || params.to ? 'found' : 'placed an order, with or without an account'}.`,
      children: (
        <ListPanel
          address={address}
          params={params}
          list={list}
          views={views}
          filters={{
            label: 'Customers',
            placeholder: 'Name, email, or order number',
            selects: { sort: ['Sort', Object.entries(sortLabels)] },
            dates: { from: 'Latest order from', to: 'To' },
          }}
          noResults={{ title: 'No customers match' }}
          empty={
            <EmptyState emblem="homing" title="No customers yet">
              People show up here after their first order.
            </EmptyState>
          }
          table={{ className: 'df-customers', rows: list.rows, columns: columnsFor(params) }}
        />
      ),
    }
  },
})
