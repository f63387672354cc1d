import { renderToStaticMarkup } from 'react-dom/server'

import { FilterForm } from '@/app/(shop)/filter-form'
import { ProductResults } from '@/app/(shop)/products-list/product-results'
import { defaultProductSearch } from '@/modules/catalog/rules/product-search'

const render = (results: { total: number; pages: number; page: number }): string =>
  renderToStaticMarkup(
    <ProductResults
      search={{ ...defaultProductSearch, search: 'fern', page: results.page }}
      results={{ products: [], correctedSearch: null, ...results }}
    />,
  )

describe('a list of products without products', () => {
  it('says that nothing matches when nothing does', () =>
    expect(render({ total: 0, pages: 0, page: 1 })).toContain(
      'No products found matching your criteria.',
    ))

  it('past its last page says so and leads to the first, instead of denying the products that were counted', () => {
    const html = render({ total: 33, pages: 2, page: 9 })
    expect(html).toContain('That page doesn’t exist.')
    expect(html).toContain('These results have 2 pages.')
    expect(html).toContain('href="/products?search=fern"')
    expect(html).not.toContain('No products found')
  })
})

it('a form of filters has its button only without JavaScript until a select waits', () => {
  const html = renderToStaticMarkup(<FilterForm action="/blog">fields</FilterForm>)
  expect(html).toMatch(/<noscript><button type="submit"[^>]*>Apply filters<\/button><\/noscript>/)
  expect(html.replace(/<noscript>.*<\/noscript>/, '')).not.toContain('<button')
})
