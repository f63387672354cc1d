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

it('reads who is meant and when it was said', () => {
  expect(parseSignedRequest(sign(encode(call)), secret)).toEqual({
    subject: '218471',
    issuedAt: 1_790_000_000,
  })
})

it.each([
  ['signed with another secret', sign(encode(call), 'another')],
  [
    'with another person put in',
    sign(encode(call)).replace(/\..*/, `.${encode({ ...call, user_id: '1' })}`),
  ],
  ['without a signature', `.${encode(call)}`],
  ['with a short signature', `AAAA.${encode(call)}`],
  ['without a payload', sign('')],
  ['with a third part', `${sign(encode(call))}.x`],
  ['of another algorithm', sign(encode({ ...call, algorithm: 'none' }))],
  ['without a person', sign(encode({ ...call, user_id: undefined }))],
  [
    'with something else than a number as the person',
    sign(encode({ ...call, user_id: "1' or '1'='1" })),
  ],
  ['that is not JSON', sign(encode('hello'))],
  ['that is not base64url', sign('!!!')],
  ['that is empty', ''],
])('does not believe a request %s', (_, request) => {
  expect(parseSignedRequest(request, secret)).toBeNull()
})
