import { textResponse } from '@/app/(seo)/text-response'
import { getCachedPublicUrls } from '@/app/(shop)/cached-queries'
import { productSearchHref } from '@/modules/catalog/rules/product-search'
import { contentHref } from '@/modules/content/rules/content'
import { env } from '@/platform/env'

export const dynamic = 'force-static'

/** Pages that are always there. */
const pages = [
  '/',
  '/products',
  '/blog',
  '/reflections',
  '/tribe',
  '/about',
  '/size-guide',
  '/gift-cards',
  '/support',
  '/contact',
  '/terms',
  '/privacy-policy',
  '/data-deletion',
]

const entry = (path: string, changed?: string): string =>
  `<url><loc>${(env.SERVER_URL + path).replaceAll('&', '&amp;')}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`

export async function GET(): Promise<Response> {
  const { products, categories, articles } = await getCachedPublicUrls()
  const entries = [
    ...pages.map((path) => entry(path)),
    ...categories.map(({ slug }) => entry(productSearchHref({ category: slug }))),
    ...products.map(({ id, changed }) => entry(`/products/${id}`, changed)),
    ...articles.map((article) => entry(contentHref(article), article.changed)),
  ]
  return textResponse(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`,
    'application/xml',
  )
}
