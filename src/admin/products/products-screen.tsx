import { Link } from '@payloadcms/ui'
import { Download, Plus } from 'lucide-react'
import { redirect } from 'next/navigation'
import { type AdminProductSearch, listAdminProducts } from '../../queries/admin-products'
import { getConnection } from '../../queries/connection-view'
import { type CategoryView, listCategories } from '../../queries/list-categories'
import { getLatestRun } from '../../queries/sync-runs'
import { counted } from '../parts/counted'
import { Empty } from '../parts/empty'
import { Filters } from '../parts/filters'
import { MoreMenu } from '../parts/more-menu'
import { NoneFound } from '../parts/none-found'
import { Pagination } from '../parts/pagination'
import { Panel } from '../parts/panel'
import { screen } from '../screen'
import { screenGroups } from '../shell/screens'
import { ImportDialog } from './import-dialog'
import { parseProductListParams, productListHref, productListQuery, productsPerPage } from './product-list-params'
import { ProductsTable } from './products-table'
import { SyncProducts } from './sync-products'

const ProductFilters = ({ search, categories }: { search: AdminProductSearch; categories: CategoryView[] }) => (
  <Filters
    action="/admin/products" label="Products" placeholder="Name, SKU or slug" search={search.search}
    selects={[
      { name: 'category', label: 'Category', value: search.category, usual: '', options: [['', 'All categories'], ...categories.map(({ slug, name }) => [slug, name] as const), ['none', 'No Category']] },
      { name: 'status', label: 'Status', value: search.status, usual: '', options: [['', 'All but the trash'], ['active', 'Active'], ['inactive', 'Inactive'], ['featured', 'Featured'], ['trash', 'Trash']] },
      { name: 'show', label: 'Show', value: search.show, usual: '', options: [['', 'For sale or not'], ['unsellable', 'Cannot be bought']] },
      { name: 'sort', label: 'Sort', value: search.sort, usual: 'newest', options: [['newest', 'Newest first'], ['updated', 'Changed last'], ['name', 'Name A-Z'], ['price-low', 'Lowest price'], ['price-high', 'Highest price']] },
    ]}
  />
)

const Nothing = ({ search, isFiltered }: { search: AdminProductSearch; isFiltered: boolean }) => {
  if (search.status === 'trash' && !search.search) return <Empty emblem="homing" title="The trash is empty" action={<Link className="df-button df-button--line" href="/admin/products" prefetch={false}>All products</Link>}>What is deleted waits here until it is restored.</Empty>
  if (search.show === 'unsellable' && !search.search) return <Empty emblem="first-light" title="All can be bought" action={<Link className="df-button df-button--line" href="/admin/products" prefetch={false}>All products</Link>}>Every product that is shown has a price and something in stock.</Empty>
  if (isFiltered) return <NoneFound title="No product fits" href="/admin/products">Try fewer letters of the name, or the SKU.</NoneFound>
  return <Empty emblem="first-light" title="No products yet" action={<Link className="df-button df-button--solid" href="/admin/products/new" prefetch={false}>Create the first one</Link>}>Each stands here with its price and whether it can be bought.</Empty>
}

export const ProductsScreen = screen({
  requires: 'products:write',
  show: async ({ payload, query }) => {
    const search = parseProductListParams(query)
    const isFiltered = productListQuery({ ...search, sort: 'newest' }).size > 0
    const [list, categories, connection, latestSync] = await Promise.all([listAdminProducts(payload, search), listCategories(payload), getConnection(payload, 'printful'), getLatestRun(payload, ['printful-sync'])])
    const isConnected = connection.state === 'connected'
    if (list.products.length === 0 && list.total > 0) redirect(productListHref({ ...search, page: list.pages }))
    const asked = productListQuery(search).toString()
    const printful = screenGroups.flatMap(({ screens }) => screens).find(({ href }) => href === '/admin/printful')
    return {
      title: 'Products',
      lead: search.status === 'trash' ? `${counted(list.total, 'product')} in the trash.` : `${counted(list.total, 'product')}${isFiltered ? ' found' : ''}.`,
      actions: (
        <>
          {isConnected ? <SyncProducts isConnected settings={null} latest={latestSync} /> : null}
          <Link className="df-button df-button--solid" href="/admin/products/new" data-new="/admin/products/new" prefetch={false}><Plus aria-hidden size={18} strokeWidth={1.8} />New product</Link>
          <MoreMenu>
            <ImportDialog />
            {list.total > 0 ? (
              <>
                <a className="df-more__choice" href={`/api/admin/products/export${asked ? `?${asked}` : ''}`} download><Download aria-hidden size={18} strokeWidth={1.6} />Export CSV</a>
                <a className="df-more__choice" href={`/api/admin/products/export?${asked ? `${asked}&` : ''}rows=variants`} download><Download aria-hidden size={18} strokeWidth={1.6} />Export variants</a>
              </>
            ) : null}
          </MoreMenu>
        </>
      ),
      children: (
        <>
          <ProductFilters key={productListHref(search)} search={search} categories={categories} />
          <Panel>
            {list.total > 0
              ? <ProductsTable key={productListHref(search)} products={list.products} isTrash={search.status === 'trash'} categories={categories} />
              : <Nothing search={search} isFiltered={isFiltered} />}
            {list.total > 0 ? <Pagination page={list.page} pages={list.pages} limit={productsPerPage} total={list.total} href={(page) => productListHref({ ...search, page })} /> : null}
          </Panel>
          {isConnected ? null : <SyncProducts isConnected={false} settings={printful?.href ?? null} latest={null} />}
        </>
      ),
    }
  },
})
