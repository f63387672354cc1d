import { makePerson, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { getListPreferences } from '@/modules/accounts/queries/get-list-preferences'
import { type ListName, listNames } from '@/modules/accounts/rules/list-names'

type Preferences = {
  views: { id: string; name: string; query: string }[]
  hidden: string[]
  error?: string
  fields?: Record<string, string>
}
let editor: TestPerson
let admin: TestPerson
let customer: TestPerson
beforeAll(async () => {
  await getTestPayload()
  ;[editor, admin, customer] = await Promise.all([
    makePerson('editor'),
    makePerson('admin'),
    makePerson('customer'),
  ])
})
afterEach(async () => {
  await rowsOf(sql`delete from payload_preferences`)
})

const change = (body: object, as: TestPerson | null = editor) =>
  call<Preferences>('POST', '/api/admin/list-preferences', {
    as,
    body: { list: 'content', ...body },
  })
const save = (name: string, query = 'status=draft&sort=title', as?: TestPerson) =>
  change({ action: 'saveView', name, query }, as)
const stored = async (person: TestPerson, list: ListName = 'content') =>
  (await getListPreferences(await getTestPayload(), person.user.id, list)).preferences

it('a view belongs to one list and can be renamed and deleted only by its owner', async () => {
  const { body } = await save('My drafts')
  const [view] = body.views
  expect(body.views).toEqual([
    { id: expect.any(String) as string, name: 'My drafts', query: 'status=draft&sort=title' },
  ])
  expect((await stored(admin)).views).toEqual([])
  expect((await stored(editor, 'products')).views).toEqual([])
  await change({ action: 'renameView', id: view?.id, name: 'Unfinished' })
  expect((await stored(editor)).views).toMatchObject([{ name: 'Unfinished' }])
  // Other people can't access this view.
  const theirs = await change({ action: 'renameView', id: view?.id, name: 'Mine' }, admin)
  expect(theirs.status).toBe(404)
  await change({ action: 'deleteView', id: view?.id }, admin)
  expect((await stored(editor)).views).toHaveLength(1)
  await change({ action: 'deleteView', id: view?.id })
  expect((await stored(editor)).views).toEqual([])
})

it('rejects duplicate names, views without filters, invalid queries, and a 21st view', async () => {
  await save('Drafts')
  expect((await save('drafts ')).body.fields).toEqual({
    name: 'You already have a view with this name.',
  })
  for (const query of ['', 'javascript:alert(1)', 'a=1#b', 'a=1&b', '//evil.example?x=1'])
    expect([query, (await save('Another', query)).status]).toEqual([query, 400])
  for (let index = 2; index <= 20; index += 1) await save(`View ${index}`)
  expect((await save('One more')).body.fields?.name).toContain('up to 20 views')
  expect((await stored(editor)).views).toHaveLength(20)
})

it('keeps all views that are saved at the same time', async () => {
  const results = await Promise.all([save('One'), save('Two'), save('Three')])
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await stored(editor)).views.map(({ name }) => name).sort()).toEqual([
    'One',
    'Three',
    'Two',
  ])
  const rows = await rowsOf(sql`select 1 from payload_preferences where key = 'list-preferences'`)
  expect(rows).toHaveLength(1)
})

it('stores hidden columns along with the views', async () => {
  await save('Drafts')
  const { body } = await change({ action: 'setColumns', hidden: ['Views', 'Type', 'Views'] })
  expect(body.hidden).toEqual(['Views', 'Type'])
  expect(await stored(editor)).toMatchObject({ views: [{ name: 'Drafts' }], hidden: body.hidden })
})

it.each(listNames)(
  'keeps the views and the columns of %s apart from those of the others',
  async (list) => {
    await change({ list, action: 'saveView', name: 'This year', query: 'from=2026-01-01' })
    await change({ list, action: 'setColumns', hidden: ['Status'] })
    expect(await stored(editor, list)).toMatchObject({
      views: [{ name: 'This year', query: 'from=2026-01-01' }],
      hidden: ['Status'],
    })
    for (const other of listNames.filter((name) => name !== list))
      expect(await stored(editor, other)).toEqual({ views: [], hidden: [] })
  },
)

it('a view of orders with the earlier name of a filter still shows what it did', async () => {
  const view = { list: 'orders', action: 'saveView', name: 'Stuck' }
  await change({ ...view, query: 'status=paid&trouble=on-hold&sort=oldest' }, admin)
  expect((await stored(admin, 'orders')).views).toMatchObject([
    { name: 'Stuck', query: 'status=paid&issue=on-hold&sort=oldest' },
  ])
})

it('is for staff only', async () => {
  const body = { action: 'setColumns', hidden: ['Views'] }
  expect((await change(body, null)).status).toBe(401)
  expect((await change(body, customer)).status).toBe(403)
  expect((await change({ ...body, list: 'pages' })).status).toBe(400)
})

it('treats unreadable preferences as empty', async () => {
  await save('Drafts')
  await rowsOf(sql`update payload_preferences set value = '{"content": {"views": "broken"}}'`)
  expect(await stored(editor)).toEqual({ views: [], hidden: [] })
  await rowsOf(sql`update payload_preferences set value = '"broken"'`)
  expect((await save('Drafts')).status).toBe(200)
})

it('sorts content and media by their columns', async () => {
  for (const title of ['beta', 'Alpha', 'gamma'])
    await call('POST', '/api/admin/content', { as: editor, body: { title, tags: ['sorted'] } })
  const titles = async (sort: string) =>
    (
      await call<{ title: string }[]>('GET', `/api/admin/content?search=sorted&sort=${sort}`, {
        as: editor,
      })
    ).body.map(({ title }) => title)
  expect(await titles('title')).toEqual(['Alpha', 'beta', 'gamma'])
  expect(await titles('title-z')).toEqual(['gamma', 'beta', 'Alpha'])
  expect(await titles('oldest')).toEqual(['beta', 'Alpha', 'gamma'])
  for (const path of ['content?sort=title;drop', 'media?sort=anything'])
    expect((await call('GET', `/api/admin/${path}`, { as: editor })).status).toBe(400)
  for (const sort of ['newest', 'oldest', 'name', 'name-z', 'size-high', 'size-low'])
    expect((await call('GET', `/api/admin/media?sort=${sort}`, { as: editor })).status).toBe(200)
})
