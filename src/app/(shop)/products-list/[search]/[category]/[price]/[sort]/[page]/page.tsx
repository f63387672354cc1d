import type { Metadata } from 'next'

import { getCachedCategories, getCachedProductList } from '@/app/(shop)/cached-queries'
import { ListPage } from '@/app/(shop)/list-page'
import { pageMetadata, paginationLinks } from '@/app/(shop)/page-metadata'
import { ActiveFilters } from '@/app/(shop)/products-list/active-filters'
import { ProductListFrame } from '@/app/(shop)/products-list/product-list-frame'
import { ProductResults } from '@/app/(shop)/products-list/product-results'
import { readParts } from '@/app/(shop)/read-parts'
import {
  parseProductSearch,
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
  return {
    ...pageMetadata({
      title: search.page > 1 ? `${about}, page ${search.page}` : about,
      description:
        'Tees, layers and bags with prints cut from the natural world, printed when you order.',
      path: productSearchHref(search),
      index: !search.search,
    }),
    pagination: paginationLinks({
      page: search.page,
      pages,
      href: (page) => productSearchHref({ ...search, page }),
    }),
  }
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
        <div className="flex flex-wrap items-center justify-between gap-2.5 pt-5 pb-7">
          <ActiveFilters search={search} categories={categories} />
          <p role="status" className="text-small text-ink-soft">
            {results.total} product(s) found
          </p>
        </div>
        <ProductResults search={search} results={results} />
      </ProductListFrame>
    </ListPage>
  )
}

export default ListingPage
