import { Plus } from 'lucide-react'
import type { Payload } from 'payload'

import { ButtonLink, TextLink } from '@/admin/form/button'
import { LazyNewSale } from '@/admin/lazy-components'
import { type Column, DataTable } from '@/admin/list/data-table'
import { Meta } from '@/admin/list/entries'
import { Tabs } from '@/admin/list/tabs'
import { defineScreen } from '@/admin/screen'
import { Panel } from '@/admin/shell/panel'
import { Time } from '@/admin/shell/time'
import { listCategories } from '@/modules/catalog/queries/list-categories'
import { listSales } from '@/modules/catalog/queries/sales'
import { listDiscounts } from '@/modules/discounts/queries'
import type { AdminDiscount } from '@/modules/discounts/schemas'
import { env } from '@/platform/env'
import { pluralize } from '@/platform/pluralize'
import { Badge } from '@/ui/badge'
import { EmptyState } from '@/ui/empty-state'

import { describeDiscount, stateBadges, usesText } from './discount-text'
import { SalesTable } from './sales-table'

const columns: Column<AdminDiscount>[] = [
  {
    head: 'Name',
    cell: (discount) => (
      <>
        <p className="df-users__name">
          <TextLink look="plain" href={`/admin/discounts/${discount.id}`}>
            {discount.name}
          </TextLink>{' '}
          <Badge tone={stateBadges[discount.state][0]}>{stateBadges[discount.state][1]}</Badge>
        </p>
        <Meta>{describeDiscount(discount)}</Meta>
      </>
    ),
  },
  {
    head: 'Code',
    className: 'df-code',
    card: 'Code',
    cell: ({ isAutomatic, codes, firstCode }) => {
      if (isAutomatic) return 'Automatic'
      return codes === 1 ? firstCode : pluralize(codes, 'code')
    },
  },
  { head: 'Uses', kind: 'number', card: 'Uses', cell: usesText },
  {
    head: 'Starts',
    kind: 'soft',
    card: 'Starts',
    cell: ({ startsAt }) => <Time at={startsAt} as="date" />,
  },
  {
    head: 'Ends',
    kind: 'soft',
    card: 'Ends',
    cell: ({ endsAt }) => (endsAt ? <Time at={endsAt} as="date" /> : 'Never'),
  },
]

const create = (
  <ButtonLink variant="solid" icon={Plus} href="/admin/discounts/new" data-new>
    New discount
  </ButtonLink>
)

const tabsFor = (isSales: boolean) => (
  <Tabs
    label="Discounts and sales"
    current={isSales ? 'sales' : 'discounts'}
    tabs={[
      { href: '/admin/discounts', label: 'Discounts', value: 'discounts' },
      { href: '/admin/discounts?show=sales', label: 'Sales', value: 'sales' },
    ]}
  />
)

const salesTab = async (payload: Payload) => {
  const [sales, categories] = await Promise.all([listSales(payload), listCategories(payload)])
  const running = sales.filter(({ state }) => state === 'running').length
  return {
    title: 'Sales',
    lead: `Lower prices for a limited time. ${running} running, ${sales.length - running} planned.`,
    actions: <LazyNewSale categories={categories} timeZone={env.SHOP_TIME_ZONE} />,
    children: (
      <>
        {tabsFor(true)}
        <Panel>
          {sales.length > 0 ? (
            <SalesTable sales={sales} />
          ) : (
            <EmptyState emblem="first-light" title="No sales yet">
              Put products or whole categories on sale, now or later.
            </EmptyState>
          )}
        </Panel>
      </>
    ),
  }
}

export const DiscountsScreen = defineScreen({
  requires: 'products:write',
  show: async ({ payload, query }) => {
    if (query.show === 'sales') return salesTab(payload)
    const discounts = await listDiscounts(payload.db.drizzle)
    const running = discounts.filter(({ state }) => state === 'running').length
    return {
      title: 'Discounts',
      lead: `Codes and automatic discounts. ${running} running.`,
      actions: create,
      children: (
        <>
          {tabsFor(false)}
          <Panel>
            {discounts.length > 0 ? (
              <DataTable className="df-discounts" rows={discounts} columns={columns} />
            ) : (
              <EmptyState emblem="first-light" title="No discounts yet">
                Create a code to share, or a discount that applies automatically.
              </EmptyState>
            )}
          </Panel>
        </>
      ),
    }
  },
})
