import { makePerson, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

let editor: TestPerson
let customer: TestPerson
beforeAll(async () => {
  await getTestPayload()
  ;[editor, customer] = await Promise.all([makePerson('editor'), makePerson('customer')])
})

type Article = { id: number; title: string; slug: string; status: string; tags: string[] }
type Bulk = {
  changed: number
  results: { id: number; name: string | null; outcome: string; message: string }[]
  fields?: Record<string, string>
}
let count = 0
const create = async (body: object = {}): Promise<Article> =>
  (
    await call<Article>('POST', '/api/admin/content', {
      as: editor,
      body: { title: `By the river ${(count += 1)}`, ...body },
    })
  ).body
const bulk = (body: object, as: TestPerson | null = editor) =>
  call<Bulk>('POST', '/api/admin/content/bulk', { as, body })
const get = async (id: number) =>
  (
    await call<Article & { scheduledFor: string | null; deletedAt: string | null }>(
      'GET',
      `/api/admin/content/${id}`,
      { as: editor },
    )
  ).body
const isPublic = async ({ slug }: Article): Promise<boolean> =>
  (await call('GET', `/api/content/${slug}`)).status === 200
const auditOf = (id: number) =>
  rowsOf<{ action: string }>(
    sql`select action from audit_events where subject_type = 'content' and subject_id = ${String(id)} order by id`,
  )
const tomorrow = new Date(Date.now() + 86_400_000).toISOString()

it('publishes several articles, reports why others were skipped, and changes nothing when repeated', async () => {
  const [draft, published, trashed] = [
    await create(),
    await create({ status: 'published' }),
    await create(),
  ]
  await call('DELETE', `/api/admin/content/${trashed.id}`, { as: editor })
  const body = { ids: [draft.id, published.id, trashed.id, 999_999], action: 'publish' }
  expect((await bulk(body)).body).toEqual({
    changed: 1,
    results: [
      { id: draft.id, name: draft.title, outcome: 'done', message: 'Published.' },
      {
        id: published.id,
        name: published.title,
        outcome: 'skipped',
        message: 'Already published.',
      },
      {
        id: trashed.id,
        name: trashed.title,
        outcome: 'skipped',
        message: 'This article is in the trash. Please restore it first.',
      },
      { id: 999_999, name: null, outcome: 'skipped', message: 'This article wasn’t found.' },
    ],
  })
  expect([await isPublic(draft), await isPublic(trashed)]).toEqual([true, false])
  expect((await bulk({ ...body, ids: [draft.id] })).body.changed).toBe(0)
})

it('schedules drafts, skips published articles, and rejects times in the past', async () => {
  const [draft, published] = [await create(), await create({ status: 'published' })]
  const body = { ids: [draft.id, published.id], action: 'schedule', scheduledFor: tomorrow }
  expect((await bulk(body)).body).toMatchObject({
    changed: 1,
    results: [
      { outcome: 'done' },
      { message: expect.stringContaining('already published') as string },
    ],
  })
  expect(await get(draft.id)).toMatchObject({ status: 'scheduled', scheduledFor: tomorrow })
  expect((await get(published.id)).status).toBe('published')
  const past = await bulk({ ...body, scheduledFor: '2020-01-01T00:00:00Z' })
  expect([past.status, past.body.fields]).toEqual([
    400,
    { scheduledFor: 'Please choose a time in the future.' },
  ])
  expect(await get(draft.id)).toMatchObject({ scheduledFor: tomorrow })
})

it('adds and removes tags without changing other tags, up to thirty', async () => {
  const many = Array.from({ length: 30 }, (_, index) => `tag ${index}`)
  const [one, full] = [await create({ tags: ['calm'] }), await create({ tags: many })]
  const ids = [one.id, full.id]
  const added = await bulk({ ids, action: 'addTags', tags: 'morning, calm' })
  expect(added.body).toMatchObject({
    changed: 1,
    results: [{ outcome: 'done' }, { message: 'An article can have up to 30 tags.' }],
  })
  expect((await get(one.id)).tags).toEqual(['calm', 'morning'])
  expect((await get(full.id)).tags).toEqual(many)
  expect((await bulk({ ids: [one.id], action: 'addTags', tags: 'Calm' })).body.changed).toBe(0)
  await bulk({ ids, action: 'removeTags', tags: ['Calm'] })
  expect((await get(one.id)).tags).toEqual(['morning'])
  expect((await bulk({ ids, action: 'addTags', tags: ' , ' })).status).toBe(400)
})

it('moves articles to the trash, restores them with their status, and records both', async () => {
  const [draft, published] = [await create(), await create({ status: 'published' })]
  const ids = [draft.id, published.id]
  expect((await bulk({ ids, action: 'trash' })).body.changed).toBe(2)
  expect(await isPublic(published)).toBe(false)
  expect((await bulk({ ids, action: 'trash' })).body.changed).toBe(0)
  expect((await bulk({ ids, action: 'restore' })).body.changed).toBe(2)
  expect([(await get(draft.id)).status, (await get(published.id)).status]).toEqual([
    'draft',
    'published',
  ])
  expect((await auditOf(draft.id)).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['content.trashed', 'content.restored']),
  )
})

it('rejects users without the permission, unknown actions, and more than 100 articles', async () => {
  const { id } = await create()
  const body = { ids: [id], action: 'publish' }
  expect((await bulk(body, null)).status).toBe(401)
  expect((await bulk(body, customer)).status).toBe(403)
  expect((await bulk({ ...body, action: 'erase' })).status).toBe(400)
  expect((await bulk({ ...body, ids: [] })).status).toBe(400)
  const tooMany = Array.from({ length: 101 }, (_, index) => index + 1)
  expect((await bulk({ ...body, ids: tooMany })).status).toBe(400)
  expect((await get(id)).status).toBe('draft')
})
