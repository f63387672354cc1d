import { parseTarget } from '@/server/canonical-url'
import {
  maxBodyBytes,
  maxPageUrlLength,
  refusalFor,
  refusalResponse,
  transportHeaders,
} from '@/server/request-guard'

const statusFor = (method: string, url: string, contentLength = 0): number | null =>
  refusalFor({ method, target: parseTarget(url), contentLength })?.status ?? null

it('HSTS is sent by a shop on HTTPS, but not on localhost', () => {
  expect(transportHeaders('https://dayfern.example')).toEqual({
    'Strict-Transport-Security': 'max-age=63072000',
  })
  expect(transportHeaders('http://localhost:3000')).toEqual({})
})

it.each([
  ['GET', '/'],
  ['HEAD', '/products/1'],
  ['GET', '/products?search=%ff'],
  ['GET', '/blog/caf%C3%A9'],
  ['GET', '/100%25'],
  ['GET', '/blog/../products'],
  ['GET', '/api/content/slug/a..b'],
  ['POST', '/api/auth/local'],
  ['PUT', '/api/content/1/view'],
  ['POST', '/order'],
  ['POST', '/order/5O190127TN364715T/capture'],
  ['POST', '/cms/api/users/login'],
  ['PATCH', '/api/admin/users/1'],
  ['DELETE', '/api/account/sessions'],
  ['OPTIONS', '/api/products'],
])('%s %s is allowed', (method, url) => {
  expect(statusFor(method, url)).toBeNull()
})

it.each([
  ['GET', '/%ff'],
  ['GET', '/blog/%E0%A4%A'],
  ['GET', '/%'],
  ['GET', '/products/1/%0d%0aX:1'],
  ['GET', '/api/products/%00'],
  ['POST', '/api/%ff'],
  ['GET', '/#'],
  ['OPTIONS', '*'],
  ['GET', 'http://['],
  ['GET', '/api/../users'],
  ['POST', '/api/%2E%2e/users'],
  ['GET', '/cms/api/./users'],
  ['POST', '/order/..'],
])('%s %s is rejected as an invalid URL', (method, url) => {
  expect(statusFor(method, url)).toBe(400)
})

it.each([
  ['TRACE', '/'],
  ['PROPFIND', '/admin'],
  ['POST', '/'],
  ['POST', '/products/1'],
  ['DELETE', '/blog'],
  ['POST', '/orders/DF-1'],
  ['POST', '/administration'],
  ['PUT', '/apix'],
  ['POST', '/api/docs'],
  ['POST', '/api/docs/products'],
])('%s %s is rejected because the method is not allowed', (method, url) => {
  expect(statusFor(method, url)).toBe(405)
})

it('the admin’s pages accept only calls of server functions', () => {
  const statusOf = (method: string, action?: string, url = '/admin/orders'): number | null =>
    refusalFor({ method, target: parseTarget(url), contentLength: 0, action })?.status ?? null
  const id = '40e636abc858e1f8e7bd7fa4316d2123e9f13958b0'
  expect(statusOf('POST', id)).toBeNull()
  expect(statusOf('GET')).toBeNull()
  expect(statusOf('POST', id, '/admin/../products')).toBe(400)
  for (const [method, action] of [
    ['POST', undefined],
    ['POST', ''],
    ['POST', 'toString'],
    ['POST', `${id}, ${id}`],
    ['PUT', id],
    ['DELETE', id],
  ] as const)
    expect(statusOf(method, action)).toBe(405)
})

it('the URL of a page may have 4,096 characters, because redirects repeat it; calls may have more', () => {
  const query = (length: number) => `q=${'x'.repeat(length - 2)}`
  expect(statusFor('GET', `/preview/content/1?${query(maxPageUrlLength - 19)}`)).toBeNull()
  for (const path of ['/preview/content/1', '/admin/orders', '/no//where'])
    expect(statusFor('GET', `${path}?${query(maxPageUrlLength)}`)).toBe(414)
  expect(statusFor('GET', `/cms/api/orders?${query(maxPageUrlLength)}`)).toBeNull()
})

it('a declared body over the upload limit is rejected, and the connection is closed', () => {
  expect(statusFor('POST', '/api/admin/media', maxBodyBytes)).toBeNull()
  const refusal = refusalFor({
    method: 'POST',
    target: parseTarget('/api/admin/media'),
    contentLength: maxBodyBytes + 1,
  })
  expect(refusal?.status).toBe(413)
  expect(refusal && refusalResponse(refusal, '/api/admin/media')).toEqual({
    headers: { 'Content-Type': 'application/json', Connection: 'close' },
    body: '{"error":"This request is too large.","code":"payload_too_large"}',
  })
})

it('Payload’s own API takes 2 MB at most, of a known size, except for files of media', () => {
  const statusOf = (
    path: string,
    contentLength: number | null,
    isMultipart = false,
  ): number | null =>
    refusalFor({ method: 'POST', target: parseTarget(path), contentLength, isMultipart })?.status ??
    null
  const limit = 2 * 1024 * 1024
  // A form without files may be as large as one with them, and anyone may send one to sign in.
  for (const path of ['/cms/api/users/login', '/cms/api/content/1', '/cms/api/mediation'])
    for (const isMultipart of [false, true])
      expect([limit, limit + 1, null].map((size) => statusOf(path, size, isMultipart))).toEqual([
        null,
        413,
        413,
      ])
  for (const path of ['/cms/api/media', '/cms/api/Media/7']) {
    expect([statusOf(path, limit + 1), statusOf(path, null)]).toEqual([413, 413])
    expect([statusOf(path, maxBodyBytes, true), statusOf(path, null, true)]).toEqual([null, null])
    expect(statusOf(path, maxBodyBytes + 1, true)).toBe(413)
  }
})

it('a page request is rejected in plain text with the allowed methods', () => {
  const refusal = refusalFor({ method: 'POST', target: parseTarget('/products'), contentLength: 0 })
  expect(refusal && refusalResponse(refusal, '/products').headers).toEqual({
    'Content-Type': 'text/plain; charset=utf-8',
    Allow: 'GET, HEAD',
  })
})
