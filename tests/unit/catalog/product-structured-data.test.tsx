import { renderToStaticMarkup } from 'react-dom/server'

import { ProductStructuredData } from '@/app/(shop)/products/[id]/product-structured-data'
import type { ProductView } from '@/modules/catalog/queries/get-product'

const product: ProductView = {
  id: 7,
  name: 'Fern </script><b>Tee',
  description: 'Soft',
  priceCents: 3200,
  wasCents: null,
  saleEndsAt: null,
  category: { id: 1, name: 'Nature', slug: 'nature' },
  tags: [],
  sizes: ['S', 'M'],
  colors: ['Moss'],
  pictures: [],
  byColor: {},
  artwork: null,
  designInspiration: '',
  careInstructions: '',
  isFinalSale: false,
  sizeGuide: [],
  rating: null,
  reviews: [],
  variants: [
    { size: 'S', color: 'Moss', priceCents: 3200, available: false },
    { size: 'M', color: 'Moss', priceCents: 3400, available: true },
  ],
  seoTitle: '',
  seoDescription: '',
}

const read = (changes: Partial<ProductView> = {}, returnPolicy = { days: 30, isFree: false }) => {
  const html = renderToStaticMarkup(
    <ProductStructuredData
      product={{ ...product, ...changes }}
      site="https://shop.example"
      returnPolicy={returnPolicy}
    />,
  )
  const json = /<script type="application\/ld\+json">(.*)<\/script>/s.exec(html)?.[1] ?? ''
  return { json, graph: (JSON.parse(json) as { '@graph': Record<string, unknown>[] })['@graph'] }
}

describe('product structured data', () => {
  it('can’t close its script element', () => expect(read().json).not.toContain('</'))

  it('includes a rating only if there are reviews', () => {
    expect(read().graph[0]).not.toHaveProperty('aggregateRating')
    expect(read({ rating: { average: 4.5, count: 2 } }).graph[0]).toMatchObject({
      aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
    })
  })

  it('has a price range, or a single price for one variant', () => {
    expect(read().graph[0]).toMatchObject({
      offers: {
        '@type': 'AggregateOffer',
        lowPrice: '32.00',
        highPrice: '34.00',
        availability: 'https://schema.org/InStock',
      },
    })
    expect(read({ variants: product.variants.slice(0, 1) }).graph[0]).toMatchObject({
      offers: { '@type': 'Offer', price: '32.00', availability: 'https://schema.org/OutOfStock' },
    })
  })

  it.each([
    [{ days: 45, isFree: true }, 'https://schema.org/FreeReturn'],
    [{ days: 14, isFree: false }, 'https://schema.org/ReturnFeesCustomerResponsibility'],
  ])('has the return policy from the settings: %j', (policy, returnFees) =>
    expect(read({}, policy).graph[0]).toMatchObject({
      offers: { hasMerchantReturnPolicy: { merchantReturnDays: policy.days, returnFees } },
    }),
  )

  it('says that a final sale can’t be returned', () =>
    expect(read({ isFinalSale: true }).graph[0]).toMatchObject({
      offers: {
        hasMerchantReturnPolicy: {
          returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
        },
      },
    }))

  it('has breadcrumbs from the shop to the product', () => {
    expect(read().graph[1]).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Shop' },
        { position: 2, name: 'Nature', item: 'https://shop.example/products?category=nature' },
        { position: 3 },
      ],
    })
  })
})
