import fc from 'fast-check'

import { shortSlug, titleSlug, toSlug } from '@/platform/slug'

it.each([
  ['Healing Through Nature', 'healing-through-nature'],
  ['  One Day at a Time!  ', 'one-day-at-a-time'],
  ['Café Déjà Vu', 'cafe-deja-vu'],
  ['50% & more', '50-more'],
  ['---', ''],
  ['', ''],
  ['日本', ''],
  ['../../etc/passwd', 'etc-passwd'],
  ['<script>alert(1)</script>', 'script-alert-1-script'],
  ['a\u0000b', 'a-b'],
  ['İstanbul', 'istanbul'],
  ['ﬁrst', 'first'],
])('%j becomes %j', (title, slug) => expect(toSlug(title)).toBe(slug))

it('a slug has only lowercase letters, digits, and single hyphens between them, and is its own slug', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (title) => {
      const slug = toSlug(title)
      expect(slug).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)
      expect(toSlug(slug)).toBe(slug)
    }),
    { numRuns: 500 },
  )
})

it('the slug of a long title doesn’t end with the hyphen where it is cut', () => {
  expect(titleSlug(`${'a'.repeat(149)} walk`)).toBe('a'.repeat(149))
  expect(titleSlug(`${'a'.repeat(148)} walk`)).toBe(`${'a'.repeat(148)}-w`)
})

it('a shortened slug ends with a whole word if possible, and never with a hyphen', () => {
  expect(shortSlug('Quiet things for long walks home', 20)).toBe('quiet-things-for')
  expect(shortSlug('Quiet things for longer walks', 24)).toBe('quiet-things-for-longer')
  expect(shortSlug('abcdefghijklmnopqrstuvwxyz', 10)).toBe('abcdefghij')
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.integer({ min: 1, max: 80 }),
      (title, max) => {
        const slug = shortSlug(title, max)
        expect(slug.length).toBeLessThanOrEqual(max)
        expect(slug).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)
        expect(toSlug(title).startsWith(slug)).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})
