import { createHash } from 'node:crypto'
import type { PayloadRequest } from 'payload'

/** How long a reader may keep what is the same for everybody, before it asks again whether that still holds. */
const keptSeconds = 60

/**
 * JSON that does not depend on who asks: may be kept for a minute, and is answered with 304 to whoever still has it.
 * The front (scripts/front.mjs) keeps such answers as ready bytes until something in the shop changes.
 */
export const publicAnswer = (req: PayloadRequest, value: unknown, headers: Record<string, string> = {}): Response => {
  const body = JSON.stringify(value)
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const sent = { ...headers, ETag: etag, 'Cache-Control': `public, max-age=${keptSeconds}`, 'X-Same-For-All': '1' }
  const known = (req.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim())
  if (known.includes(etag)) return new Response(null, { status: 304, headers: sent })
  return new Response(body, { headers: { ...sent, 'Content-Type': 'application/json' } })
}
