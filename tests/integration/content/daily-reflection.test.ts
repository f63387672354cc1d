import { getTestPayload, rowsOf, sql } from '@tests/support/payload'

import { getTodaysReflection } from '@/modules/content/queries/todays-reflection'

const zone = 'America/Los_Angeles'
const make = async (slug: string, publishedAt: string, data: Record<string, unknown> = {}) =>
  (await getTestPayload()).create({
    collection: 'content',
    data: {
      title: slug,
      slug,
      contentType: 'reflection',
      status: 'published',
      publishedAt,
      excerpt: '',
      ...data,
    } as never,
  })
const on = async (moment: string) =>
  (await getTodaysReflection(await getTestPayload(), zone, new Date(moment)))?.slug

beforeEach(async () => {
  await getTestPayload()
  await rowsOf(sql`truncate content cascade`)
})

it('shows nothing while no reflection is published', async () => {
  await make('a-draft', '2026-01-01T12:00:00Z', { status: 'draft' })
  await make('a-post', '2026-01-01T12:00:00Z', { contentType: 'blog_post' })
  expect(await on('2026-05-01T12:00:00Z')).toBeUndefined()
})

it('changes at midnight in the shop’s time zone and shows every reflection before repeating one', async () => {
  for (const slug of ['one', 'two', 'three']) await make(slug, '2026-01-01T12:00:00Z')
  const today = await on('2026-05-01T07:00:01Z') // one second after midnight in Los Angeles
  expect(await on('2026-05-02T06:59:59Z')).toBe(today)
  const week = await Promise.all(
    ['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-04'].map((day) => on(`${day}T19:00:00Z`)),
  )
  expect(new Set(week.slice(0, 3)).size).toBe(3)
  expect(week[3]).toBe(week[0])
})

it('does not change when something is published during the day', async () => {
  await make('one', '2026-01-01T12:00:00Z')
  await make('two', '2026-01-02T12:00:00Z')
  const morning = await on('2026-05-01T15:00:00Z')
  await make('fresh', '2026-05-01T16:00:00Z')
  expect(await on('2026-05-01T20:00:00Z')).toBe(morning)
  const days = await Promise.all(
    ['2026-05-02', '2026-05-03', '2026-05-04'].map((day) => on(`${day}T19:00:00Z`)),
  )
  expect(days).toContain('fresh')
})

it('shows the first reflection on the day it is published', async () => {
  await make('first', '2026-05-01T16:00:00Z')
  expect(await on('2026-05-01T20:00:00Z')).toBe('first')
})
