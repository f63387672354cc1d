import { toDecimal } from '../../domain/money'
import type { ProductView } from '../../queries/get-product'
import { pictureUrl } from '../../queries/pictures'

/** What search engines read. A rating appears only when buyers have given one. */
const dataOf = (product: ProductView, site: string) => ({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: product.name,
  description: product.description,
  sku: String(product.id),
  category: product.category?.name,
  brand: { '@type': 'Brand', name: 'Dayfern' },
  image: product.pictures.slice(0, 1).map((picture) => site + pictureUrl(picture, 1280)),
  offers: {
    '@type': 'Offer',
    url: `${site}/products/${product.id}`,
    price: toDecimal(product.priceCents),
    priceCurrency: 'USD',
    availability: product.variants.length === 0 || product.variants.some(({ available }) => available) ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
  },
  aggregateRating: product.rating ? { '@type': 'AggregateRating', ratingValue: product.rating.average, reviewCount: product.rating.count } : undefined,
})

export const StructuredData = ({ product, site }: { product: ProductView; site: string }) => (
  <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: JSON.stringify(dataOf(product, site)).replaceAll('<', '\\u003c') }} />
)
