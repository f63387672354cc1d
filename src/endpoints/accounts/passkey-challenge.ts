import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { withCookies } from '@/endpoints/http/cookies'
import { createEncryptedCookie } from '@/endpoints/http/encrypted-cookie'
import { tryConsumeRateLimit } from '@/endpoints/http/rate-limit'

const seconds = 5 * 60
const purposes = ['sign-in', 'confirm', 'register'] as const
type Purpose = (typeof purposes)[number]

/** A challenge ties the device's response to this browser, to one purpose, and to five minutes. */
const challengeCookie = createEncryptedCookie(
  'dayfern-passkey',
  '/api',
  {
    purpose: z.enum(purposes),
    /** Null where the response names the user. */
    userId: z.int().nullable(),
    /** Names the account on the device; only for `register`. */
    userHandle: z.string().nullable(),
  },
  seconds,
)

/** Responds with options for the browser, and a cookie that remembers their challenge. */
export async function challengeResponse(
  req: PayloadRequest,
  options: { challenge: string; user?: { id: string } },
  attempt: { purpose: Purpose; userId: number | null },
): Promise<Response> {
  const cookies = req.headers.get('cookie')
  return withCookies(Response.json(options), [
    ...challengeCookie.expiredOldest(cookies),
    await challengeCookie.cookie({
      ...attempt,
      userHandle: options.user?.id ?? null,
      state: options.challenge,
    }),
  ])
}

const clientDataSchema = z.looseObject({
  challenge: z.string().max(100),
  crossOrigin: z.boolean().optional(),
})

/** Returns the challenge that a response names; null if it comes from a frame on another site. */
function readChallenge(clientDataJSON: string): string | null {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8')
    const { data } = clientDataSchema.safeParse(JSON.parse(text))
    return data && !data.crossOrigin ? data.challenge : null
  } catch {
    return null
  }
}

/**
 * Uses up the challenge of a device's response. Only the first of two requests with the same challenge gets it.
 * @returns its attempt, with the challenge as `state`; null if it wasn't issued to this browser for this purpose and
 * user, or if it has expired or was used
 */
export async function takeChallenge(
  req: PayloadRequest,
  passkey: { response: { clientDataJSON: string } },
  { purpose, userId }: { purpose: Purpose; userId: number | null },
) {
  const challenge = readChallenge(passkey.response.clientDataJSON)
  const attempt =
    challenge === null ? null : await challengeCookie.read(req.headers.get('cookie'), challenge)
  if (attempt?.purpose !== purpose || attempt.userId !== userId) return null
  // Stored for all processes, at least until the challenge expires.
  const once = { points: 1, seconds: seconds * 2 }
  return (await tryConsumeRateLimit(req, 'passkey-challenge', once, attempt.state)) ? attempt : null
}
