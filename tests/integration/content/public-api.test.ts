import { makePerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { refreshViewCounts } from '@/modules/content/actions/count-view'
import type { Content } from '@/payload-types'
import { invalidationChannel } from '@/platform/cache-tags'
import { toLexical } from '@/seed/lexical'

type Article = { id: number; title: string; body: string; viewCount: number }
const day = (n: number): string => new Date(Date.UTC(2026, 0, n)).toISOString()
const makeArticle = async (data: Partial<Content>): Promise<Content> => {
  const payload = await getTestPayload()
  return payload.create({
    collection: 'content',
    data: {
      title: 'An article',
      contentType: 'reflection',
      status: 'published',
      publishedAt: day(1),
      ...data,
    } as Content,
  })
}
const titles = async (query: string): Promise<string[]> =>
  (await call<Article[]>('GET', `/api/content${query}`)).body.map(({ title }) => title)
let dawn: Content
let essay: Content
let draft: Content

beforeAll(async () => {
  dawn = await makeArticle({
    title: 'Dawn',
    excerpt: 'Light comes.',
    tags: ['morning', 'Hope'],
    publishedAt: day(3),
    seoKeywords: 'dawn',
    body: toLexical([
      { h2: 'First <light>' },
      { p: 'One day & the next, [here](https://example.com).' },
    ]),
  })
  essay = await makeArticle({
    title: 'Essay',
    contentType: 'blog_post',
    publishedAt: day(2),
    tags: ['hopeful'],
  })
  draft = await makeArticle({ title: 'Draft', status: 'draft', publishedAt: null })
  await makeArticle({
    title: 'Later',
    status: 'scheduled',
    scheduledFor: day(28),
    publishedAt: null,
  })
})

it('lists published articles, newest first, with all fields and the body as HTML', async () => {
  const { body, headers } = await call<Article[]>('GET', '/api/content')
  expect(body.map(({ title }) => title)).toEqual(['Dawn', 'Essay'])
  expect(body[0]).toEqual({
    id: dawn.id,
    title: 'Dawn',
    slug: 'dawn',
    excerpt: 'Light comes.',
    contentType: 'reflection',
    featuredImage: null,
    audio: null,
    transcript: null,
    categoryId: null,
    tags: ['morning', 'Hope'],
    status: 'published',
    body: '<h2>First &lt;light&gt;</h2><p>One day &amp; the next, <a href="https://example.com" rel="noopener">here</a>.</p>',
    publishedAt: day(3),
    scheduledFor: null,
    seoTitle: null,
    seoDescription: null,
    seoKeywords: 'dawn',
    viewCount: 0,
    createdAt: expect.stringMatching(/Z$/) as string,
  })
  expect([headers.get('x-total-count'), headers.get('link')]).toEqual([
    '2',
    '</api/content?page=1>; rel="first", </api/content?page=1>; rel="last"',
  ])
})

it.each([
  ['?type=reflection', ['Dawn']],
  ['?type=all', ['Dawn', 'Essay']],
  ['?type=meditation', []],
  ['?search=light', ['Dawn']],
  ['?search=hope', ['Dawn', 'Essay']],
  ['?tag=hope', ['Dawn']],
  ['?sort=oldest', ['Essay', 'Dawn']],
  ['?limit=1&page=2', ['Essay']],
  ['?search=Draft', []],
])('%s lists %j', async (query, expected) => expect(await titles(query)).toEqual(expected))

it.each([
  ['type=poem', 'type'],
  ['sort=best', 'sort'],
  ['limit=500', 'limit'],
  ['tag=%00', 'tag'],
  ['status=draft', 'status'],
])('?%s responds 400 and names %s', async (query, field) => {
  const { status, body } = await call<{ fields: object }>('GET', `/api/content?${query}`)
  expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
})

it('returns any published article by slug, and reflections under slug/ as well', async () => {
  expect((await call('GET', '/api/content/essay')).body).toMatchObject({
    id: essay.id,
    contentType: 'blog_post',
  })
  expect((await call('GET', '/api/content/dawn')).body).toEqual(
    (await call('GET', '/api/content/slug/dawn')).body,
  )
  for (const path of [
    '/api/content/slug/essay',
    '/api/content/draft',
    '/api/content/slug/draft',
    '/api/content/later',
    '/api/content/nowhere',
  ])
    expect([path, (await call('GET', path)).status]).toEqual([path, 404])
})

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const open = (id: number, from: string, headers: Record<string, string> = {}) =>
  call<{ viewCount: number }>('PUT', `/api/content/${id}/view`, {
    headers: { 'x-client-address': from, 'user-agent': browser, ...headers },
  })

describe('counting views', () => {
  it('counts fifty simultaneous readers', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => open(dawn.id, `203.0.113.${n}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(Math.max(...answers.map(({ body }) => body.viewCount))).toBe(50)
    expect(await titles('?sort=most-viewed')).toEqual(['Dawn', 'Essay'])
  })

  it('counts a reader once per article in six hours', async () => {
    const many = await Promise.all(Array.from({ length: 10 }, () => open(dawn.id, '198.51.100.7')))
    expect(many.every(({ status }) => status === 200)).toBe(true)
    expect((await open(dawn.id, '198.51.100.7')).body).toEqual({ viewCount: 51 })
    expect((await open(essay.id, '198.51.100.7')).body).toEqual({ viewCount: 1 })
    expect(
      (await open(dawn.id, '198.51.100.7', { 'user-agent': `${browser} other` })).body,
    ).toEqual({ viewCount: 52 })
  })

  it('stores only a keyed hash of each reader', async () => {
    const kept = await rowsOf<{ key: string }>(
      sql`select key from rate_limits where key like 'view:%'`,
    )
    expect(kept.length).toBeGreaterThan(50)
    for (const { key } of kept) expect(key).toMatch(/^view:[\w-]{43}$/)
  })

  it.each([
    ['a search engine', 'Mozilla/5.0 (compatible; Googlebot/2.1)'],
    ['a script', 'curl/8.5'],
    ['an empty user agent', ''],
  ])('does not count %s', async (_, agent) => {
    expect((await open(dawn.id, '192.0.2.1', { 'user-agent': agent })).body).toEqual({
      viewCount: 52,
    })
  })

  it('accepts only an empty object as the body', async () => {
    const send = (raw: string) =>
      call('PUT', `/api/content/${essay.id}/view`, {
        raw,
        headers: { 'user-agent': browser, 'x-client-address': '192.0.2.5' },
      })
    expect((await send('{}')).body).toEqual({ viewCount: 2 })
    expect((await send('{"viewCount":900}')).status).toBe(400)
    expect((await send('[]')).status).toBe(400)
  })

  it('responds 404 for a draft or an unknown id', async () => {
    for (const id of [draft.id, 999_999]) expect((await open(id, '192.0.2.9')).status).toBe(404)
  })

  it('survives saving the article in the admin and cannot be changed there', async () => {
    const payload = await getTestPayload()
    const seen = await payload.findByID({ collection: 'content', id: essay.id })
    await open(essay.id, '192.0.2.77')
    await payload.update({
      collection: 'content',
      id: essay.id,
      data: { ...seen, excerpt: 'Edited', viewCount: 9000 },
    })
    expect((await call<Article>('GET', '/api/content/essay')).body).toMatchObject({
      excerpt: 'Edited',
      viewCount: 3,
    })
  })

  it('invalidates cached lists later, and only if there were new views', async () => {
    const payload = await getTestPayload()
    const heard: string[] = []
    const client = await payload.db.pool.connect()
    client.on('notification', ({ payload: tags }) => heard.push(String(tags)))
    await client.query(`listen ${invalidationChannel}`)
    await refreshViewCounts(payload)
    await client.query('select 1')
    expect(heard).toEqual(['["contents"]'])
    await payload.db.drizzle.execute(sql`update rate_limits set expire = expire - 17 * 60 * 1000`)
    await refreshViewCounts(payload)
    await client.query('select 1')
    expect(heard).toHaveLength(1)
    client.release(true)
  })
})

describe('customer record of a guest', () => {
  it('is created once by simultaneous requests and cannot be used to sign in', async () => {
    const admin = await makePerson('admin')
    const body = { email: ' Guest@Example.com ', firstName: 'Ada', lastName: 'Fern' }
    const made = await Promise.all(
      Array.from({ length: 6 }, () =>
        call<{ id: number; created: boolean }>('POST', '/api/customers', { as: admin, body }),
      ),
    )
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 200))
    expect(made.filter(({ body: { created } }) => created)).toHaveLength(1)
    expect(new Set(made.map(({ body: { id } }) => id)).size).toBe(1)
    expect(made[0]?.body).toMatchObject({
      email: 'guest@example.com',
      firstName: 'Ada',
      lastName: 'Fern',
    })
    const [row] = await rowsOf(
      sql`select role, email, pending_email, has_password, hash, salt from users where id = ${made[0]?.body.id}`,
    )
    expect(row).toEqual({
      role: 'customer',
      email: null,
      pending_email: 'guest@example.com',
      has_password: false,
      hash: null,
      salt: null,
    })
  })

  it('is the existing account that confirmed the address', async () => {
    const [admin, wren] = [await makePerson('admin'), await makePerson('customer')]
    const { body } = await call('POST', '/api/customers', {
      as: admin,
      body: { email: String(wren.user.email).toUpperCase() },
    })
    expect(body).toMatchObject({ id: wren.user.id, created: false })
  })

  it('is not an account that has the address pending', async () => {
    const [admin, claimer] = [await makePerson('admin'), await makePerson('customer')]
    await (
      await getTestPayload()
    ).db.drizzle.execute(
      sql`update users set pending_email = 'claimed@example.com' where id = ${claimer.user.id}`,
    )
    const { body } = await call<{ id: number; created: boolean }>('POST', '/api/customers', {
      as: admin,
      body: { email: 'claimed@example.com' },
    })
    expect(body.created).toBe(true)
    expect(body.id).not.toBe(claimer.user.id)
  })

  it('can be created only by staff who manage orders, with a valid address', async () => {
    const body = { email: 'guest@example.com' }
    expect((await call('POST', '/api/customers', { body })).status).toBe(401)
    expect(
      (await call('POST', '/api/customers', { as: await makePerson('editor'), body })).status,
    ).toBe(403)
    expect(
      (
        await call('POST', '/api/customers', {
          as: await makePerson('admin'),
          body: { email: 'x' },
        })
      ).status,
    ).toBe(400)
  })
})

it('counts at most three views from one address, regardless of the user agent', async () => {
  const counts = []
  for (let browserNumber = 0; browserNumber < 6; browserNumber += 1)
    counts.push(
      (await open(dawn.id, '192.0.2.44', { 'user-agent': `${browser} ${browserNumber}` })).body
        .viewCount,
    )
  const [first = 0] = counts
  expect(counts).toEqual([0, 1, 2, 2, 2, 2].map((more) => first + more))
})
