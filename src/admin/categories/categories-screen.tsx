import { TextLink } from '@/admin/form/button'

import { EmptyState } from '@/admin/list/empty-state'
import { defineScreen } from '@/admin/screen'
import { Panel } from '@/admin/shell/panel'
import { pluralize } from '@/admin/shell/pluralize'
import { type AdminCategory, listAdminCategories } from '@/modules/catalog/queries/admin-categories'

import { CategoryDialog } from './category-dialog'
import { DeleteCategory } from './delete-category'

const Row = ({ category }: { category: AdminCategory }) => (
  <tr>
    <td>
      <p className="df-users__name">{category.name}</p>
      {category.description ? <p className="df-entry__meta">{category.description}</p> : null}
    </td>
    <td className="df-soft df-code">
      <span className="df-card-only">Address </span>
      {category.slug}
    </td>
    <td>
      {category.products > 0 ? (
        <TextLink look="plain" href={`/admin/products?category=${category.slug}`}>
          {pluralize(category.products, 'product')}
        </TextLink>
      ) : (
        <span className="df-soft">No products</span>
      )}
    </td>
    <td className="df-soft">
      {category.content > 0 ? pluralize(category.content, 'piece') : 'No pieces'}
    </td>
    <td>
      <div className="df-row-actions">
        <CategoryDialog category={category} />
        <DeleteCategory category={category} />
      </div>
    </td>
  </tr>
)

export const CategoriesScreen = defineScreen({
  requires: 'categories:write',
  show: async ({ payload }) => {
    const categories = await listAdminCategories(payload)
    return {
      title: 'Categories',
      lead: `${pluralize(categories.length, 'category', 'categories')}. The shop lists them by name.`,
      actions: <CategoryDialog category={null} />,
      children: (
        <Panel>
          {categories.length > 0 ? (
            <table className="df-table df-categories">
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Address</th>
                  <th scope="col">Products</th>
                  <th scope="col">Content</th>
                  <th scope="col">
                    <span className="df-hidden">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {categories.map((category) => (
                  <Row key={category.id} category={category} />
                ))}
              </tbody>
            </table>
          ) : (
            <EmptyState emblem="first-light" title="No categories yet">
              They help people find their way among products and pieces. A shop with few products
              needs none.
            </EmptyState>
          )}
        </Panel>
      ),
    }
  },
})
