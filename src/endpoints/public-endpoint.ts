import { createHash } from 'node:crypto'

import type { Endpoint, PayloadRequest } from 'payload'
import type { z } from 'zod'

import { publicResponseHeader } from '@/platform/cache-tags'

import { endpoint, type EndpointDeclaration } from './endpoint'

/** How long a client may use a response before it asks whether it still holds. */
const maxAgeSeconds = 60

/** JSON with an ETag, or 304 for a client that has it. The header lets the web process cache it (src/server/rendered-response.ts). */
const publicResponse = (
  req: PayloadRequest,
  value: unknown,
  headers: Record<string, string> = {},
): Response => {
  const body = JSON.stringify(value)
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const sent = {
    ...headers,
    ETag: etag,
    'Cache-Control': `public, max-age=${maxAgeSeconds}`,
    [publicResponseHeader]: '1',
  }
  const etags = (req.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim())
  if (etags.includes(etag)) return new Response(null, { status: 304, headers: sent })
  return new Response(body, { headers: { ...sent, 'Content-Type': 'application/json' } })
}

type PublicDeclaration<
  Body extends z.ZodType,
  Query extends z.ZodType,
  Params extends z.ZodType,
> = Omit<EndpointDeclaration<Body, Query, Params>, 'handle' | 'isPublic'> & {
  handle: (
    ...input: Parameters<EndpointDeclaration<Body, Query, Params>['handle']>
  ) => Promise<{ value: unknown; headers?: Record<string, string> }>
}

/**
 * A call whose response is the same for every visitor. The web process caches it until something in the shop changes.
 * `handle` returns the JSON value, and headers if there are any.
 */
export function publicEndpoint<
  Body extends z.ZodType = z.ZodUnknown,
  Query extends z.ZodType = z.ZodUnknown,
  Params extends z.ZodType = z.ZodUnknown,
>(declaration: PublicDeclaration<Body, Query, Params>): Endpoint {
  return endpoint<Body, Query, Params>({
    ...declaration,
    isPublic: true,
    handle: async (req, input) => {
      const { value, headers } = await declaration.handle(req, input)
      return publicResponse(req, value, headers)
    },
  })
}
