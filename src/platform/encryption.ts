import { createDecipheriv, hkdfSync } from 'node:crypto'

import { compactDecrypt, CompactEncrypt } from 'jose'

import { env } from './env'

/** One key for each purpose, so that what was sealed for one place cannot be put into another. */
const keyFor = (purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', env.PAYLOAD_SECRET, 'dayfern', `sealed ${purpose}`, 32))

const algorithms = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }

/**
 * Encrypts a value that JSON can hold, as a compact JWE (A256GCM, a key derived from PAYLOAD_SECRET).
 * @param purpose where it is kept: 'connection etsy'
 */
export function encrypt(value: unknown, purpose: string): Promise<string> {
  return new CompactEncrypt(Buffer.from(JSON.stringify(value)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(keyFor(purpose))
}

/** The form in which values were sealed before they were JWEs: 'v1.' and the base64url of nonce (12 bytes), tag (16) and text. */
const unsealFirstVersion = (sealed: string, purpose: string): string => {
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, 12), {
    authTagLength: 16,
  })
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

/** The value that was sealed, or null when it was changed, belongs elsewhere, or PAYLOAD_SECRET is another one now. */
export async function decrypt(
  sealed: string | null | undefined,
  purpose: string,
): Promise<unknown> {
  if (!sealed) return null
  try {
    const text = sealed.startsWith('v1.')
      ? unsealFirstVersion(sealed, purpose)
      : Buffer.from((await compactDecrypt(sealed, keyFor(purpose), algorithms)).plaintext).toString(
          'utf8',
        )
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
