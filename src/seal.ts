import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { env } from './env'

/** One key for each purpose, so that what was sealed for one place cannot be put into another. */
const keyFor = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', env.PAYLOAD_SECRET, 'dayfern', `sealed ${purpose}`, 32))

/** Encrypts a value that JSON can hold (AES-256-GCM, a key derived from PAYLOAD_SECRET). @param purpose where it is kept: 'connection etsy' */
export const seal = (value: unknown, purpose: string): string => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`
}

/** What was sealed, or null when it was changed, belongs elsewhere, or PAYLOAD_SECRET is another one now. */
export const unseal = (sealed: string | null | undefined, purpose: string): unknown => {
  if (!sealed?.startsWith('v1.')) return null
  try {
    const bytes = Buffer.from(sealed.slice(3), 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')) as unknown
  } catch {
    return null
  }
}
