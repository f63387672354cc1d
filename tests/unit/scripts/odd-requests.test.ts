let refusalOf: (request: { method: string; url: string }) => number | null
let transportHeaders: (serverUrl: string | undefined) => Record<string, string>
beforeAll(async () => {
  ({ refusalOf, transportHeaders } = (await import('../../../scripts/odd-requests.mjs' as string)) as { refusalOf: typeof refusalOf; transportHeaders: typeof transportHeaders })
})

it('a shop that is reached over TLS says that it always is; one on this computer does not', () => {
  expect(transportHeaders('https://dayfern.example')).toEqual({ 'Strict-Transport-Security': 'max-age=63072000' })
  expect([transportHeaders('http://localhost:3000'), transportHeaders(undefined)]).toEqual([{}, {}])
})

it.each([
  ['GET', '/'], ['HEAD', '/products/1'], ['GET', '/products?search=%ff'], ['GET', '/blog/caf%C3%A9'], ['GET', '/100%25'], ['POST', '/api/auth/local'], ['PUT', '/api/content/1/view'], ['POST', '/order'],
  ['POST', '/order/5O190127TN364715T/capture'], ['POST', '/cms/api/users/login'], ['POST', '/admin/orders'], ['PATCH', '/api/admin/users/1'], ['DELETE', '/api/account/sessions'], ['OPTIONS', '/api/products'],
])('%s %s goes on', (method, url) => {
  expect(refusalOf({ method, url })).toBeNull()
})

it.each([['GET', '/%ff'], ['GET', '/blog/%E0%A4%A'], ['GET', '/%'], ['GET', '/products/1/%0d%0aX:1'], ['GET', '/api/products/%00'], ['POST', '/api/%ff']])('%s %s is an address that nobody can read', (method, url) => {
  expect(refusalOf({ method, url })).toBe(400)
})

it.each([['TRACE', '/'], ['PROPFIND', '/admin'], ['POST', '/'], ['POST', '/products/1'], ['DELETE', '/blog'], ['POST', '/orders/DF-1'], ['POST', '/administration'], ['PUT', '/apix']])('%s %s changes nothing', (method, url) => {
  expect(refusalOf({ method, url })).toBe(405)
})
