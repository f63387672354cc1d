import { createHmac } from 'node:crypto'

import { parseSignedRequest } from '@/providers/facebook/signed-request'

const secret = 'the secret of the app'
const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const sign = (payload: string, key = secret): string =>
  `${createHmac('sha256', key).update(payload).digest('base64url')}.${payload}`
const call = {
  algorithm: 'HMAC-SHA256',
  issued_at: 1_790_000_000,
  user_id: '218471',
  expires: 1_790_003_600,
}

it('returns the user ID and the time of the request', () => {
  expect(parseSignedRequest(sign(encode(call)), secret)).toEqual({
    subject: '218471',
    issuedAt: 1_790_000_000,
  })
})

it.each([
  ['signed with another secret', sign(encode(call), 'another')],
  [
    'with a different user ID inserted',
    sign(encode(call)).replace(/\..*/, `.${encode({ ...call, user_id: '1' })}`),
  ],
  ['without a signature', `.${encode(call)}`],
  ['with a short signature', `AAAA.${encode(call)}`],
  ['without a payload', sign('')],
  ['with a third part', `${sign(encode(call))}.x`],
  ['with another algorithm', sign(encode({ ...call, algorithm: 'none' }))],
  ['without a user ID', sign(encode({ ...call, user_id: undefined }))],
  ['with a user ID that is not a number', sign(encode({ ...call, user_id: "1' or '1'='1" }))],
  ['that is not JSON', sign(encode('hello'))],
  ['that is not base64url', sign('!!!')],
  ['that is empty', ''],
])('rejects a request %s', (_, request) => {
  expect(parseSignedRequest(request, secret)).toBeNull()
})
