import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'

import { CompactEncrypt } from 'jose'

import { decrypt, encrypt } from '@/platform/encryption'
import { env } from '@/platform/env'

const keyOf = (purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', env.PAYLOAD_SECRET, 'dayfern', `sealed ${purpose}`, 32))
/** As values were sealed before they were JWEs. */
const sealFirstVersion = (value: unknown, purpose: string): string => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(purpose), iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`
}
const secret = { token: 'pf_123', list: [1, 'ü'] }

it('gives back what was sealed, and never twice the same text', async () => {
  expect(await decrypt(await encrypt(secret, 'connection etsy'), 'connection etsy')).toEqual(secret)
  expect(await encrypt(secret, 'connection etsy')).not.toBe(
    await encrypt(secret, 'connection etsy'),
  )
  expect(await encrypt(secret, 'connection etsy')).not.toContain('pf_123')
})

it('writes a JWE that names its algorithms', async () => {
  const [header, key, ...rest] = (await encrypt(secret, 'connection etsy')).split('.')
  expect(JSON.parse(Buffer.from(header ?? '', 'base64url').toString())).toEqual({
    alg: 'dir',
    enc: 'A256GCM',
  })
  expect(key).toBe('')
  expect(rest).toHaveLength(3)
})

it('opens what was sealed in the first form', async () => {
  expect(await decrypt(sealFirstVersion(secret, 'connection etsy'), 'connection etsy')).toEqual(
    secret,
  )
})

it.each([
  ['of today', encrypt],
  ['of before', sealFirstVersion],
])('the form %s opens only where it was sealed for, and only unchanged', async (_, make) => {
  const sealed = await make('a secret', 'connection etsy')
  expect(await decrypt(sealed, 'connection x')).toBeNull()
  for (const place of [4, 20, sealed.length - 2]) {
    const other = sealed[place] === 'A' ? 'B' : 'A'
    expect(
      await decrypt(sealed.slice(0, place) + other + sealed.slice(place + 1), 'connection etsy'),
    ).toBeNull()
  }
})

it('opens neither nothing, nor rubbish, nor what was sealed in another way', async () => {
  const unread = await new CompactEncrypt(Buffer.from('"x"'))
    .setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM' })
    .encrypt(keyOf('connection etsy'))
  // A tag cut short is easier to guess: with its first four bytes alone, one in four thousand million fits.
  const short = Buffer.from(
    sealFirstVersion('x', 'connection etsy').slice(3),
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
