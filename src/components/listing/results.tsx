import { type ProductSearch, productSearchHref, productsPerPage } from '../../domain/product-search'
import type { ProductPageView } from '../../queries/search-products'
import { ProductCard } from '../product/product-card'
import { ButtonLink } from '../ui/button'
import { Empty } from '../ui/empty'
import { Pagination } from './pagination'
import { PrintNote } from './print-note'

const pictureSizes = '(min-width: 64rem) min(27rem, 30vw), calc(50vw - 1.75rem)'
const noteFrom = 6
const firstRow = 3

/** The cards, with a note in the sixth place when there are that many. */
export const Results = ({ search, found }: { search: ProductSearch; found: ProductPageView }) => {
  const { products, total, pages } = found
  if (products.length === 0)
    return (
      <Empty emblem="travel-light" title="No products found matching your criteria." action={<ButtonLink href="/products" variant="line">Clear filters</ButtonLink>}>
        <p>{total > 0 ? 'There are fewer pages than that.' : 'Another word, or one filter less, may find it.'}</p>
      </Empty>
    )
  const cards = products.map((product, index) => (
    <li key={product.id}><ProductCard product={product} sizes={pictureSizes} level="h2" load={index === 0 ? 'first' : index < firstRow ? 'eager' : 'lazy'} /></li>
  ))
  if (products.length >= noteFrom) cards.splice(noteFrom - 1, 0, <li key="note" className="max-lg:order-last max-lg:col-span-full"><PrintNote /></li>)
  return (
    <>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-9 lg:grid-cols-3 lg:gap-x-6.5 lg:gap-y-13">{cards}</ul>
      {pages > 1 ? <Pagination page={search.page} pages={pages} perPage={productsPerPage} total={total} href={(page) => productSearchHref({ ...search, page })} /> : null}
    </>
  )
}
