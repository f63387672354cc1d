import { makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

import { RichText } from '@/components/content/rich-text'
import { getContent } from '@/modules/content/queries/get-content'
import { listMediaUses } from '@/modules/media/queries/media-usage'

type Article = { id: number; slug: string; body: string; fields?: Record<string, string> }
let editor: TestPerson
beforeAll(async () => {
  await getTestPayload()
  editor = await makePerson('editor')
})

const makeFile = async (name: string, mimeType: string): Promise<number> => {
  const isImage = mimeType.startsWith('image/')
  const rows = await rowsOf<{ id: number }>(
    sql`insert into media (base_name, filename, mime_type, widths, width, height, alt)
      values (${name}, ${name}, ${mimeType}, ${isImage ? '[320]' : null}::jsonb, 320, 240, ${name}) returning id`,
  )
  return rows[0]?.id ?? 0
}
let count = 0
const document = (...blocks: object[]) => ({
  root: {
    type: 'root',
    version: 1,
    direction: 'ltr' as const,
    format: '' as const,
    indent: 0,
    children: blocks.map((fields) => ({
      type: 'block',
      version: 2,
      format: '',
      fields: { id: `b${(count += 1)}`, blockName: '', ...fields },
    })),
  },
})
const create = (body: unknown) =>
  call<Article>('POST', '/api/admin/content', {
    as: editor,
    body: { title: `With blocks ${(count += 1)}`, status: 'published', body },
  })
const pageOf = async ({ slug }: Article): Promise<string> => {
  const content = await getContent(await getTestPayload(), slug)
  return renderToStaticMarkup(
    createElement(RichText, {
      document: content?.body,
      pictures: content?.bodyPictures,
      products: content?.bodyProducts,
      audio: content?.bodyAudio,
    }),
  )
}

it('shows products, buttons, galleries, quotes, tables, and audio on the page', async () => {
  const product = await makeProduct({ name: 'Quiet Hoodie' })
  const [one, two, recording] = [
    await makeFile('lake', 'image/webp'),
    await makeFile('fern', 'image/webp'),
    await makeFile('practice', 'audio/mpeg'),
  ]
  const { status, body } = await create(
    document(
      { blockType: 'product', product: product.id },
      { blockType: 'button', label: 'See all', url: '/products' },
      { blockType: 'gallery', images: [{ image: one }, { image: two }] },
      { blockType: 'pullQuote', text: 'Begin again.', source: 'Wren' },
      { blockType: 'table', caption: 'Hours', rows: 'Day | Open\nMonday | 9', hasHeader: true },
      { blockType: 'audio', title: 'Evening', audio: recording },
    ),
  )
  expect(status).toBe(201)
  const html = await pageOf(body)
  expect(html).toMatch(/<aside aria-label="From the shop".*Quiet Hoodie<\/a>.*\$32\.00/s)
  expect(html).toMatch(/<a class="button[^"]*" href="\/products">See all<\/a>/)
  expect(html).toMatch(/aria-label="Photos".*alt="lake".*alt="fern"/s)
  expect(html).toContain('<blockquote>Begin again.</blockquote>')
  expect(html).toMatch(/role="region" aria-label="Hours" tabindex="0".*<th scope="col">Day/is)
  expect(html).toMatch(/<audio controls="" preload="none" aria-label="Evening"/)
  expect(html).toContain('src="/uploads/practice.mp3"')
  const { db } = await getTestPayload()
  for (const id of [one, recording])
    expect(await listMediaUses(db, id)).toMatchObject([{ kind: 'content', id: body.id }])
  // The body returned by the API can be sent back without changing the article.
  await call('PUT', `/api/admin/content/${body.id}`, { as: editor, body: { body: body.body } })
  expect(await pageOf(body)).toBe(html)
})

it('hides a product that is no longer for sale', async () => {
  const product = await makeProduct({ name: 'Gone Tee' })
  const { body } = await create(document({ blockType: 'product', product: product.id }))
  expect(await pageOf(body)).toContain('Gone Tee')
  await rowsOf(sql`update products set is_active = false where id = ${product.id}`)
  expect(await pageOf(body)).toBe('')
})

it.each([
  ['a product that doesn’t exist', { blockType: 'product', product: 999_999 }],
  ['a gallery with one image', { blockType: 'gallery', images: [{ image: 1 }] }],
  [
    'a table with nine columns',
    { blockType: 'table', rows: 'a|b|c|d|e|f|g|h|i', caption: '', hasHeader: false },
  ],
])('rejects %s and saves nothing', async (_, fields) => {
  const before = await rowsOf(sql`select 1 from content`)
  const { status, body } = await create(document(fields))
  expect(Object.values(body.fields ?? {})).toContain('Fix the highlighted fields in the text.')
  expect(status).toBe(400)
  expect(await rowsOf(sql`select 1 from content`)).toHaveLength(before.length)
})

it('never stores a button with an unsafe URL', async () => {
  const { body } = await create(
    document({ blockType: 'button', label: 'Click', url: 'javascript:alert(1)' }),
  )
  expect(await pageOf(body)).not.toContain('javascript')
  const payload = await getTestPayload()
  await expect(
    payload.create({
      collection: 'content',
      data: {
        title: 'Unsafe',
        slug: 'unsafe',
        status: 'draft',
        contentType: 'reflection',
        body: document({ blockType: 'button', label: 'Click', url: 'javascript:alert(1)' }),
      },
    }),
  ).rejects.toThrow()
})
