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

describe('empty product list', () => {
  it('says that no products match', () =>
    expect(render({ total: 0, pages: 0, page: 1 })).toContain(
      'No products found matching your criteria.',
    ))

  it('past the last page, says that the page doesn’t exist and links to the first one', () => {
    const html = render({ total: 33, pages: 2, page: 9 })
    expect(html).toContain('That page doesn’t exist.')
    expect(html).toContain('These results have 2 pages.')
    expect(html).toContain('href="/products?search=fern"')
    expect(html).not.toContain('No products found')
  })
})

it('the filter form initially has its submit button only inside <noscript>', () => {
  const html = renderToStaticMarkup(<FilterForm action="/blog">fields</FilterForm>)
  expect(html).toMatch(/<noscript><button type="submit"[^>]*>Apply filters<\/button><\/noscript>/)
  expect(html.replace(/<noscript>.*<\/noscript>/, '')).not.toContain('<button')
})
