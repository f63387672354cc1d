import { isSavedFrom } from '@/admin/document/sent-values'

const sent = {
  title: 'Low tide',
  body: { root: { type: 'root', children: [] } },
  slug: 'low-tide',
  status: 'draft',
  tags: ['sea'],
  publishedAt: null,
  scheduledFor: null,
  firstPublishedAt: null,
  formerSlugs: [],
  viewCount: 3,
  updatedAt: '2026-11-30T08:00:00.000Z',
}
const saved = { ...sent, updatedAt: '2026-11-30T08:00:05.000Z' }

test.each([
  ['nothing else', {}, {}],
  ['the order of keys', {}, { body: { root: { children: [], type: 'root' } } }],
  ['a field that the form doesn’t have', {}, { createdBy: 1 }],
  ['a missing value as null', { excerpt: undefined }, { excerpt: null }],
  ['readers', {}, { viewCount: 4 }],
  ['former slugs', {}, { formerSlugs: ['high-tide'] }],
  ['a slug from the title', { slug: '' }, {}],
  ['a slug that ends with a hyphen', { slug: 'low-tide-' }, {}],
  ['a slug that gets a number', {}, { slug: 'low-tide-2' }],
  ['tags with commas', { tags: ['sea, calm', 'sea'] }, { tags: ['sea', 'calm'] }],
  [
    'the dates of a publication',
    { status: 'published' },
    { status: 'published', publishedAt: saved.updatedAt, firstPublishedAt: saved.updatedAt },
  ],
  ['a date without its status', { scheduledFor: '2026-12-24T08:00:00.000Z' }, {}],
])('a saved version is from its form: %s', (_name, sentToo, savedToo) => {
  expect(isSavedFrom({ ...sent, ...sentToo }, { ...saved, ...savedToo })).toBe(true)
})

test.each([
  ['title', 'High tide'],
  ['body', { root: { type: 'root', children: [{ type: 'paragraph' }] } }],
  ['status', 'published'],
  ['scheduledFor', '2026-12-24T08:00:00.000Z'],
])('a saved version with another %s is someone else’s: %j', (name, value) => {
  expect(isSavedFrom(sent, { ...saved, [name]: value })).toBe(false)
})

test('another date of publication is someone else’s', () => {
  const published = { ...sent, status: 'published', publishedAt: '2026-11-01T08:00:00.000Z' }
  const changed = { ...published, publishedAt: '2026-11-02T08:00:00.000Z' }
  expect(isSavedFrom(published, changed)).toBe(false)
})
