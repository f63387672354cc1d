import { FilterChip } from '@/components/chip'
import type { CategoryView } from '@/modules/catalog/queries/list-categories'
import {
  priceBandLabels,
  type ProductSearch,
  productSearchHref,
} from '@/modules/catalog/rules/product-search'

/** Each chip leads to the same search without it. */
export function ActiveFilters({
  search,
  categories,
}: {
  search: ProductSearch
  categories: readonly CategoryView[]
}) {
  const without = (change: Partial<ProductSearch>): string =>
    productSearchHref({ ...search, page: 1, ...change })
  const chips = [
    search.search ? { label: `“${search.search}”`, href: without({ search: '' }) } : null,
    search.category
      ? {
          label: categories.find(({ slug }) => slug === search.category)?.name ?? search.category,
          href: without({ category: '' }),
        }
      : null,
    search.price ? { label: priceBandLabels[search.price], href: without({ price: '' }) } : null,
  ].filter((chip) => chip !== null)
  return chips.length === 0 ? (
    <span />
  ) : (
    <ul aria-label="Active filters" className="flex flex-wrap gap-2.5">
      {chips.map(({ label, href }) => (
        <li key={label}>
          <FilterChip href={href}>{label}</FilterChip>
        </li>
      ))}
    </ul>
  )
}
