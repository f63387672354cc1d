import { z } from 'zod'

import { TextLink } from '@/admin/form/button'
import { type Column, DataTable } from '@/admin/list/data-table'
import { Meta } from '@/admin/list/entries'
import { ListPanel } from '@/admin/list/list-panel'
import { createListParams, listPageSize } from '@/admin/list/list-params'
import { defineScreen } from '@/admin/screen'
import { pluralize } from '@/admin/shell/pluralize'
import { Time } from '@/admin/shell/time'
import {
  type CustomerRow,
  type CustomerSort,
  customerSorts,
  listCustomers,
} from '@/modules/orders/queries/list-customers'
import { formatMoney } from '@/platform/money'
import { Badge } from '@/ui/badge'
import { EmailText } from '@/ui/email-text'
import { EmptyState } from '@/ui/empty-state'

const address = createListParams(
  '/admin/customers',
  z.object({ sort: z.enum(customerSorts).catch('recent').default('recent') }),
)
const sortLabels = {
  recent: 'Latest order',
  spent: 'Most spent',
  orders: 'Most orders',
  email: 'Email, A to Z',
} satisfies Record<CustomerSort, string>

const columns: Column<CustomerRow>[] = [
  {
    head: 'Customer',
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
  { head: 'Orders', kind: 'number', card: 'Orders', cell: ({ orders }) => orders },
  {
    head: 'Spent',
    kind: 'number',
    card: 'Spent',
    cell: ({ spentCents }) => formatMoney(spentCents),
  },
  {
    head: 'Latest order',
    kind: 'soft',
    card: 'Latest order',
    cell: ({ lastOrderAt }) => <Time at={lastOrderAt} as="date" />,
  },
]

export const CustomersScreen = defineScreen({
  requires: 'orders:read',
  show: async ({ payload, query }) => {
    const params = address.parse(query)
    const list = await listCustomers(payload, { ...params, limit: listPageSize })
    return {
      title: 'Customers',
      lead: `${pluralize(list.total, 'person', 'people')} ${params.search ? 'found' : 'placed an order, with or without an account'}.`,
      children: (
        <ListPanel
          address={address}
          params={params}
          list={list}
          isFiltered={params.search !== ''}
          filters={{
            label: 'Customers',
            placeholder: 'Name, email, or order number',
            selects: {
              sort: [
                'Sort',
                customerSorts.map((sort): [string, string] => [sort, sortLabels[sort]]),
              ],
            },
          }}
          noResults={{ title: 'No customers match', text: 'Try a shorter search.' }}
          empty={
            <EmptyState emblem="homing" title="No customers yet">
              People show up here after their first order.
            </EmptyState>
          }
        >
          <DataTable className="df-customers" rows={list.rows} columns={columns} />
        </ListPanel>
      ),
    }
  },
})
