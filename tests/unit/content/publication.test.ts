import { previousSlugs, publicationDates } from '@/modules/content/rules/publication-dates'

const now = '2026-11-21T12:00:00.000Z'
const first = '2026-03-01T08:00:00.000Z'
const later = '2026-12-24T08:00:00.000Z'

describe('the dates of a piece', () => {
  it.each([
    [
      'published without a date: now',
      'published',
      {},
      { publishedAt: now, scheduledFor: null, firstPublishedAt: now },
    ],
    [
      'published with a date: that one',
      'published',
      { publishedAt: first },
      { publishedAt: first, scheduledFor: null, firstPublishedAt: first },
    ],
    [
      'published again: the place it had',
      'published',
      { firstPublishedAt: first },
      { publishedAt: first, scheduledFor: null, firstPublishedAt: first },
    ],
    [
      'scheduled keeps its day',
      'scheduled',
      { scheduledFor: later, publishedAt: first },
      { publishedAt: null, scheduledFor: later, firstPublishedAt: null },
    ],
    [
      'a draft has none',
      'draft',
      { scheduledFor: later, publishedAt: first },
      { publishedAt: null, scheduledFor: null, firstPublishedAt: null },
    ],
    [
      'taken back, its first publication is remembered',
      'draft',
      { publishedAt: first, firstPublishedAt: first },
      { publishedAt: null, scheduledFor: null, firstPublishedAt: first },
    ],
  ] as const)('%s', (_, status, given, dates) =>
    expect(publicationDates(status, given, now)).toEqual(dates),
  )
})

describe('former addresses', () => {
  it('are kept once each, and never the one it has now', () => {
    expect(previousSlugs([], 'dawn', 'first-light')).toEqual(['dawn'])
    expect(previousSlugs(['dawn'], 'first-light', 'dawn')).toEqual(['first-light'])
    expect(previousSlugs(['dawn'], 'dawn', 'noon')).toEqual(['dawn'])
  })
})
