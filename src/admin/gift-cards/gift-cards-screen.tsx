import { roleHasPermission } from '@/access/roles'
import { TextLink } from '@/admin/form/button'
import { LazyIssueGiftCard } from '@/admin/lazy-components'
import type { Column } from '@/admin/list/data-table'
import { Meta } from '@/admin/list/entries'
import { ExportLink } from '@/admin/list/export-link'
import { dayLabels, ListPanel } from '@/admin/list/list-panel'
import { ageLabels, createListParams, listPageSize } from '@/admin/list/list-params'
import { sortHeads } from '@/admin/list/sort-head'
import { defineScreen } from '@/admin/screen'
import { Time } from '@/admin/shell/time'
import { getListPreferences } from '@/modules/accounts/queries/get-list-preferences'
import { type AdminGiftCard, listGiftCards } from '@/modules/gift-cards/queries'
import { giftCardFilters } from '@/modules/gift-cards/schemas'
import { formatMoney } from '@/platform/money'
import { lenientQuery } from '@/platform/schema-fields'
import { Badge } from '@/ui/badge'
import { EmptyState } from '@/ui/empty-state'

const address = createListParams('/admin/gift-cards', lenientQuery(giftCardFilters))
type Params = ReturnType<typeof address.parse>
const statusLabels = {
  '': 'All gift cards',
  active: 'With a balance',
  empty: 'Spent',
  disabled: 'Disabled',
} satisfies Record<Params['status'], string>
const sortLabels = {
  ...ageLabels,
  'issued-high': 'Highest amount',
  'issued-low': 'Lowest amount',
  'balance-high': 'Highest balance',
  'balance-low': 'Lowest balance',
} satisfies Record<Params['sort'], string>
const sortable = sortHeads(address, {
  'Issued for': { ascending: 'issued-low', descending: 'issued-high', first: 'descending' },
  Balance: { ascending: 'balance-low', descending: 'balance-high', first: 'descending' },
  Issued: { ascending: 'oldest', descending: 'newest', first: 'descending' },
})

const columnsFor = (params: Params): Column<AdminGiftCard>[] => [
  {
    head: 'Card',
    cell: ({ id, lastFour, isActive, note }) => (
      <>
        <p className="df-users__name">
          <TextLink look="plain" href={`/admin/gift-cards/${id}`}>
            Ends in {lastFour}
          </TextLink>{' '}
          {isActive ? null : <Badge tone="bad">Disabled</Badge>}
        </p>
        <Meta>{note}</Meta>
      </>
    ),
  },
  {
    ...sortable('Issued for', params),
    isOptional: true,
    kind: 'number',
    card: 'Issued for',
    cell: ({ issuedCents }) => formatMoney(issuedCents),
  },
  {
    ...sortable('Balance', params),
    isOptional: true,
    kind: 'number',
    card: 'Balance',
    cell: ({ balanceCents }) => formatMoney(balanceCents),
  },
  {
    ...sortable('Issued', params),
    isOptional: true,
    kind: 'soft',
    card: 'Issued',
    cell: ({ createdAt }) => <Time at={createdAt} as="date" />,
  },
]

export const GiftCardsScreen = defineScreen({
  requires: 'orders:read',
  show: async ({ payload, user, query }) => {
    const params = address.parse(query)
    const { search, status, from, to } = params
    const [list, views] = await Promise.all([
      listGiftCards(payload, { ...params, limit: listPageSize }),
      getListPreferences(payload, user.id, 'gift-cards'),
    ])
    return {
      title: 'Gift cards',
      lead: 'Credit that customers can use at checkout.',
      actions: (
        <>
          <ExportLink
            path="/api/admin/gift-cards/export"
            filters={{ search, status, from, to }}
            total={list.total}
          />
          {roleHasPermission(user.role, 'orders:write') ? <LazyIssueGiftCard /> : null}
        </>
      ),
      children: (
        <ListPanel
          address={address}
          params={params}
          list={list}
          filters={{
            label: 'Gift cards',
            placeholder: 'Last 4 characters, or reason',
            selects: {
              status: ['Status', Object.entries(statusLabels)],
              sort: ['Sort', Object.entries(sortLabels)],
            },
            dates: dayLabels,
          }}
          views={views}
          noResults={{ title: 'No gift cards match' }}
          empty={
            <EmptyState emblem="first-light" title="No gift cards yet">
              Issue a gift card to give a customer credit for their next order.
            </EmptyState>
          }
          table={{ className: 'df-discounts', rows: list.rows, columns: columnsFor(params) }}
        />
      ),
    }
  },
})
