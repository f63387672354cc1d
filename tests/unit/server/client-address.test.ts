import { parseAddress, rateLimitAddress } from '@/platform/client-address'
import { readClientAddress } from '@/server/client-address'

const addressFrom = (
  headers: Record<string, string>,
  trustedProxies = 1,
  remoteAddress = '::ffff:10.0.0.9',
): string => readClientAddress({ headers, socket: { remoteAddress } }, trustedProxies)

it.each([
  ['1.2.3.4', '1.2.3.4'],
  ['1.2.3.4:5678', '1.2.3.4'],
  ['"1.2.3.4:5678"', '1.2.3.4'],
  ['::1', '::1'],
  ['[::1]:80', '::1'],
  ['[2001:DB8::1]', '2001:db8::1'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  [' 1.2.3.4 ', '1.2.3.4'],
])('%s is the address %s', (text, address) => expect(parseAddress(text)).toBe(address))

it.each([
  '',
  'unknown',
  '_hidden',
  '1.2.3',
  '1.2.3.4.5',
  '1.2.3.4:x',
  '999.1.1.1',
  '2130706433',
  '0x7f000001',
  'example.com',
  '[::1',
])('%s is no address', (text) => {
  expect(parseAddress(text)).toBeNull()
})

it('without proxies of ours only the connection counts', () => {
  expect(addressFrom({ 'x-forwarded-for': '1.2.3.4', forwarded: 'for=1.2.3.4' }, 0)).toBe(
    '10.0.0.9',
  )
})

it('each proxy of ours adds an entry on the right; what is left of them is the visitor’s claim', () => {
  expect(addressFrom({ 'x-forwarded-for': '6.6.6.6, 1.2.3.4:50000' })).toBe('1.2.3.4')
  expect(addressFrom({ 'x-forwarded-for': '6.6.6.6, 1.2.3.4, 10.0.0.1' }, 2)).toBe('1.2.3.4')
  expect(
    addressFrom({ forwarded: 'for=6.6.6.6, for="[2001:db8::7]:4711";proto=https;by=10.0.0.1' }),
  ).toBe('2001:db8::7')
})

it('an entry that is no address, or a missing one, counts as the connection', () => {
  expect(addressFrom({ 'x-forwarded-for': 'unknown' })).toBe('10.0.0.9')
  expect(addressFrom({ 'x-forwarded-for': '1.2.3.4' }, 2)).toBe('10.0.0.9')
  expect(addressFrom({ forwarded: 'proto=https' })).toBe('10.0.0.9')
  expect(addressFrom({})).toBe('10.0.0.9')
})

it('a header that the proxy only passes on cannot replace the one that it writes', () => {
  expect(addressFrom({ 'x-forwarded-for': '1.2.3.4', forwarded: 'for=6.6.6.6' })).toBe('10.0.0.9')
  expect(addressFrom({ 'x-forwarded-for': '1.2.3.4', forwarded: 'for=1.2.3.4' })).toBe('1.2.3.4')
})

it('limits count IPv6 by network, and every port of an address as one', () => {
  expect(rateLimitAddress('2001:db8:1:2:aaaa::1')).toBe(rateLimitAddress('2001:db8:1:2:bbbb::2'))
  expect(rateLimitAddress('2001:db8:1:2::1')).not.toBe(rateLimitAddress('2001:db8:1:3::1'))
  expect(rateLimitAddress('1.2.3.4:1')).toBe(rateLimitAddress('1.2.3.4:2'))
  expect(rateLimitAddress('unknown')).toBe('unknown')
})
