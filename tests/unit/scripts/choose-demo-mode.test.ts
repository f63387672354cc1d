import { chooseDemoMode } from '../../../scripts/start-shop.mjs'

describe('demo mode', () => {
  it('is for a shop without keys, a domain, or a database of its own', () => {
    expect(chooseDemoMode({})).toBe(true)
    expect(chooseDemoMode({ SERVER_URL: 'http://localhost:3000', PORT: '3000' })).toBe(true)
  })

  it('is off once there is a PayPal key', () => {
    expect(chooseDemoMode({ PAYPAL_CLIENT_ID: 'x', PAYPAL_ENVIRONMENT: 'live' })).toBe(false)
    expect(chooseDemoMode({ PAYPAL_CLIENT_ID: 'x' })).toBe(false)
  })

  it.each([
    [{ PAYPAL_ENVIRONMENT: 'live' }, 'PAYPAL_ENVIRONMENT is live'],
    [{ PAYPAL_ENVIRONMENT: 'sandbox' }, 'PAYPAL_ENVIRONMENT is sandbox'],
    [{ SERVER_URL: 'https://shop.example' }, 'SERVER_URL starts with https'],
    [{ DATABASE_URL: 'postgres://dayfern@db/dayfern' }, 'DATABASE_URL is set'],
  ])('never replaces a missing key in %j', (env, sign) => {
    expect(() => chooseDemoMode(env)).toThrow(`${sign}, but PAYPAL_CLIENT_ID is missing.`)
  })

  it('runs with a database of its own when it is asked for', () => {
    expect(
      chooseDemoMode({
        PAYPAL_ENVIRONMENT: 'demo',
        DATABASE_URL: 'postgres://dayfern@db/dayfern',
        SERVER_URL: 'https://demo.example',
      }),
    ).toBe(true)
  })
})
