import type { Metadata } from 'next'
import { ActiveFilters } from '../../../../../../../../components/listing/active-filters'
import { ListingFrame } from '../../../../../../../../components/listing/listing-frame'
import { Results } from '../../../../../../../../components/listing/results'
import { parseProductSearch, type ProductSearch, productSearchHref } from '../../../../../../../../domain/product-search'
import { aroundPage, pageMetadata } from '../../../../../../page-metadata'
import { readParts } from '../../../../../../query-rewrites'
import { readCategories, readProductPage } from '../../../../../../reads'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

type Parts = Record<keyof ProductSearch, string>
type Props = { params: Promise<Parts> }

const parseParts = (parts: Parts): ProductSearch => parseProductSearch(readParts(parts))

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const search = parseParts(await params)
  const category = (await readCategories()).find(({ slug }) => slug === search.category)
  const about = search.search ? `“${search.search}”` : category?.name ?? 'The shop'
  const { pages } = await readProductPage(search)
  return {
    ...pageMetadata({
      title: search.page > 1 ? `${about}, page ${search.page}` : about,
      description: 'Tees, layers and bags with prints cut from the natural world, printed when you order.',
      path: productSearchHref(search),
      index: !search.search,
    }),
    pagination: aroundPage({ page: search.page, pages, href: (page) => productSearchHref({ ...search, page }) }),
  }
}

const ListingPage = async ({ params }: Props) => {
  const search = parseParts(await params)
  const [found, categories] = await Promise.all([readProductPage(search), readCategories()])
  return (
    <div className="wrap pb-(--sec)">
      <div className="grid gap-3 pt-[clamp(1.4rem,3vw,3rem)] pb-[clamp(1.6rem,3vw,2.6rem)]">
        <h1 className="text-d1">The shop</h1>
        <p className="max-w-[34rem] text-lead text-ink-soft">Tees, layers and bags with prints cut from the natural world.</p>
      </div>
      <ListingFrame search={search} categories={categories}>
        <div className="flex flex-wrap items-center justify-between gap-2.5 pt-5 pb-7">
          <ActiveFilters search={search} categories={categories} />
          <p role="status" className="text-small text-ink-soft">{found.total} product(s) found</p>
        </div>
        <Results search={search} found={found} />
      </ListingFrame>
    </div>
  )
}

export default ListingPage
