import { seal, unseal } from '../../src/seal'

it('gives back what was sealed, and never twice the same text', () => {
  const secret = { token: 'pf_123', list: [1, 'ü'] }
  expect(unseal(seal(secret, 'connection etsy'), 'connection etsy')).toEqual(secret)
  expect(seal(secret, 'connection etsy')).not.toBe(seal(secret, 'connection etsy'))
  expect(seal(secret, 'connection etsy')).not.toContain('pf_123')
})

it('opens only where it was sealed for, and only unchanged', () => {
  const sealed = seal('a secret', 'connection etsy')
  expect(unseal(sealed, 'connection x')).toBeNull()
  for (const place of [4, 20, sealed.length - 2]) {
    const other = sealed[place] === 'A' ? 'B' : 'A'
    expect(unseal(sealed.slice(0, place) + other + sealed.slice(place + 1), 'connection etsy')).toBeNull()
  }
  for (const nothing of ['', 'v1.', 'v2.abcdef', 'v1.$$$', null, undefined]) expect(unseal(nothing, 'connection etsy')).toBeNull()
})
