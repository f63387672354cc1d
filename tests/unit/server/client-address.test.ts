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
])('%s is parsed as IP address %s', (text, address) => expect(parseAddress(text)).toBe(address))

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
])('%s is not an IP address', (text) => {
  expect(parseAddress(text)).toBeNull()
})

it('without trusted proxies, the connection’s address is used', () => {
  expect(addressFrom({ 'x-forwarded-for': '1.2.3.4', forwarded: 'for=1.2.3.4' }, 0)).toBe(
    '10.0.0.9',
  )
})

it('with trusted proxies, only the entry added by the first of them is used, not the visitor’s claims', () => {
  expect(addressFrom({ 'x-forwarded-for': '6.6.6.6, 1.2.3.4:50000' })).toBe('1.2.3.4')
  expect(addressFrom({ 'x-forwarded-for': '6.6.6.6, 1.2.3.4, 10.0.0.1' }, 2)).toBe('1.2.3.4')
  expect(
    addressFrom({ forwarded: 'for=6.6.6.6, for="[2001:db8::7]:4711";proto=https;by=10.0.0.1' }),
  ).toBe('2001:db8::7')
})

it('the connection’s address is used if the proxy’s entry is missing or invalid', () => {
  expect(addressFrom({ 'x-forwarded-for': 'unknown' })).toBe('10.0.0.9')
  expect(addressFrom({ 'x-forwarded-for': '1.2.3.4' }, 2)).toBe('10.0.0.9')
  expect(addressFrom({ forwarded: 'proto=https' })).toBe('10.0.0.9')
  expect(addressFrom({})).toBe('10.0.0.9')
})

it('the connection’s address is used if Forwarded and X-Forwarded-For disagree', () => {
  expect(addressFrom({ 'x-forwarded-for': '1.2.3.4', forwarded: 'for=6.6.6.6' })).toBe('10.0.0.9')
  expect(addressFrom({ 'x-forwarded-for': '1.2.3.4', forwarded: 'for=1.2.3.4' })).toBe('1.2.3.4')
})

it('rate limits count IPv6 addresses by network and ignore ports', () => {
  expect(rateLimitAddress('2001:db8:1:2:aaaa::1')).toBe(rateLimitAddress('2001:db8:1:2:bbbb::2'))
  expect(rateLimitAddress('2001:db8:1:2::1')).not.toBe(rateLimitAddress('2001:db8:1:3::1'))
  expect(rateLimitAddress('1.2.3.4:1')).toBe(rateLimitAddress('1.2.3.4:2'))
  expect(rateLimitAddress('unknown')).toBe('unknown')
})
