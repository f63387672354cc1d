import { splitName } from '@/modules/checkout/rules/destination'
import { normalizeZip } from '@/platform/us/normalize-zip'

it.each([
  ['Riley Demo', 'Riley', 'Demo'],
  ['  Ana  María de la Cruz ', 'Ana María de la', 'Cruz'],
  ['Prince', 'Prince', ''],
  ['', '', ''],
])('splits %j into first and last name', (fullName, firstName, lastName) => {
  expect(splitName(fullName)).toEqual({ firstName, lastName })
})

it.each([
  ['93023', '93023'],
  ['93023-1234', '93023-1234'],
  ['930231234', '93023-1234'],
  ['93023 1234', '93023-1234'],
  ['', ''],
])('converts PayPal’s postal code %j to ZIP code %j', (postalCode, zip) => {
  expect(normalizeZip(postalCode)).toBe(zip)
})
