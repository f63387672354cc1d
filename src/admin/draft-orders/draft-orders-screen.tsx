import { roleHasPermission } from '@/access/roles'
import { ButtonLink, TextLink } from '@/admin/form/button'
import type { Column } from '@/admin/list/data-table'
import { Meta } from '@/admin/list/entries'
import { ExportLink } from '@/admin/list/export-link'
import { ListPanel } from '@/admin/list/list-panel'
import { createListParams, listPageSize } from '@/admin/list/list-params'
import { sortHeads } from '@/admin/list/sort-head'
import { defineScreen } from '@/admin/screen'
import { Time } from '@/admin/shell/time'
import { getListPreferences } from '@/modules/accounts/queries/get-list-preferences'
import { type DraftOrder, listDraftOrders } from '@/modules/draft-orders/queries'
import { draftOrderFilters } from '@/modules/draft-orders/schemas'
import { formatMoney } from '@/platform/money'
import { pluralize } from '@/platform/pluralize'
import { lenientQuery } from '@/platform/schema-fields'
import { Badge } from '@/ui/badge'
import { EmptyState } from '@/ui/empty-state'

const address = createListParams('/admin/draft-orders', lenientQuery(draftOrderFilters))
type Params = ReturnType<typeof address.parse>
const stateLabels = {
  '': 'All drafts',
  open: 'No active link',
  sent: 'Link sent',
} satisfies Record<Params['state'], string>
const sortLabels = {
  newest: 'Latest change',
  oldest: 'Oldest change',
  'customer-a': 'Customer A to Z',
  'customer-z': 'Customer Z to A',
  'total-high': 'Highest total',
  'total-low': 'Lowest total',
} satisfies Record<Params['sort'], string>
const sortable = sortHeads(address, {
  Customer: { ascending: 'customer-a', descending: 'customer-z' },
  Total: { ascending: 'total-low', descending: 'total-high', first: 'descending' },
  Changed: { ascending: 'oldest', descending: 'newest', first: 'descending' },
})

const hrefOf = ({ id, state, orderId }: DraftOrder): string =>
  state === 'sent' ? `/admin/orders/${orderId}` : `/admin/draft-orders/${id}`

const stateBadge = ({ state, orderId }: DraftOrder) => {
  if (state === 'sent') return <Badge tone="good">Link sent</Badge>
  return orderId === null ? (
    <Badge tone="plain">Draft</Badge>
  ) : (
    <Badge tone="bad">Link inactive</Badge>
  )
}

const columnsFor = (params: Params): Column<DraftOrder>[] => [
  {
    ...sortable('Customer', params),
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
  { head: 'State', isOptional: true, cell: stateBadge },
  {
    head: 'Items',
    isOptional: true,
    kind: 'number',
    card: 'Items',
    cell: ({ items }) => items.reduce((sum, { quantity }) => sum + quantity, 0),
  },
  {
    ...sortable('Total', params),
    isOptional: true,
    kind: 'number',
    card: 'Total',
    cell: ({ totalCents }) => formatMoney(totalCents),
  },
  {
    ...sortable('Changed', params),
    isOptional: true,
    kind: 'soft',
    card: 'Changed',
    cell: ({ updatedAt }) => <Time at={updatedAt} as="date" />,
  },
]

export const DraftOrdersScreen = defineScreen({
  requires: 'orders:read',
  show: async ({ payload, user, query }) => {
    const params = address.parse(query)
    const { search, state, from, to } = params
    const [list, views] = await Promise.all([
      listDraftOrders(payload, { ...params, limit: listPageSize }),
      getListPreferences(payload, user.id, 'draft-orders'),
    ])
    return {
      title: 'Draft orders',
      back: { label: 'Orders', href: '/admin/orders' },
      lead: `${pluralize(list.total, 'draft')}. Paid ones are listed with the orders.`,
      actions: (
        <>
          <ExportLink
            path="/api/admin/draft-orders/export"
            filters={{ search, state, from, to }}
            total={list.total}
          />
          {roleHasPermission(user.role, 'orders:write') ? (
            <ButtonLink href="/admin/draft-orders/new">New order</ButtonLink>
          ) : null}
        </>
      ),
      children: (
        <ListPanel
          address={address}
          params={params}
          list={list}
          filters={{
            label: 'Draft orders',
            placeholder: 'Name, email, or order number',
            selects: {
              state: ['Show', Object.entries(stateLabels)],
              sort: ['Sort', Object.entries(sortLabels)],
            },
            dates: { from: 'Changed from', to: 'To' },
          }}
          views={views}
          noResults={{ title: 'No drafts match' }}
          empty={
            <EmptyState emblem="first-light" title="No draft orders">
              Put together an order for a customer and email them a link to pay for it.
            </EmptyState>
          }
          table={{ className: 'df-discounts', rows: list.rows, columns: columnsFor(params) }}
        />
      ),
    }
  },
})
