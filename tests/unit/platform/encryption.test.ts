import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'

import { CompactEncrypt } from 'jose'

import { decrypt, encrypt } from '@/platform/encryption'
import { env } from '@/platform/env'

const keyOf = (purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', env.PAYLOAD_SECRET, 'dayfern', `sealed ${purpose}`, 32))
/** Encrypts a value as the shop did before it used JWE. */
const encryptOldFormat = (value: unknown, purpose: string): string => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(purpose), iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`
}
const secret = { token: 'pf_123', list: [1, 'ü'] }

it('decrypts what was encrypted, and never produces the same text twice', async () => {
  expect(await decrypt(await encrypt(secret, 'connection etsy'), 'connection etsy')).toEqual(secret)
  expect(await encrypt(secret, 'connection etsy')).not.toBe(
    await encrypt(secret, 'connection etsy'),
  )
  expect(await encrypt(secret, 'connection etsy')).not.toContain('pf_123')
})

it('produces a JWE that names its algorithms', async () => {
  const [header, key, ...rest] = (await encrypt(secret, 'connection etsy')).split('.')
  expect(JSON.parse(Buffer.from(header ?? '', 'base64url').toString())).toEqual({
    alg: 'dir',
    enc: 'A256GCM',
  })
  expect(key).toBe('')
  expect(rest).toHaveLength(3)
})

it('decrypts the old format', async () => {
  expect(await decrypt(encryptOldFormat(secret, 'connection etsy'), 'connection etsy')).toEqual(
    secret,
  )
})

it.each([
  ['current', encrypt],
  ['old', encryptOldFormat],
])('the %s format decrypts only for its purpose and only unmodified', async (_, make) => {
  const sealed = await make('a secret', 'connection etsy')
  expect(await decrypt(sealed, 'connection x')).toBeNull()
  for (const place of [4, 20, sealed.length - 2]) {
    const other = sealed[place] === 'A' ? 'B' : 'A'
    expect(
      await decrypt(sealed.slice(0, place) + other + sealed.slice(place + 1), 'connection etsy'),
    ).toBeNull()
  }
})

it('returns null for missing, malformed, or differently encrypted values', async () => {
  const unread = await new CompactEncrypt(Buffer.from('"x"'))
    .setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM' })
    .encrypt(keyOf('connection etsy'))
  // A truncated authentication tag is easier to guess: four bytes match in one of four billion attempts.
  const short = Buffer.from(
    encryptOldFormat('x', 'connection etsy').slice(3),
    'base64url',
  ).subarray(0, 20)
  for (const nothing of [
    '',
    'v1.',
    'v2.abcdef',
    'v1.$$$',
    '....',
    'a.b.c.d.e',
    unread,
    `v1.${short.toString('base64url')}`,
    null,
    undefined,
  ])
    expect(await decrypt(nothing, 'connection etsy')).toBeNull()
})
