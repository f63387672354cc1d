import { z } from 'zod'

import { roleHasPermission } from '@/access/roles'
import { ButtonLink, TextLink } from '@/admin/form/button'
import { type Column, DataTable } from '@/admin/list/data-table'
import { Meta } from '@/admin/list/entries'
import { ListPanel } from '@/admin/list/list-panel'
import { createListParams, listPageSize } from '@/admin/list/list-params'
import { defineScreen } from '@/admin/screen'
import { Time } from '@/admin/shell/time'
import { type DraftOrder, listDraftOrders } from '@/modules/draft-orders/queries'
import { formatMoney } from '@/platform/money'
import { pluralize } from '@/platform/pluralize'
import { Badge } from '@/ui/badge'
import { EmptyState } from '@/ui/empty-state'

const address = createListParams('/admin/draft-orders', z.object({}))

const hrefOf = ({ id, state, orderId }: DraftOrder): string =>
  state === 'sent' ? `/admin/orders/${orderId}` : `/admin/draft-orders/${id}`

const stateBadge = ({ state, orderId }: DraftOrder) => {
  if (state === 'sent') return <Badge tone="good">Link sent</Badge>
  return orderId === null ? <Badge tone="plain">Draft</Badge> : <Badge tone="bad">Link ended</Badge>
}

const columns: Column<DraftOrder>[] = [
  {
    head: 'Customer',
    cell: (draft) => (
      <>
        <TextLink href={hrefOf(draft)}>
          {`${draft.shippingAddress.firstName} ${draft.shippingAddress.lastName}`.trim() ||
            draft.email ||
            'No customer yet'}
        </TextLink>
        <Meta>{draft.email}</Meta>
      </>
    ),
  },
  { head: 'State', cell: stateBadge },
  {
    head: 'Items',
    kind: 'number',
    card: 'Items',
    cell: ({ items }) => items.reduce((sum, { quantity }) => sum + quantity, 0),
  },
  {
    head: 'Total',
    kind: 'number',
    card: 'Total',
    cell: ({ totalCents }) => formatMoney(totalCents),
  },
  {
    head: 'Changed',
    kind: 'soft',
    card: 'Changed',
    cell: ({ updatedAt }) => <Time at={updatedAt} as="date" />,
  },
]

export const DraftOrdersScreen = defineScreen({
  requires: 'orders:read',
  show: async ({ payload, user, query }) => {
    const params = address.parse(query)
    const list = await listDraftOrders(payload, { ...params, limit: listPageSize })
    return {
      title: 'Draft orders',
      back: { label: 'Orders', href: '/admin/orders' },
      lead: `${pluralize(list.total, 'draft')}. Paid ones are listed with the orders.`,
      actions: roleHasPermission(user.role, 'orders:write') ? (
        <ButtonLink href="/admin/draft-orders/new">New order</ButtonLink>
      ) : undefined,
      children: (
        <ListPanel
          address={address}
          params={params}
          list={list}
          isFiltered={params.search !== ''}
          filters={{ label: 'Draft orders', placeholder: 'Name, email, or order number' }}
          noResults={{ title: 'No drafts match', text: 'Try a shorter search.' }}
          empty={
            <EmptyState emblem="first-light" title="No draft orders">
              Put together an order for a customer, and email them a link to pay for it.
            </EmptyState>
          }
        >
          <DataTable className="df-discounts" rows={list.rows} columns={columns} />
        </ListPanel>
      ),
    }
  },
})
