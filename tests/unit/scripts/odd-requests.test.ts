let refusalOf: (request: { method: string; url: string }) => number | null
beforeAll(async () => {
  ({ refusalOf } = (await import('../../../scripts/odd-requests.mjs' as string)) as { refusalOf: typeof refusalOf })
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
