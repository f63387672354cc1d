import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { identityProviders } from '../domain/identity'
import { env } from '../env'

/** What is kept between leaving for a provider and coming back. */
const attemptSchema = z.strictObject({
  provider: z.enum(identityProviders),
  state: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  next: z.string(),
  /** The person who connects another way in; null for a sign-in. */
  connect: z.number().nullable(),
  until: z.number(),
})
export type Attempt = z.infer<typeof attemptSchema>

const seconds = 10 * 60
const key = Buffer.from(hkdfSync('sha256', env.PAYLOAD_SECRET, '', 'sign-in attempt', 32))
/** One cookie for each attempt, so that two tabs do not spoil each other's. */
const nameOf = (state: string): string => `dayfern-auth-${state.slice(0, 8)}`
const flags = `Path=/auth; HttpOnly; SameSite=Lax${env.SERVER_URL.startsWith('https:') ? '; Secure' : ''}`

/** Encrypted and sealed: the browser carries it and can neither read nor change it. */
export const attemptCookie = (attempt: Omit<Attempt, 'until'>): string => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const text = JSON.stringify({ ...attempt, until: Date.now() + seconds * 1000 } satisfies Attempt)
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${nameOf(attempt.state)}=${sealed.toString('base64url')}; Max-Age=${seconds}; ${flags}`
}

export const expiredAttemptCookie = (state: string): string => `${nameOf(state)}=; Max-Age=0; ${flags}`

/** The attempt that this state belongs to, or null: none, too old, of another provider, or tampered with. */
export const readAttempt = (cookies: string | null, provider: string, state: string): Attempt | null => {
  if (!/^[\w-]{20,100}$/.test(state)) return null
  const value = (cookies ?? '').split(/;\s*/).find((cookie) => cookie.startsWith(`${nameOf(state)}=`))?.split('=')[1]
  if (!value) return null
  try {
    const sealed = Buffer.from(value, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
    decipher.setAuthTag(sealed.subarray(-16))
    const text = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('utf8')
    const attempt = attemptSchema.parse(JSON.parse(text))
    return attempt.provider === provider && attempt.state === state && attempt.until > Date.now() ? attempt : null
  } catch {
    return null
  }
}
