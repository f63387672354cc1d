import { textResponse } from '@/app/(seo)/text-response'
import { env } from '@/platform/env'

export const dynamic = 'force-static'

/** Personal pages, and URLs that act when they are opened. The API docs may be crawled. */
const closed = [
  '/admin',
  '/account',
  '/orders',
  '/order',
  '/checkout',
  '/cart',
  '/auth',
  '/login',
  '/setup',
  '/cms/',
  '/api/',
]
const open = ['/api/openapi.json', '/api/docs']

export function GET(): Response {
  return textResponse(
    [
      'User-agent: *',
      ...open.map((path) => `Allow: ${path}`),
      ...closed.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${env.SERVER_URL}/sitemap.xml`,
      '',
    ].join('\n'),
    'text/plain',
  )
}
