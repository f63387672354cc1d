import { z } from 'zod'

import { roleHasPermission } from '@/access/roles'
import { TextLink } from '@/admin/form/button'
import { LazyIssueGiftCard } from '@/admin/lazy-components'
import { type Column, DataTable } from '@/admin/list/data-table'
import { Meta } from '@/admin/list/entries'
import { ListPanel } from '@/admin/list/list-panel'
import { createListParams, listPageSize } from '@/admin/list/list-params'
import { defineScreen } from '@/admin/screen'
import { Time } from '@/admin/shell/time'
import { type AdminGiftCard, listGiftCards } from '@/modules/gift-cards/queries'
import { formatMoney } from '@/platform/money'
import { Badge } from '@/ui/badge'
import { EmptyState } from '@/ui/empty-state'

const address = createListParams('/admin/gift-cards', z.object({}))

const columns: Column<AdminGiftCard>[] = [
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
    head: 'Issued for',
    kind: 'number',
    card: 'Issued for',
    cell: ({ issuedCents }) => formatMoney(issuedCents),
  },
  {
    head: 'Balance',
    kind: 'number',
    card: 'Balance',
    cell: ({ balanceCents }) => formatMoney(balanceCents),
  },
  {
    head: 'Issued',
    kind: 'soft',
    card: 'Issued',
    cell: ({ createdAt }) => <Time at={createdAt} as="date" />,
  },
]

export const GiftCardsScreen = defineScreen({
  requires: 'orders:read',
  show: async ({ payload, user, query }) => {
    const params = address.parse(query)
    const list = await listGiftCards(payload, { ...params, limit: listPageSize })
    return {
      title: 'Gift cards',
      lead: 'Credit that customers use at checkout.',
      actions: roleHasPermission(user.role, 'orders:write') ? <LazyIssueGiftCard /> : undefined,
      children: (
        <ListPanel
          address={address}
          params={params}
          list={list}
          filters={{ label: 'Gift cards', placeholder: 'Last 4 characters, or reason' }}
          noResults={{ title: 'No gift cards match', text: 'Try a shorter search.' }}
          empty={
            <EmptyState emblem="first-light" title="No gift cards yet">
              Issue a gift card to give a customer credit for their next order.
            </EmptyState>
          }
        >
          <DataTable className="df-discounts" rows={list.rows} columns={columns} />
        </ListPanel>
      ),
    }
  },
})
