import type { Metadata } from 'next'

import { getCachedCategories, getCachedProductList } from '@/app/(shop)/cached-queries'
import { ListPage, ResultBar } from '@/app/(shop)/list-page'
import { listMetadata } from '@/app/(shop)/page-metadata'
import { ProductListFrame } from '@/app/(shop)/products-list/product-list-frame'
import { ProductResults } from '@/app/(shop)/products-list/product-results'
import { readParts } from '@/app/(shop)/read-parts'
import type { CategoryView } from '@/modules/catalog/queries/list-categories'
import {
  parseProductSearch,
  priceBandLabels,
  type ProductSearch,
  productSearchHref,
} from '@/modules/catalog/rules/product-search'

export const dynamic = 'force-static'
export function generateStaticParams() {
  return []
}

type Parts = Record<keyof ProductSearch, string>
type Props = { params: Promise<Parts> }

const parseParts = (parts: Parts): ProductSearch => parseProductSearch(readParts(parts))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const search = parseParts(await params)
  const category = (await getCachedCategories()).find(({ slug }) => slug === search.category)
  const about = search.search ? `“${search.search}”` : (category?.name ?? 'The shop')
  const { pages } = await getCachedProductList(search)
  return listMetadata({
    title: about,
    description:
      'Tees, layers and bags with prints cut from the natural world, printed when you order.',
    index: !search.search,
    page: search.page,
    pages,
    href: (page) => productSearchHref({ ...search, page }),
  })
}

const activeFilters = (search: ProductSearch, categories: readonly CategoryView[]) => {
  const without = (change: Partial<ProductSearch>): string =>
    productSearchHref({ ...search, page: 1, ...change })
  const category = categories.find(({ slug }) => slug === search.category)?.name ?? search.category
  return [
    { label: search.search && `“${search.search}”`, href: without({ search: '' }) },
    { label: category, href: without({ category: '' }) },
    { label: search.price && priceBandLabels[search.price], href: without({ price: '' }) },
  ]
}

const ListingPage = async ({ params }: Props) => {
  const search = parseParts(await params)
  const [results, categories] = await Promise.all([
    getCachedProductList(search),
    getCachedCategories(),
  ])
  return (
    <ListPage
      title="The shop"
      lead={
        <span className="block max-w-[34rem]">
          Tees, layers and bags with prints cut from the natural world.
        </span>
      }
    >
      <ProductListFrame search={search} categories={categories}>
        <ResultBar
          filters={activeFilters(search, categories)}
          count={`${results.total} product(s) found`}
        />
        <ProductResults search={search} results={results} />
      </ProductListFrame>
    </ListPage>
  )
}

export default ListingPage
