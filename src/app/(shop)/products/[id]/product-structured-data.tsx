import { breadcrumbList, JsonLd } from '@/components/json-ld'
import type { ProductView } from '@/modules/catalog/queries/get-product'
import { productSearchHref } from '@/modules/catalog/rules/product-search'
import { pictureUrl, previewUrl } from '@/modules/media/queries/pictures'
import type { SettingsView } from '@/modules/shop/queries/get-settings'
import { toDecimal } from '@/platform/money'

const availability = (available: boolean): string =>
  `https://schema.org/${available ? 'InStock' : 'OutOfStock'}`

/** One price is an offer, several are a range: what a buyer really pays depends on the size and color. */
const offersOf = (
  product: ProductView,
  url: string,
  returnPolicy: SettingsView['returnPolicy'],
) => {
  const prices =
    product.variants.length > 0
      ? product.variants.map(({ priceCents }) => priceCents)
      : [product.priceCents]
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const shared = {
    url,
    priceCurrency: 'USD',
    priceValidUntil: product.saleEndsAt ?? undefined,
    itemCondition: 'https://schema.org/NewCondition',
    availability: availability(
      product.variants.length === 0 || product.variants.some(({ available }) => available),
    ),
    hasMerchantReturnPolicy: product.isFinalSale
      ? {
          '@type': 'MerchantReturnPolicy',
          applicableCountry: 'US',
          returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
        }
      : {
          '@type': 'MerchantReturnPolicy',
          applicableCountry: 'US',
          merchantReturnDays: returnPolicy.days,
          returnFees: `https://schema.org/${returnPolicy.isFree ? 'FreeReturn' : 'ReturnFeesCustomerResponsibility'}`,
          returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
        },
  }
  return low === high
    ? { '@type': 'Offer', price: toDecimal(low), ...shared }
    : {
        '@type': 'AggregateOffer',
        lowPrice: toDecimal(low),
        highPrice: toDecimal(high),
        offerCount: prices.length,
        ...shared,
      }
}

/** A product for search engines. A rating appears only when buyers have given one. */
export function ProductStructuredData({
  product,
  site,
  returnPolicy,
}: {
  product: ProductView
  site: string
  returnPolicy: SettingsView['returnPolicy']
}) {
  const url = `${site}/products/${product.id}`
  const front = product.pictures[0]
  return (
    <JsonLd
      things={[
        {
          '@type': 'Product',
          '@id': `${url}#product`,
          name: product.name,
          description: product.description,
          sku: String(product.id),
          url,
          category: product.category?.name,
          brand: { '@type': 'Brand', name: 'Dayfern' },
          image: front ? [site + pictureUrl(front, 1280), site + previewUrl(front)] : [],
          color: product.colors.join(', ') || undefined,
          size: product.sizes.length > 0 ? product.sizes : undefined,
          offers: offersOf(product, url, returnPolicy),
          aggregateRating: product.rating
            ? {
                '@type': 'AggregateRating',
                ratingValue: product.rating.average,
                reviewCount: product.rating.count,
              }
            : undefined,
        },
        breadcrumbList([
          { name: 'Shop', url: `${site}/products` },
          ...(product.category
            ? [
                {
                  name: product.category.name,
                  url: site + productSearchHref({ category: product.category.slug }),
                },
              ]
            : []),
          { name: product.name, url },
        ]),
      ]}
    />
  )
}
