import { authorizationUrl } from '@/platform/http/authorization-url'

const parameters = {
  client_id: 'shop',
  redirect_uri: 'https://shop.example/back?to=etsy',
  scope: 'a b',
  state: 's&t',
}

it('asks for a code, with what the service wants to have, at the address of the service', () => {
  const url = authorizationUrl({ site: 'https://www.etsy.com', path: '/oauth/connect', parameters })
  expect(url.origin + url.pathname).toBe('https://www.etsy.com/oauth/connect')
  expect(Object.fromEntries(url.searchParams)).toEqual({ response_type: 'code', ...parameters })
})

it('carries the challenge of PKCE as RFC 7636 has it, and never the verifier', () => {
  // The example of RFC 7636, appendix B.
  const url = authorizationUrl({
    site: 'https://x.com',
    path: '/authorize',
    verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    parameters,
  })
  expect(url.searchParams.get('code_challenge')).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
  expect(url.searchParams.get('code_challenge_method')).toBe('S256')
  expect(url.href).not.toContain('dBjftJeZ4CVP')
})

it('leads to a double on this computer by the name that the browser uses', () => {
  expect(
    authorizationUrl({
      site: 'https://x.com',
      path: '/authorize',
      baseUrl: 'http://127.0.0.1:4100',
      parameters,
    }).origin,
  ).toBe('http://localhost:4100')
})
