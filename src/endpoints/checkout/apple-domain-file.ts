import { endpoint } from '@/endpoints/endpoint'
import { getAppleDomainFile } from '@/modules/shop/queries/get-settings'
import { notFound } from '@/platform/errors'

/** Apple and PayPal fetch this file to check that the shop's domain takes Apple Pay. They follow no redirects. */
export const appleDomainFileEndpoint = endpoint({
  method: 'get',
  path: '/.well-known/apple-developer-merchantid-domain-association',
  summary: 'Get the file Apple Pay uses to verify this shop’s domain',
  limit: { points: 120, seconds: 60 },
  handle: async (req) => {
    const text = await getAppleDomainFile(req.payload)
    if (text === null) throw notFound('This file')
    return new Response(text, {
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' },
    })
  },
})
