import { authorizationUrl } from '@/platform/http/authorization-url'

const parameters = {
  client_id: 'shop',
  redirect_uri: 'https://shop.example/back?to=etsy',
  scope: 'a b',
  state: 's&t',
}

it('requests a code from the service with the given parameters', () => {
  const url = authorizationUrl({ site: 'https://www.etsy.com', path: '/oauth/connect', parameters })
  expect(url.origin + url.pathname).toBe('https://www.etsy.com/oauth/connect')
  expect(Object.fromEntries(url.searchParams)).toEqual({ response_type: 'code', ...parameters })
})

it('contains the PKCE challenge as in RFC 7636, but never the verifier', () => {
  // The example from RFC 7636, appendix B.
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

it('uses localhost instead of 127.0.0.1 for a local sandbox service', () => {
  expect(
    authorizationUrl({
      site: 'https://x.com',
      path: '/authorize',
      baseUrl: 'http://127.0.0.1:4100',
      parameters,
    }).origin,
  ).toBe('http://localhost:4100')
})
