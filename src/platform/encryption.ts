import { createDecipheriv, createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

import { compactDecrypt, CompactEncrypt } from 'jose'

import { env } from './env'

/** What stored values belong to. */
export const purposes = {
  connection: (provider: string) => `connection ${provider}`,
  secondFactor: (userId: number) => `second factor ${userId}`,
  socialAccount: (platform: string) => `social ${platform}`,
} as const

/** Derives a key per purpose, so that a value encrypted for one cannot be used for another. */
const keyFor = (purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', env.PAYLOAD_SECRET, 'dayfern', `sealed ${purpose}`, 32))

const algorithms = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }

/**
 * Encrypts a value that JSON can hold, as a compact JWE (A256GCM, a key derived from PAYLOAD_SECRET).
 * @param purpose what it belongs to: 'connection etsy'
 */
export function encrypt(value: unknown, purpose: string): Promise<string> {
  return new CompactEncrypt(Buffer.from(JSON.stringify(value)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(keyFor(purpose))
}

/** Decrypts the format before JWE: 'v1.' and the base64url of nonce (12 bytes), tag (16), and ciphertext. */
const decryptV1 = (encrypted: string, purpose: string): string => {
  const bytes = Buffer.from(encrypted.slice(3), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, 12), {
    authTagLength: 16,
  })
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

/** Decrypts a value; null if it was tampered with, has another purpose, or PAYLOAD_SECRET changed. */
export async function decrypt(
  encrypted: string | null | undefined,
  purpose: string,
): Promise<unknown> {
  if (!encrypted) return null
  try {
    const text = encrypted.startsWith('v1.')
      ? decryptV1(encrypted, purpose)
      : Buffer.from(
          (await compactDecrypt(encrypted, keyFor(purpose), algorithms)).plaintext,
        ).toString('utf8')
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/**
 * Signs a text with PAYLOAD_SECRET, for links that no table stores. Each use starts its text with a name of its own.
 * @returns 64 hexadecimal digits; links use the first 32 or more of them
 */
export function signText(text: string): string {
  return createHmac('sha256', env.PAYLOAD_SECRET).update(text).digest('hex')
}

/** Returns the SHA-256 of a text as 64 hexadecimal digits. Of random secrets, the database stores only this. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Compares a secret with the expected one in constant time. */
export function isSameSecret(presented: string, expected: string): boolean {
  const [actual, wanted] = [Buffer.from(presented), Buffer.from(expected)]
  return actual.length === wanted.length && timingSafeEqual(actual, wanted)
}
