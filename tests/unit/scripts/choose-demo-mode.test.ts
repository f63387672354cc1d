import { chooseDemoMode } from '../../../scripts/start-shop.mjs'

describe('demo mode', () => {
  it('is on for a shop without PayPal keys, a domain, or its own database', () => {
    expect(chooseDemoMode({})).toBe(true)
    expect(chooseDemoMode({ SERVER_URL: 'http://localhost:3000', PORT: '3000' })).toBe(true)
  })

  it('is off with a PayPal client ID', () => {
    expect(chooseDemoMode({ PAYPAL_CLIENT_ID: 'x', PAYPAL_ENVIRONMENT: 'live' })).toBe(false)
    expect(chooseDemoMode({ PAYPAL_CLIENT_ID: 'x' })).toBe(false)
  })

  it.each([
    [{ PAYPAL_ENVIRONMENT: 'live' }, 'PAYPAL_ENVIRONMENT is live'],
    [{ PAYPAL_ENVIRONMENT: 'sandbox' }, 'PAYPAL_ENVIRONMENT is sandbox'],
    [{ SERVER_URL: 'https://shop.example' }, 'SERVER_URL starts with https'],
    [{ DATABASE_URL: 'postgres://dayfern@db/dayfern' }, 'DATABASE_URL is set'],
  ])('is refused for a shop with %j and no PayPal client ID', (env, sign) => {
    expect(() => chooseDemoMode(env)).toThrow(`${sign}, but PAYPAL_CLIENT_ID is missing.`)
  })

  it('can be requested with its own database', () => {
    expect(
      chooseDemoMode({
        PAYPAL_ENVIRONMENT: 'demo',
        DATABASE_URL: 'postgres://dayfern@db/dayfern',
        SERVER_URL: 'https://demo.example',
      }),
    ).toBe(true)
  })
})
