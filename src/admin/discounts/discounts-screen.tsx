import { Plus } from 'lucide-react'
import type { Payload } from 'payload'

import { ButtonLink, TextLink } from '@/admin/form/button'
import { LazyNewSale } from '@/admin/lazy-components'
import type { Column } from '@/admin/list/data-table'
import { Meta } from '@/admin/list/entries'
import { ListPanel } from '@/admin/list/list-panel'
import { createListParams, listPageSize } from '@/admin/list/list-params'
import { sortHeads } from '@/admin/list/sort-head'
import { Tabs } from '@/admin/list/tabs'
import { defineScreen } from '@/admin/screen'
import { Panel } from '@/admin/shell/panel'
import { Time } from '@/admin/shell/time'
import { getListPreferences } from '@/modules/accounts/queries/get-list-preferences'
import { listCategories } from '@/modules/catalog/queries/list-categories'
import { listSales } from '@/modules/catalog/queries/sales'
import { countRunningDiscounts, listDiscounts } from '@/modules/discounts/queries'
import { type AdminDiscount, discountFilters } from '@/modules/discounts/schemas'
import { env } from '@/platform/env'
import { pluralize } from '@/platform/pluralize'
import { lenientQuery } from '@/platform/schema-fields'
import { Badge } from '@/ui/badge'
import { EmptyState } from '@/ui/empty-state'

import { describeDiscount, stateBadges, usesText } from './discount-text'
import { SalesTable } from './sales-table'

const address = createListParams('/admin/discounts', lenientQuery(discountFilters))
type Params = ReturnType<typeof address.parse>
const stateLabels = {
  '': 'All discounts',
  running: 'Running',
  scheduled: 'Scheduled',
  ended: 'Ended',
  off: 'Off',
} satisfies Record<Params['state'], string>
const sortLabels = {
  newest: 'Newest first',
  name: 'Name A to Z',
  'name-z': 'Name Z to A',
  'uses-high': 'Most uses',
  'uses-low': 'Fewest uses',
  starts: 'Earliest start',
  'starts-late': 'Latest start',
  ends: 'Earliest end',
  'ends-late': 'Latest end',
} satisfies Record<Params['sort'], string>
const sortable = sortHeads(address, {
  Name: { ascending: 'name', descending: 'name-z' },
  Uses: { ascending: 'uses-low', descending: 'uses-high', first: 'descending' },
  Starts: { ascending: 'starts', descending: 'starts-late', first: 'descending' },
  Ends: { ascending: 'ends', descending: 'ends-late' },
})

const columnsFor = (params: Params): Column<AdminDiscount>[] => [
  {
    ...sortable('Name', params),
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
    isOptional: true,
    className: 'df-code',
    card: 'Code',
    cell: ({ isAutomatic, codes, firstCode }) => {
      if (isAutomatic) return 'Automatic'
      return codes === 1 ? firstCode : pluralize(codes, 'code')
    },
  },
  { ...sortable('Uses', params), isOptional: true, kind: 'number', card: 'Uses', cell: usesText },
  {
    ...sortable('Starts', params),
    isOptional: true,
    kind: 'soft',
    card: 'Starts',
    cell: ({ startsAt }) => <Time at={startsAt} as="date" />,
  },
  {
    ...sortable('Ends', params),
    isOptional: true,
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
  show: async ({ payload, user, query }) => {
    if (query.show === 'sales') return salesTab(payload)
    const params = address.parse(query)
    const [list, running, views] = await Promise.all([
      listDiscounts(payload, { ...params, limit: listPageSize }),
      countRunningDiscounts(payload),
      getListPreferences(payload, user.id, 'discounts'),
    ])
    return {
      title: 'Discounts',
      lead: `Codes and automatic discounts. ${running} running.`,
      actions: create,
      children: (
        <>
          {tabsFor(false)}
          <ListPanel
            address={address}
            params={params}
            list={list}
            filters={{
              label: 'Discounts',
              placeholder: 'Name or code',
              selects: {
                state: ['Show', Object.entries(stateLabels)],
                sort: ['Sort', Object.entries(sortLabels)],
              },
              dates: { from: 'Starts from', to: 'To' },
            }}
            views={views}
            noResults={{ title: 'No discounts match' }}
            empty={
              <EmptyState emblem="first-light" title="No discounts yet">
                Create a code to share, or a discount that applies automatically.
              </EmptyState>
            }
            table={{ className: 'df-discounts', rows: list.rows, columns: columnsFor(params) }}
          />
        </>
      ),
    }
  },
})
