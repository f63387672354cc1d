import { Download, Plus } from 'lucide-react'

import { ButtonLink, PanelLink, TextLink } from '@/admin/form/button'
import { LazyImportProductsDialog, LazySyncProductsButton } from '@/admin/lazy-components'
import { ListPanel } from '@/admin/list/list-panel'
import { listPageSize } from '@/admin/list/list-params'
import { MoreMenu } from '@/admin/list/more-menu'
import { defineScreen } from '@/admin/screen'
import { getListPreferences } from '@/modules/accounts/queries/get-list-preferences'
import { listAdminProducts } from '@/modules/catalog/queries/admin-products'
import { type CategoryView, listCategories } from '@/modules/catalog/queries/list-categories'
import { getConnection } from '@/modules/integrations/queries/connections'
import { getLatestSyncRun } from '@/modules/integrations/queries/sync-runs'
import { pluralize } from '@/platform/pluralize'
import { EmptyState } from '@/ui/empty-state'

import { productsAddress as address, type ProductsListParams } from './products-list-params'
import { optionalProductColumns, ProductsTable } from './products-table'

type Params = ProductsListParams

const selectsFor = (
  categories: CategoryView[],
): Record<'category' | 'status' | 'show' | 'sort', [string, [string, string][]]> => ({
  category: [
    'Category',
    [
      ['', 'All categories'],
      ...categories.map(({ slug, name }): [string, string] => [slug, name]),
      ['none', 'No Category'],
    ],
  ],
  status: [
    'Status',
    [
      ['', 'Not in trash'],
      ['active', 'Active'],
      ['inactive', 'Inactive'],
      ['featured', 'Featured'],
      ['trash', 'Trash'],
    ],
  ],
  show: [
    'Show',
    [
      ['', 'All products'],
      ['unsellable', 'Not for sale'],
    ],
  ],
  sort: [
    'Sort',
    [
      ['newest', 'Newest first'],
      ['updated', 'Recently edited'],
      ['name', 'Name A to Z'],
      ['name-z', 'Name Z to A'],
      ['price-low', 'Lowest price'],
      ['price-high', 'Highest price'],
    ],
  ],
})

const allProducts = <ButtonLink href="/admin/products">All products</ButtonLink>

/** Replaces the general text when a single filter matches nothing. */
const emptyState = ({ search, status, show, from, to }: Params) => {
  if (search || from || to) return null
  if (status === 'trash')
    return (
      <EmptyState emblem="homing" title="The trash is empty" action={allProducts}>
        Deleted products stay here until you restore them.
      </EmptyState>
    )
  if (show === 'unsellable')
    return (
      <EmptyState emblem="first-light" title="Everything’s for sale" action={allProducts}>
        Every active product has a price and available stock.
      </EmptyState>
    )
  return null
}

const ExportLinks = ({ query }: { query: string }) =>
  (
    [
      ['Export CSV', query],
      ['Export variants', `${query ? `${query}&` : ''}rows=variants`],
    ] as const
  ).map(([label, search]) => (
    <PanelLink
      key={label}
      className="df-more__choice"
      href={`/api/admin/products/export${search ? `?${search}` : ''}`}
      native
      download
    >
      <Download aria-hidden size={18} strokeWidth={1.6} />
      {label}
    </PanelLink>
  ))

const newHref = '/admin/products/new'
const noResults = ({ search }: Params) => ({
  title: 'No products match',
  text: search ? 'Try a shorter name or SKU.' : undefined,
})
const noProducts = (
  <EmptyState
    emblem="first-light"
    title="No products yet"
    action={
      <ButtonLink variant="solid" href={newHref}>
        Create the first one
      </ButtonLink>
    }
  >
    Your products will show up here.
  </EmptyState>
)
const connectPrintful = (
  <p className="df-soft">
    Printful isn’t connected yet.{' '}
    <TextLink look="plain" href="/admin/printful">
      Connect Printful
    </TextLink>
  </p>
)

export const ProductsScreen = defineScreen({
  requires: 'products:write',
  show: async ({ payload, user, query }) => {
    const params = address.parse(query)
    const isFiltered = address.query({ ...params, sort: 'newest' }).size > 0
    const [list, categories, views, connection, latestSync] = await Promise.all([
      listAdminProducts(payload, { ...params, limit: listPageSize }),
      listCategories(payload),
      getListPreferences(payload, user.id, 'products'),
      getConnection(payload, 'printful'),
      getLatestSyncRun(payload, ['printful-sync']),
    ])
    const isConnected = connection.state === 'connected'
    const isTrash = params.status === 'trash'
    const special = emptyState(params)
    return {
      title: 'Products',
      lead: `${pluralize(list.total, 'product')}${isTrash ? ' in the trash' : isFiltered ? ' found' : ''}.`,
      actions: (
        <>
          {isConnected ? <LazySyncProductsButton latest={latestSync} /> : null}
          <ButtonLink variant="solid" icon={Plus} href={newHref} data-new={newHref}>
            New product
          </ButtonLink>
          <MoreMenu>
            <LazyImportProductsDialog />
            {list.total > 0 ? <ExportLinks query={address.query(params).toString()} /> : null}
          </MoreMenu>
        </>
      ),
      children: (
        <>
          <ListPanel
            address={address}
            params={params}
            list={list}
            filters={{
              label: 'Products',
              placeholder: 'Name, SKU, or slug',
              selects: selectsFor(categories),
              dates: { from: 'Created from', to: 'To' },
            }}
            isFiltered={isFiltered && special === null}
            views={{ ...views, columns: optionalProductColumns }}
            noResults={noResults(params)}
            empty={special ?? noProducts}
          >
            <ProductsTable
              key={address.href(params)}
              products={list.products}
              params={params}
              hidden={views.preferences.hidden}
              categories={categories}
            />
          </ListPanel>
          {isConnected ? null : connectPrintful}
        </>
      ),
    }
  },
})
