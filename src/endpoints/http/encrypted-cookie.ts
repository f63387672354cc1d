import { z } from 'zod'

import { decrypt, encrypt } from '@/platform/encryption'
import { secureFlag } from '@/platform/env'

const defaultSeconds = 10 * 60
/** Beyond this many attempts at a time, the oldest end: a browser sends all of their cookies. */
const maxAttempts = 5
const statePattern = /^[\w-]{20,100}$/

/**
 * Creates cookies that hold an attempt, such as a sign-in, until the user returns from another site.
 * Encrypted, so that the browser can neither read nor change them. One per attempt, so that two
 * tabs don't interfere.
 * @param path where the browser sends them
 * @param shape of the attempt
 * @param seconds how long they last
 */
export function createEncryptedCookie<Shape extends z.ZodRawShape>(
  name: string,
  path: string,
  shape: Shape,
  seconds = defaultSeconds,
) {
  const schema = z.strictObject({ ...shape, state: z.string(), until: z.number() })
  const nameOf = (state: string): string => `${name}-${state.slice(0, 8)}`
  const flags = `Path=${path}; HttpOnly; SameSite=Lax${secureFlag}`
  return {
    cookie: async (attempt: z.infer<z.ZodObject<Shape>> & { state: string }): Promise<string> =>
      `${nameOf(attempt.state)}=${await encrypt({ ...attempt, until: Date.now() + seconds * 1000 }, name)}; Max-Age=${seconds}; ${flags}`,
    expired: (state: string): string => `${nameOf(state)}=; Max-Age=0; ${flags}`,
    /** Cookies that end the oldest attempts to make room for another. Browsers send the oldest cookies first. */
    expiredOldest: (cookies: string | null): string[] =>
      (cookies ?? '')
        .split(/;\s*/)
        .map((cookie) => cookie.split('=')[0] ?? '')
        .filter((cookie) => cookie.startsWith(`${name}-`))
        .slice(0, -(maxAttempts - 1))
        .map((cookie) => `${cookie}=; Max-Age=0; ${flags}`),
    /** Returns the attempt of a state; null if there is none, or it expired or was tampered with. */
    read: async (cookies: string | null, state: string): Promise<z.infer<typeof schema> | null> => {
      if (!statePattern.test(state)) return null
      const value = (cookies ?? '')
        .split(/;\s*/)
        .find((cookie) => cookie.startsWith(`${nameOf(state)}=`))
        ?.split('=')[1]
      const attempt = schema.safeParse(await decrypt(value, name)).data as
        (z.infer<typeof schema> & { state: string; until: number }) | undefined
      return attempt && attempt.state === state && attempt.until > Date.now() ? attempt : null
    },
  }
}
