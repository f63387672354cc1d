import type { Metadata } from 'next'
import { Breadcrumb } from '../../../../components/product/breadcrumb'
import { NotFoundHere } from '../../../../components/layout/not-found-here'
import { BuyBar } from '../../../../components/product/buy-bar'
import { BuyForm } from '../../../../components/product/buy-form'
import { toChoosable } from '../../../../components/product/choosable'
import { ChoiceProvider } from '../../../../components/product/choice'
import { ChosenPrice } from '../../../../components/product/chosen-price'
import { Facts } from '../../../../components/product/facts'
import { Gallery } from '../../../../components/product/gallery'
import { Know } from '../../../../components/product/know'
import { Origin } from '../../../../components/product/origin'
import { ProductNotFoundPage } from '../../../../components/product/product-not-found-page'
import { Related } from '../../../../components/product/related'
import { RelatedPieces } from '../../../../components/product/related-pieces'
import { Reviews } from '../../../../components/product/reviews'
import { StructuredData } from '../../../../components/product/structured-data'
import { Stars } from '../../../../components/ui/stars'
import { env } from '../../../../env'
import { pageMetadata } from '../../page-metadata'
import { readContentOfProduct, readProduct, readRelated, readSettings } from '../../reads'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

type Props = { params: Promise<{ id: string }> }
const relatedShown = 4
const piecesShown = 3

const find = async (params: Props['params']) => {
  const { id } = await params
  return /^[1-9]\d{0,8}$/.test(id) ? readProduct(Number(id)) : null
}

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const product = await find(params)
  return product
    ? pageMetadata({ title: product.seoTitle, description: product.seoDescription, path: `/products/${product.id}`, picture: product.pictures[0] })
    : { title: 'Product Not Found', robots: { index: false } }
}

const ProductPage = async ({ params }: Props) => {
  const product = await find(params)
  if (!product) return <NotFoundHere><ProductNotFoundPage /></NotFoundHere>
  const [{ pricing, shippingNote, qualityNote, returnsNote }, related, pieces] = await Promise.all([
    readSettings(), readRelated(product.id, product.category?.id ?? null, relatedShown), readContentOfProduct(product.id, piecesShown),
  ])
  return (
    <ChoiceProvider product={toChoosable(product)}>
      <div className="wrap">
        <Breadcrumb category={product.category} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-7 md:grid-cols-2 md:items-start md:gap-9.5 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] xl:gap-18">
          <Gallery />
          <div className="grid gap-6 md:sticky md:top-6 lg:top-26">
            <div>
              <h1 className="mb-1.5 text-d2">{product.name}</h1>
              <p className="flex flex-wrap items-center gap-x-3.5">
                <ChosenPrice />
                {product.rating ? <a href="#reviews" aria-label={`${product.rating.average} out of 5, ${product.rating.count} reviews`}><Stars rating={product.rating.average} /></a> : null}
              </p>
            </div>
            {product.description ? <p className="wrap-anywhere text-ink-soft">{product.description}</p> : null}
            <BuyForm />
            <Facts shippingNote={shippingNote} returnsNote={returnsNote} freeShippingFromCents={pricing.freeShippingFromCents} shippingCents={pricing.shippingCents} />
          </div>
        </div>
      </div>
      <Origin designInspiration={product.designInspiration} artwork={product.artwork} tags={product.tags} />
      <Know
        sizeGuide={product.sizes.length > 0 ? product.sizeGuide : []}
        notes={{ Care: product.careInstructions, Shipping: shippingNote, Quality: qualityNote, Returns: returnsNote }}
      />
      <Reviews productId={product.id} rating={product.rating} reviews={product.reviews} />
      <RelatedPieces pieces={pieces.map(({ id, title, slug, contentType, readingMinutes }) => ({ id, title, slug, contentType, readingMinutes }))} />
      <Related products={related} />
      <BuyBar />
      <StructuredData product={product} site={env.SERVER_URL} />
    </ChoiceProvider>
  )
}

export default ProductPage
