import { textResponse } from '@/app/(seo)/text-response'
import { env } from '@/platform/env'

export const dynamic = 'force-static'

/** What belongs to somebody, or acts when it is opened. The description of the public calls may be read. */
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
