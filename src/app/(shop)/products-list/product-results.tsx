import { MissingPage, NoResults } from '@/app/(shop)/list-page'
import { ProductCard } from '@/components/product/product-card'
import type { ProductPageView } from '@/modules/catalog/queries/search-products'
import {
  type ProductSearch,
  productSearchHref,
  productsPerPage,
} from '@/modules/catalog/rules/product-search'
import { Emblem } from '@/ui/emblem'
import { Pagination } from '@/ui/pagination'

function MadeToOrderNote() {
  return (
    <div className="on-dark grid content-center justify-items-center gap-6 rounded-block bg-[#1d4232] px-6 py-9 text-center text-bone lg:aspect-4/5 lg:p-8">
      <Emblem name="first-light" ground="dark" className="w-36 lg:w-2/3" />
      <p className="font-display text-[1.25rem]/tight font-medium text-balance lg:text-[1.5rem]/tight">
        Nothing sits in a warehouse. Everything is printed after you order it.
      </p>
    </div>
  )
}

const pictureSizes = '(min-width: 64rem) min(27rem, 30vw), calc(50vw - 1.75rem)'
const noteFrom = 6
const firstRow = 3

export function ProductResults({
  search,
  results,
}: {
  search: ProductSearch
  results: ProductPageView
}) {
  const { products, total, pages } = results
  if (total === 0)
    return <NoResults title="No products found matching your criteria." allHref="/products" />
  if (products.length === 0)
    return <MissingPage pages={pages} firstPage={productSearchHref({ ...search, page: 1 })} />
  const cards = products.map((product, index) => (
    <li key={product.id}>
      <ProductCard
        product={product}
        sizes={pictureSizes}
        level="h2"
        load={index === 0 ? 'first' : index < firstRow ? 'eager' : 'lazy'}
      />
    </li>
  ))
  if (products.length >= noteFrom)
    cards.splice(
      noteFrom - 1,
      0,
      <li key="note" className="max-lg:order-last max-lg:col-span-full">
        <MadeToOrderNote />
      </li>,
    )
  return (
    <>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-9 lg:grid-cols-3 lg:gap-x-6.5 lg:gap-y-13">
        {cards}
      </ul>
      {pages > 1 ? (
        <Pagination
          page={search.page}
          pages={pages}
          perPage={productsPerPage}
          total={total}
          href={(page) => productSearchHref({ ...search, page })}
        />
      ) : null}
    </>
  )
}
