import { contentHref } from '../../../domain/content'
import { productSearchHref } from '../../../domain/product-search'
import { env } from '../../../env'
import { readAddresses } from '../../(shop)/reads'
import { answer } from '../answer'

export const dynamic = 'force-static'

/** Pages that are always there. */
const pages = ['/', '/products', '/blog', '/reflections', '/tribe', '/about', '/size-guide', '/support', '/contact', '/terms', '/privacy-policy', '/data-deletion']

const entry = (path: string, changed?: string): string =>
  `<url><loc>${(env.SERVER_URL + path).replaceAll('&', '&amp;')}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`

export const GET = async (): Promise<Response> => {
  const { products, categories, pieces } = await readAddresses()
  const entries = [
    ...pages.map((path) => entry(path)),
    ...categories.map(({ slug }) => entry(productSearchHref({ category: slug }))),
    ...products.map(({ id, changed }) => entry(`/products/${id}`, changed)),
    ...pieces.map((piece) => entry(contentHref(piece), piece.changed)),
  ]
  return answer(`<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`, 'application/xml')
}
