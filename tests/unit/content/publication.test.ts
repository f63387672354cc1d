import { previousSlugs, publicationDates } from '@/modules/content/rules/publication-dates'

const now = '2026-11-21T12:00:00.000Z'
const first = '2026-03-01T08:00:00.000Z'
const later = '2026-12-24T08:00:00.000Z'

describe('publication dates', () => {
  it.each([
    [
      'are now when published without a date',
      'published',
      {},
      { publishedAt: now, scheduledFor: null, firstPublishedAt: now },
    ],
    [
      'use the given date when published with one',
      'published',
      { publishedAt: first },
      { publishedAt: first, scheduledFor: null, firstPublishedAt: first },
    ],
    [
      'keep the first date when published again',
      'published',
      { firstPublishedAt: first },
      { publishedAt: first, scheduledFor: null, firstPublishedAt: first },
    ],
    [
      'keep the scheduled date of scheduled content',
      'scheduled',
      { scheduledFor: later, publishedAt: first },
      { publishedAt: null, scheduledFor: later, firstPublishedAt: null },
    ],
    [
      'are empty for a draft',
      'draft',
      { scheduledFor: later, publishedAt: first },
      { publishedAt: null, scheduledFor: null, firstPublishedAt: null },
    ],
    [
      'keep only the first publication date when unpublished',
      'draft',
      { publishedAt: first, firstPublishedAt: first },
      { publishedAt: null, scheduledFor: null, firstPublishedAt: first },
    ],
  ] as const)('%s', (_, status, before, dates) =>
    expect(publicationDates(status, before, now)).toEqual(dates),
  )
})

describe('previous slugs', () => {
  const reflection = (slug: string) => ({ slug, contentType: 'reflection' as const })
  const meditation = (slug: string) => ({ slug, contentType: 'meditation' as const })

  it('are unique and never include the current slug of a reflection', () => {
    expect(previousSlugs([], reflection('dawn'), reflection('first-light'))).toEqual(['dawn'])
    expect(previousSlugs(['dawn'], reflection('first-light'), reflection('dawn'))).toEqual([
      'first-light',
    ])
    expect(previousSlugs(['dawn'], reflection('dawn'), reflection('noon'))).toEqual(['dawn'])
    expect(previousSlugs(['dawn'], meditation('dawn'), reflection('dawn'))).toEqual([])
  })

  it('include every slug at which something else was a reflection', () => {
    expect(previousSlugs([], reflection('dawn'), meditation('dawn'))).toEqual(['dawn'])
    expect(previousSlugs(['dawn'], meditation('dawn'), meditation('first-light'))).toEqual(['dawn'])
    expect(previousSlugs(['dawn'], meditation('first-light'), meditation('dawn'))).toEqual([
      'dawn',
      'first-light',
    ])
    expect(previousSlugs(['dawn'], reflection('first-light'), meditation('dawn'))).toEqual([
      'dawn',
      'first-light',
    ])
    expect(
      previousSlugs([], meditation('dawn'), { slug: 'dawn', contentType: 'blog_post' }),
    ).toEqual([])
  })
})
