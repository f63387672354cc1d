import { z } from 'zod'

import { decrypt, encrypt } from '@/platform/encryption'
import { env } from '@/platform/env'

const seconds = 10 * 60
const statePattern = /^[\w-]{20,100}$/

/**
 * Cookies that keep what was begun until the person comes back from somewhere else. Encrypted and sealed: the browser
 * carries them and can neither read nor change them. One for each attempt, so that two tabs do not spoil each other's.
 * Ten minutes.
 * @param path where the browser brings them back
 */
export function createEncryptedCookie<Kept extends z.ZodRawShape>(
  name: string,
  path: string,
  kept: Kept,
) {
  const schema = z.strictObject({ ...kept, state: z.string(), until: z.number() })
  const nameOf = (state: string): string => `${name}-${state.slice(0, 8)}`
  const flags = `Path=${path}; HttpOnly; SameSite=Lax${env.SERVER_URL.startsWith('https:') ? '; Secure' : ''}`
  return {
    cookie: async (attempt: z.infer<z.ZodObject<Kept>> & { state: string }): Promise<string> =>
      `${nameOf(attempt.state)}=${await encrypt({ ...attempt, until: Date.now() + seconds * 1000 }, name)}; Max-Age=${seconds}; ${flags}`,
    expired: (state: string): string => `${nameOf(state)}=; Max-Age=0; ${flags}`,
    /** The attempt that this state belongs to, or null: none, too old, or tampered with. */
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
