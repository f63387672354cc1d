import { renderToStaticMarkup } from 'react-dom/server'

import { DesignInspiration } from '@/app/(shop)/products/[id]/design-inspiration'

const render = (product: Parameters<typeof DesignInspiration>[0]): string =>
  renderToStaticMarkup(<DesignInspiration {...product} />)

describe('product tags', () => {
  it('are shown even without a story and artwork, as on imported products', () => {
    const html = render({ designInspiration: '', artwork: null, tags: ['fern', 'one day'] })
    expect(html).toContain('href="/products?search=fern"')
    expect(html).toContain('one day')
    expect(html).not.toContain('The story behind this design')
  })

  it('are shown with the story', () => {
    const html = render({ designInspiration: 'One is enough.', artwork: null, tags: ['fern'] })
    expect(html).toContain('The story behind this design')
    expect(html).toContain('href="/products?search=fern"')
  })

  it('render no empty section when there are none', () =>
    expect(render({ designInspiration: '', artwork: null, tags: [] })).toBe(''))
})
