import { parseProductSearch, type ProductSearch } from '../../../../../../../../domain/product-search'
import { readProductPage } from '../../../../../../reads'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

type Parts = Record<keyof ProductSearch, string>

/** Path parts are `<name>-<value>`, still encoded (see products/rewrites.ts). */
const parseParts = (parts: Parts): ProductSearch =>
  parseProductSearch(Object.fromEntries(Object.entries(parts).map(([name, part]) => {
    try {
      return [name, decodeURIComponent(part).slice(name.length + 1)]
    } catch {
      return [name, '']
    }
  })))

const ListingPage = async ({ params }: { params: Promise<Parts> }) => {
  const search = parseParts(await params)
  const { products, total } = await readProductPage(search)
  return <main><h1>The shop</h1><p>{JSON.stringify(search)}</p><p>{total} product(s) found</p>{products.map((product) => <p key={product.id}>{product.name}</p>)}</main>
}

export default ListingPage
