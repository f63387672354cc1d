import { TextLink } from '@/admin/form/button'
import { LazyBulkActions } from '@/admin/lazy-components'
import { type Column, DataTable } from '@/admin/list/data-table'
import { SelectAllBox, SelectionProvider, SelectRowBox } from '@/admin/list/selection'
import { sortHeads } from '@/admin/list/sort-head'
import { Thumbnail } from '@/admin/list/thumbnail'
import type { AdminProductRow } from '@/modules/catalog/queries/admin-products'
import type { CategoryView } from '@/modules/catalog/queries/list-categories'
import { formatMoney } from '@/platform/money'
import { pluralize } from '@/platform/pluralize'
import { Badge } from '@/ui/badge'

import { DeleteProduct, RestoreProduct } from './delete-product'
import { ProductToggle } from './product-toggle'
import { productsAddress, type ProductsListParams } from './products-list-params'

const Price = ({ product }: { product: AdminProductRow }) => {
  const { basePriceCents, salePriceCents, saleState } = product
  if (salePriceCents !== null && saleState === 'running')
    return (
      <>
        {formatMoney(salePriceCents)}
        {basePriceCents === null ? null : (
          <s>
            <span className="df-hidden">was </span>
            {formatMoney(basePriceCents)}
          </s>
        )}
      </>
    )
  return basePriceCents === null ? (
    <span className="df-soft">No price</span>
  ) : (
    <>{formatMoney(basePriceCents)}</>
  )
}

const toggles = [
  ['isActive', 'Active'],
  ['isFeatured', 'Featured'],
] as const

const NameCell = ({ product }: { product: AdminProductRow }) => (
  <div className="df-with-thumb">
    <Thumbnail baseName={product.pictures[0]?.baseName ?? null} size={56} />
    <div>
      <TextLink href={`/admin/products/${product.id}`}>{product.name}</TextLink>
      <p className="df-entry__meta">
        {product.categoryName ?? 'No Category'} · {pluralize(product.variantCount, 'variant')}
      </p>
      {product.isActive && !product.canBeBought ? <Badge tone="bad">Not for sale</Badge> : null}
    </div>
  </div>
)

const toggleColumn = ([field, label]: (typeof toggles)[number]): Column<AdminProductRow> => ({
  head: label,
  isOptional: true,
  className: `df-products__switch df-products__switch--${field}`,
  cell: ({ id, name, updatedAt, ...product }) => (
    <>
      <span className="df-card-only" aria-hidden>
        {label}
      </span>
      <ProductToggle
        id={id}
        name={name}
        field={field}
        value={product[field]}
        updatedAt={updatedAt}
      />
    </>
  ),
})

const sortable = sortHeads(productsAddress, {
  Product: { ascending: 'name', descending: 'name-z' },
  Price: { ascending: 'price-low', descending: 'price-high' },
})

const columnsFor = (params: ProductsListParams): Column<AdminProductRow>[] => {
  const isTrash = params.status === 'trash'
  return [
    {
      head: 'Select',
      headCell: <SelectAllBox />,
      className: 'df-products__pick',
      cell: ({ id, name }) => <SelectRowBox id={id} label={name} />,
    },
    {
      ...sortable('Product', params),
      className: 'df-products__name',
      cell: (product) => <NameCell product={product} />,
    },
    {
      ...sortable('Price', params),
      kind: 'number',
      isOptional: true,
      className: 'df-products__price',
      cell: (product) => <Price product={product} />,
    },
    ...(isTrash ? [] : toggles.map(toggleColumn)),
    {
      head: 'Actions',
      kind: 'actions',
      className: 'df-products__actions',
      cell: ({ id, name }) =>
        isTrash ? (
          <div className="df-row-actions">
            <RestoreProduct id={id} name={name} />
          </div>
        ) : (
          <DeleteProduct id={id} name={name} />
        ),
    },
  ]
}

/** Heads of the columns that staff may hide. */
export const optionalProductColumns = ['Price', ...toggles.map(([, label]) => label)]

export function ProductsTable({
  products,
  params,
  hidden,
  categories,
}: {
  products: AdminProductRow[]
  params: ProductsListParams
  hidden: readonly string[]
  categories: CategoryView[]
}) {
  return (
    <SelectionProvider ids={products.map(({ id }) => id)}>
      <DataTable
        className="df-products"
        rows={products}
        columns={columnsFor(params)}
        hidden={hidden}
      />
      <LazyBulkActions
        products={products.map(({ id, categoryId }) => ({ id, categoryId }))}
        isTrash={params.status === 'trash'}
        categories={categories}
      />
    </SelectionProvider>
  )
}
