import { z } from 'zod'

import { TextLink } from '@/admin/form/button'
import { LazyCategoryDialog, LazyDeleteCategory } from '@/admin/lazy-components'
import { type Column, DataTable } from '@/admin/list/data-table'
import { Meta } from '@/admin/list/entries'
import { ListTools } from '@/admin/list/list-panel'
import { createListParams } from '@/admin/list/list-params'
import { sortHeads } from '@/admin/list/sort-head'
import { defineScreen } from '@/admin/screen'
import { Panel } from '@/admin/shell/panel'
import {
  type AdminCategory,
  type CategorySort,
  categorySorts,
  listAdminCategories,
} from '@/modules/catalog/queries/admin-categories'
import { pluralize } from '@/platform/pluralize'
import { EmptyState } from '@/ui/empty-state'

const address = createListParams(
  '/admin/categories',
  z.object({ sort: z.enum(categorySorts).catch('name').default('name') }),
)
type Params = ReturnType<typeof address.parse>
const sortLabels = {
  name: 'Name A to Z',
  'name-z': 'Name Z to A',
  'products-high': 'Most products',
  'products-low': 'Fewest products',
  'content-high': 'Most articles',
  'content-low': 'Fewest articles',
} satisfies Record<CategorySort, string>
const sortable = sortHeads(address, {
  Name: { ascending: 'name', descending: 'name-z' },
  Products: { ascending: 'products-low', descending: 'products-high', first: 'descending' },
  Content: { ascending: 'content-low', descending: 'content-high', first: 'descending' },
})

const columnsFor = (params: Params): Column<AdminCategory>[] => [
  {
    ...sortable('Name', params),
    cell: ({ name, description }) => (
      <>
        <p className="df-users__name">{name}</p>
        <Meta>{description}</Meta>
      </>
    ),
  },
  { head: 'URL', kind: 'soft', className: 'df-code', card: 'URL', cell: ({ slug }) => slug },
  {
    ...sortable('Products', params),
    cell: ({ products, slug }) =>
      products > 0 ? (
        <TextLink look="plain" href={`/admin/products?category=${slug}`}>
          {pluralize(products, 'product')}
        </TextLink>
      ) : (
        <span className="df-soft">No products</span>
      ),
  },
  {
    ...sortable('Content', params),
    kind: 'soft',
    cell: ({ content }) => (content > 0 ? pluralize(content, 'article') : 'No articles'),
  },
  {
    head: 'Actions',
    kind: 'actions',
    cell: (category) => (
      <div className="df-row-actions">
        <LazyCategoryDialog category={category} />
        <LazyDeleteCategory category={category} />
      </div>
    ),
  },
]

export const CategoriesScreen = defineScreen({
  requires: 'categories:write',
  show: async ({ payload, query }) => {
    const params = address.parse(query)
    const categories = await listAdminCategories(payload, params)
    return {
      title: 'Categories',
      lead: `${pluralize(categories.length, 'category', 'categories')}. Listed by name in the shop.`,
      actions: <LazyCategoryDialog category={null} />,
      children: (
        <>
          <ListTools
            address={address}
            params={params}
            label="Categories"
            selects={{ sort: ['Sort', Object.entries(sortLabels)] }}
          />
          <Panel>
            {categories.length > 0 ? (
              <DataTable className="df-categories" rows={categories} columns={columnsFor(params)} />
            ) : (
              <EmptyState emblem="first-light" title="No categories yet">
                Categories help shoppers browse products and articles. A small shop may not need
                any.
              </EmptyState>
            )}
          </Panel>
        </>
      ),
    }
  },
})
