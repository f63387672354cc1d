import { anonymizeIpAddress } from '@/modules/newsletter/rules/subscription'

it.each([
  ['203.0.113.77', '203.0.113.0'],
  ['::ffff:203.0.113.77', '203.0.113.0'],
  ['2001:DB8:85a3::8a2e:370:7334', '2001:db8:85a3::'],
  ['2001:db8::1', '2001:db8::'],
  ['::1', '::'],
  ['unknown', null],
  ['', null],
  ['not:an:address', null],
  ['1.2.3', null],
])('anonymizes IP address %s to %s', (address, kept) =>
  expect(anonymizeIpAddress(address)).toBe(kept),
)
