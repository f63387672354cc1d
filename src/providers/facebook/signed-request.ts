import { createHmac, timingSafeEqual } from 'node:crypto'

import { z } from 'zod'

/** developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback */
const payloadSchema = z.object({
  algorithm: z.literal('HMAC-SHA256'),
  issued_at: z.int().positive(),
  user_id: z.string().regex(/^\d{1,64}$/),
})

const base64url = /^[\w-]+$/

/**
 * Returns the payload of a request signed by Meta; null for a wrong signature: `signature.payload`, both base64url,
 * signed with the app's secret over the payload as it was sent.
 */
export function parseSignedRequest(
  signedRequest: string,
  appSecret: string,
): { subject: string; issuedAt: number } | null {
  const [signature, payload, ...rest] = signedRequest.split('.')
  if (
    !signature ||
    !payload ||
    rest.length > 0 ||
    !base64url.test(signature) ||
    !base64url.test(payload)
  )
    return null
  const received = Buffer.from(signature, 'base64url')
  const expected = createHmac('sha256', appSecret).update(payload).digest()
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null
  try {
    const { user_id: subject, issued_at: issuedAt } = payloadSchema.parse(
      JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')),
    )
    return { subject, issuedAt }
  } catch {
    return null
  }
}
