import { TextLink } from '@/admin/form/button'
import { LazyCategoryDialog, LazyDeleteCategory } from '@/admin/lazy-components'
import { type Column, DataTable } from '@/admin/list/data-table'
import { Meta } from '@/admin/list/entries'
import { defineScreen } from '@/admin/screen'
import { Panel } from '@/admin/shell/panel'
import { type AdminCategory, listAdminCategories } from '@/modules/catalog/queries/admin-categories'
import { pluralize } from '@/platform/pluralize'
import { EmptyState } from '@/ui/empty-state'

const columns: Column<AdminCategory>[] = [
  {
    head: 'Name',
    cell: ({ name, description }) => (
      <>
        <p className="df-users__name">{name}</p>
        <Meta>{description}</Meta>
      </>
    ),
  },
  { head: 'URL', kind: 'soft', className: 'df-code', card: 'URL', cell: ({ slug }) => slug },
  {
    head: 'Products',
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
    head: 'Content',
    kind: 'soft',
    cell: ({ content }) => (content > 0 ? pluralize(content, 'piece') : 'No articles'),
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
  show: async ({ payload }) => {
    const categories = await listAdminCategories(payload)
    return {
      title: 'Categories',
      lead: `${pluralize(categories.length, 'category', 'categories')}. Listed by name in the shop.`,
      actions: <LazyCategoryDialog category={null} />,
      children: (
        <Panel>
          {categories.length > 0 ? (
            <DataTable className="df-categories" rows={categories} columns={columns} />
          ) : (
            <EmptyState emblem="first-light" title="No categories yet">
              Categories help shoppers browse products and articles. A small shop may not need any.
            </EmptyState>
          )}
        </Panel>
      ),
    }
  },
})
