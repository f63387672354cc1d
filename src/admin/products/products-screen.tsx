import { ButtonLink } from '@/admin/form/button'
import { Download, Plus } from 'lucide-react'
import { redirect } from 'next/navigation'

import { EmptyState, NoResults } from '@/admin/list/empty-state'
import { ListFilters } from '@/admin/list/list-filters'
import { MoreMenu } from '@/admin/list/more-menu'
import { Pagination } from '@/admin/list/pagination'
import { defineScreen } from '@/admin/screen'
import { Panel } from '@/admin/shell/panel'
import { pluralize } from '@/admin/shell/pluralize'
import { screenGroups } from '@/admin/shell/screens'
import {
  type AdminProductSearch,
  listAdminProducts,
} from '@/modules/catalog/queries/admin-products'
import { type CategoryView, listCategories } from '@/modules/catalog/queries/list-categories'
import { getConnection } from '@/modules/integrations/queries/connections'
import { getLatestSyncRun } from '@/modules/integrations/queries/sync-runs'

import { ImportProductsDialog } from './import-products-dialog'
import {
  parseProductListParams,
  productListHref,
  productListQuery,
  productsPageSize,
} from './product-list-params'
import { ProductsTable } from './products-table'
import { SyncProductsButton } from './sync-products-button'

const ProductFilters = ({
  search,
  categories,
}: {
  search: AdminProductSearch
  categories: CategoryView[]
}) => (
  <ListFilters
    action="/admin/products"
    label="Products"
    placeholder="Name, SKU or slug"
    search={search.search}
    selects={[
      {
        name: 'category',
        label: 'Category',
        value: search.category,
        usual: '',
        options: [
          ['', 'All categories'],
          ...categories.map(({ slug, name }) => [slug, name] as const),
          ['none', 'No Category'],
        ],
      },
      {
        name: 'status',
        label: 'Status',
        value: search.status,
        usual: '',
        options: [
          ['', 'All but the trash'],
          ['active', 'Active'],
          ['inactive', 'Inactive'],
          ['featured', 'Featured'],
          ['trash', 'Trash'],
        ],
      },
      {
        name: 'show',
        label: 'Show',
        value: search.show,
        usual: '',
        options: [
          ['', 'For sale or not'],
          ['unsellable', 'Cannot be bought'],
        ],
      },
      {
        name: 'sort',
        label: 'Sort',
        value: search.sort,
        usual: 'newest',
        options: [
          ['newest', 'Newest first'],
          ['updated', 'Changed last'],
          ['name', 'Name A-Z'],
          ['price-low', 'Lowest price'],
          ['price-high', 'Highest price'],
        ],
      },
    ]}
  />
)

const Nothing = ({ search, isFiltered }: { search: AdminProductSearch; isFiltered: boolean }) => {
  if (search.status === 'trash' && !search.search)
    return (
      <EmptyState
        emblem="homing"
        title="The trash is empty"
        action={<ButtonLink href="/admin/products">All products</ButtonLink>}
      >
        What is deleted waits here until it is restored.
      </EmptyState>
    )
  if (search.show === 'unsellable' && !search.search)
    return (
      <EmptyState
        emblem="first-light"
        title="All can be bought"
        action={<ButtonLink href="/admin/products">All products</ButtonLink>}
      >
        Every product that is shown has a price and something in stock.
      </EmptyState>
    )
  if (isFiltered)
    return (
      <NoResults title="No product fits" href="/admin/products">
        Try fewer letters of the name, or the SKU.
      </NoResults>
    )
  return (
    <EmptyState
      emblem="first-light"
      title="No products yet"
      action={
        <ButtonLink variant="solid" href="/admin/products/new">
          Create the first one
        </ButtonLink>
      }
    >
      Each stands here with its price and whether it can be bought.
    </EmptyState>
  )
}

export const ProductsScreen = defineScreen({
  requires: 'products:write',
  show: async ({ payload, query }) => {
    const search = parseProductListParams(query)
    const isFiltered = productListQuery({ ...search, sort: 'newest' }).size > 0
    const [list, categories, connection, latestSync] = await Promise.all([
      listAdminProducts(payload, search),
      listCategories(payload),
      getConnection(payload, 'printful'),
      getLatestSyncRun(payload, ['printful-sync']),
    ])
    const isConnected = connection.state === 'connected'
    if (list.products.length === 0 && list.total > 0)
      redirect(productListHref({ ...search, page: list.pages }))
    const asked = productListQuery(search).toString()
    const printful = screenGroups
      .flatMap(({ screens }) => screens)
      .find(({ href }) => href === '/admin/printful')
    return {
      title: 'Products',
      lead:
        search.status === 'trash'
          ? `${pluralize(list.total, 'product')} in the trash.`
          : `${pluralize(list.total, 'product')}${isFiltered ? ' found' : ''}.`,
      actions: (
        <>
          {isConnected ? (
            <SyncProductsButton isConnected settings={null} latest={latestSync} />
          ) : null}
          <ButtonLink
            variant="solid"
            icon={Plus}
            href="/admin/products/new"
            data-new="/admin/products/new"
          >
            New product
          </ButtonLink>
          <MoreMenu>
            <ImportProductsDialog />
            {list.total > 0 ? (
              <>
                <a
                  className="df-more__choice"
                  href={`/api/admin/products/export${asked ? `?${asked}` : ''}`}
                  download
                >
                  <Download aria-hidden size={18} strokeWidth={1.6} />
                  Export CSV
                </a>
                <a
                  className="df-more__choice"
                  href={`/api/admin/products/export?${asked ? `${asked}&` : ''}rows=variants`}
                  download
                >
                  <Download aria-hidden size={18} strokeWidth={1.6} />
                  Export variants
                </a>
              </>
            ) : null}
          </MoreMenu>
        </>
      ),
      children: (
        <>
          <ProductFilters key={productListHref(search)} search={search} categories={categories} />
          <Panel>
            {list.total > 0 ? (
              <ProductsTable
                key={productListHref(search)}
                products={list.products}
                isTrash={search.status === 'trash'}
                categories={categories}
              />
            ) : (
              <Nothing search={search} isFiltered={isFiltered} />
            )}
            {list.total > 0 ? (
              <Pagination
                page={list.page}
                pages={list.pages}
                limit={productsPageSize}
                total={list.total}
                href={(page) => productListHref({ ...search, page })}
              />
            ) : null}
          </Panel>
          {isConnected ? null : (
            <SyncProductsButton
              isConnected={false}
              settings={printful?.href ?? null}
              latest={null}
            />
          )}
        </>
      ),
    }
  },
})
