import { makePerson, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import type { Field, Payload } from 'payload'
import pg from 'pg'

import { getPage } from '@/modules/content/queries/pages'
import { editablePages } from '@/modules/content/rules/editable-pages'
import { richTextToPlainText } from '@/modules/content/rules/rich-text'
import { invalidationChannel } from '@/platform/cache-tags'
import { env } from '@/platform/env'
import { toLexical } from '@/seed/lexical'
import { seedPageRows } from '@/seed/pages'

let payload: Payload
let admin: TestPerson
let editor: TestPerson
beforeAll(async () => {
  payload = await getTestPayload()
  await seedPageRows(payload)
  admin = await makePerson('admin')
  editor = await makePerson('editor')
})

const idOf = async (slug: string): Promise<number> => {
  const {
    docs: [page],
  } = await payload.find({ collection: 'pages', where: { slug: { equals: slug } }, depth: 0 })
  if (!page) throw new Error(`No page ${slug}`)
  return page.id
}

it('adds content to every static page, and seeding again changes nothing', async () => {
  for (const slug of editablePages) {
    const page = await getPage(payload, slug)
    expect({
      slug,
      hasTitle: Boolean(page?.title),
      hasText: richTextToPlainText(page?.body).length > 100,
      isDescribed: Boolean(page?.description),
    }).toEqual({ slug, hasTitle: true, hasText: true, isDescribed: true })
  }
  await payload.update({
    collection: 'pages',
    id: await idOf('terms'),
    data: { title: 'Our terms' },
  })
  await seedPageRows(payload)
  expect((await payload.count({ collection: 'pages' })).totalDocs).toBe(editablePages.length)
  expect((await getPage(payload, 'terms'))?.title).toBe('Our terms')
})

it('shows a page saved in the admin and invalidates it in every web process', async () => {
  const listener = new pg.Client({ connectionString: env.DATABASE_URL })
  await listener.connect()
  const invalidated = new Promise<string[]>((resolve) =>
    listener.on('notification', ({ payload: text }) => {
      const tags = JSON.parse(text ?? '[]') as string[]
      if (tags.includes('page:support')) resolve(tags)
    }),
  )
  await listener.query(`listen ${invalidationChannel}`)
  const answer = await call('PATCH', `/cms/api/pages/${await idOf('support')}`, {
    as: admin,
    body: {
      lead: 'Ask away.',
      body: toLexical([{ p: 'Write to hello@dayfern.example or *call*.' }]),
      questions: [{ question: 'Is it soft?', answer: toLexical([{ p: 'It is.' }]) }],
    },
  })
  expect(answer.status).toBe(200)
  expect(await invalidated).toEqual(['page:support'])
  await listener.end()
  const page = await getPage(payload, 'support')
  expect(richTextToPlainText(page?.lead)).toBe('Ask away.')
  expect(richTextToPlainText(page?.body).replace(/\s+/g, ' ').trim()).toBe(
    'Write to hello@dayfern.example or call .',
  )
  expect(
    page?.questions.map(({ question, answer: given }) => [question, richTextToPlainText(given)]),
  ).toEqual([['Is it soft?', 'It is.']])
})

it('offers no images in the editor of pages, which show none, and leaves out those of earlier texts', async () => {
  const textOf = ({ fields }: { fields: Field[] }) =>
    fields.find((field) => 'name' in field && field.name === 'body')
  const features = 'editor.editorConfig.features.enabledFeatures'
  const upload: unknown = expect.arrayContaining(['upload'])
  expect(textOf(payload.collections.content.config)).toHaveProperty(features, upload)
  expect(textOf(payload.collections.pages.config)).not.toHaveProperty(features, upload)
  const id = await idOf('tribe')
  const { body } = await payload.findByID({ collection: 'pages', id, depth: 0 })
  const image = { type: 'upload', version: 3, relationTo: 'media', value: 1 }
  await rowsOf(
    sql`update pages set body = jsonb_insert(body, '{root,children,0}', ${JSON.stringify(image)}::jsonb) where id = ${id}`,
  )
  expect((await payload.findByID({ collection: 'pages', id, depth: 0 })).body).toEqual(body)
})

it('replaces the placeholder email address in page texts with the one in the settings, as a link', async () => {
  await payload.updateGlobal({ slug: 'shop-settings', data: { contactEmail: 'people@fern.test' } })
  const body = JSON.stringify((await getPage(payload, 'data-deletion'))?.body)
  expect(body).not.toContain('dayfern.example')
  expect(body).toContain('mailto:people@fern.test?subject=Data%20Deletion%20Request')
  expect(body).toContain('{"url":"mailto:people@fern.test"}')
})

it('rejects saving a page that someone else changed in the meantime', async () => {
  const id = await idOf('support')
  const read = async () =>
    (await call<{ updatedAt: string }>('GET', `/cms/api/pages/${id}`, { as: admin })).body.updatedAt
  const save = (seen: string, body: object) =>
    call<{ errors?: { message: string }[] }>('PATCH', `/cms/api/pages/${id}`, {
      as: admin,
      body: { ...body, updatedAt: seen },
    })
  const seen = await read()
  expect((await save(seen, { lead: 'First' })).status).toBe(200)
  const second = await save(seen, { seoDescription: 'Second', lead: 'As it was' })
  expect([second.status, second.body.errors?.[0]?.message]).toEqual([
    409,
    'Someone else changed this, so nothing was saved. Please review it and try again.',
  ])
  expect((await payload.findByID({ collection: 'pages', id })).lead).toBe('First')
  expect((await save(await read(), { lead: 'Third' })).status).toBe(200)
  // Only one of several simultaneous saves succeeds.
  const now = await read()
  const answers = await Promise.all(
    [1, 2, 3, 4].map((number) => save(now, { lead: `At once ${number}` })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  expect(
    (
      await call('PATCH', `/cms/api/pages/${id}`, {
        as: admin,
        body: { lead: 'A program that asks nothing' },
      })
    ).status,
  ).toBe(200)
})

it('lets only admins change a page, and nobody add or delete one', async () => {
  const id = await idOf('about')
  for (const as of [editor, await makePerson('customer'), null])
    expect(
      (await call('PATCH', `/cms/api/pages/${id}`, { as, body: { title: 'Taken over' } })).status,
    ).toBeGreaterThanOrEqual(401)
  expect((await call('DELETE', `/cms/api/pages/${id}`, { as: admin })).status).toBe(403)
  expect(
    (await call('POST', '/cms/api/pages', { as: admin, body: { slug: 'about', title: 'Another' } }))
      .status,
  ).toBe(403)
  await call('PATCH', `/cms/api/pages/${id}`, { as: admin, body: { slug: 'tribe' } })
  expect((await getPage(payload, 'about'))?.title).toBe('After a fire, ferns come back first')
})
