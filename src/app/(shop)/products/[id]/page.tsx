import type { Metadata } from 'next'

import {
  getCachedContentForProduct,
  getCachedDeliveryDays,
  getCachedProduct,
  getCachedRelatedProducts,
  getCachedSettings,
} from '@/app/(shop)/cached-queries'
import { pageMetadata } from '@/app/(shop)/page-metadata'
import { ResourceNotFoundPage } from '@/components/layout/not-found-page'
import { RatingStars } from '@/components/product/rating-stars'
import { RecentlyViewed } from '@/components/product/recently-viewed'
import type { ProductView } from '@/modules/catalog/queries/get-product'
import { arrivalInDays, orderDays } from '@/modules/checkout/rules/arrival'
import type { ContentCardView } from '@/modules/content/queries/content-cards'
import { finalSaleText } from '@/modules/shop/rules/promises'
import { env } from '@/platform/env'

import { AddToCartForm } from './add-to-cart-form'
import { BackInStockForm } from './back-in-stock-form'
import { Breadcrumb } from './breadcrumb'
import { DesignInspiration } from './design-inspiration'
import { ProductDetails } from './product-details'
import { ProductGallery } from './product-gallery'
import { ProductReviews } from './product-reviews'
import { ProductStructuredData } from './product-structured-data'
import { RelatedContent } from './related-content'
import { RelatedProducts } from './related-products'
import { toSelectableProduct } from './selectable-product'
import { ShippingInfo } from './shipping-info'
import { StickyBuyBar } from './sticky-buy-bar'
import { VariantPrice } from './variant-price'
import { VariantSelectionProvider } from './variant-selection'

export const dynamic = 'force-static'
export function generateStaticParams() {
  return []
}

type Props = { params: Promise<{ id: string }> }
const relatedShown = 4
const contentShown = 3

const findProduct = async (params: Props['params']) => {
  const { id } = await params
  return /^[1-9]\d{0,8}$/.test(id) ? getCachedProduct(Number(id)) : null
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const product = await findProduct(params)
  return product
    ? pageMetadata({
        title: product.seoTitle,
        description: product.seoDescription,
        path: `/products/${product.id}`,
        picture: product.pictures[0],
      })
    : { title: 'Product Not Found', robots: { index: false } }
}

/** Only what the browser needs of each article. */
const toRelatedContent = ({ id, title, slug, contentType, readingMinutes }: ContentCardView) => ({
  id,
  title,
  slug,
  contentType,
  readingMinutes,
})

const ProductHeading = ({ product }: { product: ProductView }) => (
  <>
    <div>
      <h1 className="mb-1.5 text-d2">{product.name}</h1>
      <p className="flex flex-wrap items-center gap-x-3.5">
        <VariantPrice />
        {product.rating ? (
          <a
            href="#reviews"
            aria-label={`${product.rating.average} out of 5, ${product.rating.count} reviews`}
          >
            <RatingStars rating={product.rating.average} />
          </a>
        ) : null}
      </p>
    </div>
    {product.description ? (
      <p className="wrap-anywhere text-ink-soft">{product.description}</p>
    ) : null}
  </>
)

const ProductNotFound = () => (
  <ResourceNotFoundPage
    emblem="true-enough"
    title="Product Not Found"
    text="The product you're looking for doesn't exist."
    href="/products"
    label="Shop all"
  />
)

const ProductPage = async ({ params }: Props) => {
  const product = await findProduct(params)
  if (!product) return <ProductNotFound />
  const [{ promises, returnPolicy, oneTimeEmails, hasExpressCheckout }, days, related, content] =
    await Promise.all([
      getCachedSettings(),
      getCachedDeliveryDays(),
      getCachedRelatedProducts(product.id, product.category?.id ?? null, relatedShown),
      getCachedContentForProduct(product.id, contentShown),
    ])
  const { shippingCost, printing, delivery, quality } = promises
  const returns = product.isFinalSale ? finalSaleText : promises.returns
  return (
    <VariantSelectionProvider product={toSelectableProduct(product)}>
      <div className="wrap">
        <Breadcrumb category={product.category} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-7 md:grid-cols-2 md:items-start md:gap-9.5 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] xl:gap-18">
          <ProductGallery />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:sticky md:top-6 lg:top-26">
            <ProductHeading product={product} />
            <AddToCartForm hasExpressCheckout={hasExpressCheckout} />
            {oneTimeEmails.backInStock ? <BackInStockForm /> : null}
            <ShippingInfo
              shippingCost={shippingCost}
              printing={`${printing} ${arrivalInDays(orderDays(days, 'contiguous', 'standard'))}`}
              returns={returns}
            />
          </div>
        </div>
      </div>
      <DesignInspiration
        designInspiration={product.designInspiration}
        artwork={product.artwork}
        tags={product.tags}
      />
      <ProductDetails
        sizeGuide={product.sizeGuide}
        notes={{
          Care: product.careInstructions,
          Shipping: `${printing} ${delivery}`,
          Quality: quality,
          Returns: returns,
        }}
      />
      <ProductReviews productId={product.id} rating={product.rating} reviews={product.reviews} />
      <RelatedContent articles={content.map(toRelatedContent)} />
      <RelatedProducts products={related} />
      <RecentlyViewed
        current={{ id: product.id, name: product.name, picture: product.pictures[0] ?? null }}
      />
      <StickyBuyBar />
      <ProductStructuredData product={product} site={env.SERVER_URL} returnPolicy={returnPolicy} />
    </VariantSelectionProvider>
  )
}

export default ProductPage
