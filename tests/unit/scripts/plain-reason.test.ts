import { plainReason } from '../../../scripts/start-shop.mjs'

it.each([
  [
    'Error: cannot connect to Postgres: connect ECONNREFUSED 127.0.0.1:5432',
    'Can’t reach the database in DATABASE_URL. Check that it’s running and that the address is correct.',
  ],
  [
    'password authentication failed for user "dayfern"',
    'The database in DATABASE_URL rejected the username or password.',
  ],
])('a database that can’t be used is named as the reason: %s', (output, reason) => {
  expect(plainReason({ message: 'node ended with 1.', output })).toBe(reason)
})

it('a service that can’t be reached isn’t mistaken for the database', () => {
  const message = 'PayPal: getaddrinfo ENOTFOUND api-m.paypal.com'
  expect(plainReason({ message })).toBe(message)
})
