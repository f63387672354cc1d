'use client'
import type { ReactNode } from 'react'

import { TextLink } from '@/admin/form/button'
import { SelectAllBox, SelectionProvider, SelectRowBox } from '@/admin/list/selection'
import { Thumbnail } from '@/admin/list/thumbnail'
import { pluralize } from '@/admin/shell/pluralize'
import type { AdminProductRow } from '@/modules/catalog/queries/admin-products'
import type { CategoryView } from '@/modules/catalog/queries/list-categories'
import { formatMoney } from '@/platform/money'
import { Badge } from '@/ui/badge'

import { BulkActions } from './bulk-actions'
import { DeleteProduct, RestoreProduct } from './delete-product'
import { ProductToggle } from './product-toggle'

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
  <td className="df-products__name">
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
  </td>
)

const RowActions = ({ product, isTrash }: { product: AdminProductRow; isTrash: boolean }) => {
  const { id, name, updatedAt } = product
  if (isTrash)
    return (
      <td className="df-products__ways">
        <div className="df-row-actions">
          <RestoreProduct id={id} name={name} />
        </div>
      </td>
    )
  return (
    <>
      {toggles.map(([field, label]) => (
        <td key={field} className="df-products__switch">
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
        </td>
      ))}
      <td className="df-products__ways">
        <DeleteProduct id={id} name={name} />
      </td>
    </>
  )
}

const Head = ({ isTrash, children }: { isTrash: boolean; children: ReactNode }) => (
  <thead>
    <tr>
      <th scope="col" className="df-products__pick">
        {children}
      </th>
      <th scope="col">Product</th>
      <th scope="col" className="df-number">
        Price
      </th>
      {isTrash
        ? null
        : toggles.map(([field, label]) => (
            <th key={field} scope="col">
              {label}
            </th>
          ))}
      <th scope="col">
        <span className="df-hidden">Actions</span>
      </th>
    </tr>
  </thead>
)

const Rows = ({ products, isTrash }: { products: AdminProductRow[]; isTrash: boolean }) => (
  <tbody>
    {products.map((product) => (
      <tr key={product.id}>
        <td className="df-products__pick">
          <SelectRowBox id={product.id} label={product.name} />
        </td>
        <NameCell product={product} />
        <td className="df-products__price df-number">
          <Price product={product} />
        </td>
        <RowActions product={product} isTrash={isTrash} />
      </tr>
    ))}
  </tbody>
)

export function ProductsTable({
  products,
  isTrash,
  categories,
}: {
  products: AdminProductRow[]
  isTrash: boolean
  categories: CategoryView[]
}) {
  return (
    <SelectionProvider ids={products.map(({ id }) => id)}>
      <table className="df-table df-products">
        <Head isTrash={isTrash}>
          <SelectAllBox />
        </Head>
        <Rows products={products} isTrash={isTrash} />
      </table>
      <BulkActions products={products} isTrash={isTrash} categories={categories} />
    </SelectionProvider>
  )
}
