import { readFile } from 'node:fs/promises'

import { makeCategory, makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { getTestPayload, recordStatements, rowsOf, sql } from '@tests/support/payload'
import type { Payload } from 'payload'

import { POST } from '@/app/(payload)/cms/api/[...slug]/route'
import { runJob } from '@/jobs/tasks'
import { searchProducts } from '@/modules/catalog/queries/search-products'
import { defaultProductSearch } from '@/modules/catalog/rules/product-search'
import { listTopics } from '@/modules/content/queries/content-tags'
import {
  findMovedContent,
  getContent,
  getContentPreview,
} from '@/modules/content/queries/get-content'
import { listContent, listContentOfProduct } from '@/modules/content/queries/list-content'
import { contentHref, unsavedContentKey } from '@/modules/content/rules/content'
import { contentPerPage, defaultContentSearch } from '@/modules/content/rules/content-search'
import { listSitemapUrls } from '@/modules/shop/queries/sitemap-urls'
import type { Content, Media } from '@/payload-types'
import { invalidationChannel } from '@/platform/cache-tags'
import { env } from '@/platform/env'
import { addMissingDurations } from '@/seed/backfill-durations'

let payload: Payload
let editor: TestPerson
beforeAll(async () => {
  payload = await getTestPayload()
  editor = await makePerson('editor')
})

let count = 0
const write = (data: Partial<Content> = {}): Promise<Content> =>
  payload.create({
    collection: 'content',
    data: {
      title: `A article of writing ${(count += 1)}`,
      contentType: 'reflection',
      status: 'published',
      ...data,
    } as Content,
  })
const change = (id: number, data: Partial<Content>): Promise<Content> =>
  payload.update({ collection: 'content', id, data })

describe('article slug', () => {
  it('follows the title until publication, unless someone changed it', async () => {
    const draft = await write({ title: 'Early light', status: 'draft' })
    expect(draft.slug).toBe('early-light')
    expect((await change(draft.id, { title: 'Earlier light' })).slug).toBe('earlier-light')
    expect((await change(draft.id, { slug: 'Dawn!' })).slug).toBe('dawn')
    expect((await change(draft.id, { title: 'Another light' })).slug).toBe('dawn')
  })

  it('stays when a published title changes, and redirects from old slugs when it is changed', async () => {
    const { id } = await write({ title: 'The long way' })
    expect((await change(id, { title: 'The longer way' })).slug).toBe('the-long-way')
    expect((await change(id, { slug: 'the-longer-way' })).formerSlugs).toEqual(['the-long-way'])
    expect((await change(id, { slug: 'home' })).formerSlugs).toEqual([
      'the-long-way',
      'the-longer-way',
    ])
    expect(await findMovedContent(payload, 'the-long-way')).toEqual({
      slug: 'home',
      contentType: 'reflection',
    })
    await change(id, { status: 'draft' })
    expect(await findMovedContent(payload, 'the-long-way')).toBeNull()
  })

  it('redirects from the path of a reflection that becomes another type', async () => {
    const { id } = await write({ title: 'First frost' })
    await change(id, { contentType: 'blog_post' })
    expect(await findMovedContent(payload, 'first-frost')).toEqual({
      slug: 'first-frost',
      contentType: 'blog_post',
    })
    // Also after its slug was another one for a while.
    await change(id, { slug: 'late-frost' })
    await change(id, { slug: 'first-frost' })
    for (const slug of ['first-frost', 'late-frost'])
      expect(await findMovedContent(payload, slug)).toEqual({
        slug: 'first-frost',
        contentType: 'blog_post',
      })
    // What was no reflection has no other path.
    const { id: other } = await write({ title: 'Second frost', contentType: 'blog_post' })
    await change(other, { contentType: 'meditation' })
    expect(await findMovedContent(payload, 'second-frost')).toBeNull()
  })

  it('is never that of the reflection of the day', async () => {
    const { id, slug } = await write({ title: 'Today' })
    expect(slug).toBe('today-2')
    for (const attempt of [change(id, { slug: 'today' }), write({ slug: 'Today' })])
      await expect(attempt).rejects.toThrow('This URL is already in use.')
    // Content from before can be read and saved.
    await payload.db.drizzle.execute(sql`update content set slug = 'today' where id = ${id}`)
    const old = await change(id, { excerpt: 'A day.' })
    expect([old.slug, contentHref(old)]).toEqual(['today', '/blog/today'])
    expect((await change(id, { slug: 'this-day' })).slug).toBe('this-day')
  })

  it('is never one that redirects to another article', async () => {
    const { id } = await write({ title: 'Morning bell' })
    await change(id, { slug: 'evening-bell' })
    expect((await write({ title: 'Morning bell' })).slug).toBe('morning-bell-2')
    await expect(write({ title: 'Noon bell', slug: 'morning-bell' })).rejects.toThrow(
      'This URL redirects to another article.',
    )
    expect(await findMovedContent(payload, 'morning-bell')).toMatchObject({ slug: 'evening-bell' })
    // The article itself can have it back.
    expect((await change(id, { slug: 'morning-bell' })).slug).toBe('morning-bell')
  })
})

it('returns an article with its category, to link to its products', async () => {
  const { id, name, slug } = await makeCategory()
  const { slug: article } = await write({ category: id })
  expect((await getContent(payload, article))?.category).toEqual({ name, slug })
  expect((await getContent(payload, (await write()).slug))?.category).toBeNull()
})

const makeFile = async (name: string, mimeType: string): Promise<number> => {
  const widths = mimeType.startsWith('image/') ? '[320]' : null
  const rows = await rowsOf<{ id: number }>(
    sql`insert into media (base_name, filename, mime_type, widths, alt)
      values (${name}, ${name}, ${mimeType}, ${widths}::jsonb, ${name}) returning id`,
  )
  return rows[0]?.id ?? 0
}

it('reads an article for visitors with its picture, recording, and category in four statements', async () => {
  const { id: category } = await makeCategory()
  const [featuredImage, audio] = [
    await makeFile('harbor', 'image/webp'),
    await makeFile('tide', 'audio/mpeg'),
  ]
  const { slug } = await write({ featuredImage, audio, category, tags: ['sea', 'calm'] })
  const { result, statements } = await recordStatements(() => getContent(payload, slug))
  expect(result).toMatchObject({
    picture: { base: '/uploads/harbor', alt: 'harbor' },
    recording: { src: '/uploads/tide.mp3' },
    category: { name: expect.any(String) as string },
    tags: ['sea', 'calm'],
    publishedAt: expect.stringMatching(/^[\d-]+T[\d:]+Z$/) as string,
  })
  expect(statements).toHaveLength(4)
})

it('previews the unsaved changes of one writer, unless the article was saved since', async () => {
  const { id: category, name, slug } = await makeCategory()
  const [picture, recording] = [
    await makeFile('dunes', 'image/webp'),
    await makeFile('wind', 'audio/mpeg'),
  ]
  const saved = await write({ status: 'draft', title: 'Saved title', tags: ['saved'] })
  const { user } = editor
  const value = {
    ...saved,
    form: 'form-1',
    title: 'Unsaved title',
    tags: ['unsaved'],
    featuredImage: picture,
    audio: recording,
    transcript: 'Wind.',
    category,
  }
  await payload.create({
    collection: 'payload-preferences',
    user,
    data: {
      key: unsavedContentKey(saved.id),
      user: { relationTo: 'users', value: user.id },
      value,
    },
  })
  // The same writer also changes another article.
  const other = await write({ status: 'draft', title: 'Another title' })
  await payload.create({
    collection: 'payload-preferences',
    user,
    data: {
      key: unsavedContentKey(other.id),
      user: { relationTo: 'users', value: user.id },
      value: { ...other, form: 'form-2', title: 'Another unsaved title' },
    },
  })
  const preview = (form: string) => getContentPreview(payload, saved.id, { user, form })
  expect(await preview('form-1')).toMatchObject({
    status: 'draft',
    hasChanges: true,
    article: {
      title: 'Unsaved title',
      seoTitle: 'Unsaved title',
      tags: ['unsaved'],
      picture: { base: '/uploads/dunes' },
      recording: { src: '/uploads/wind.mp3', transcript: 'Wind.' },
      category: { name, slug },
    },
  })
  const lastSaved = {
    hasChanges: false,
    article: { title: 'Saved title', tags: ['saved'], picture: null, recording: null },
  }
  expect(await preview('another-form')).toMatchObject(lastSaved)
  await change(saved.id, { excerpt: 'Saved since.' })
  expect(await preview('form-1')).toMatchObject(lastSaved)
  const { docs: unsaved } = await payload.find({
    collection: 'payload-preferences',
    where: { 'user.value': { equals: user.id }, key: { like: 'unsaved-content' } },
  })
  expect(unsaved.map(({ key }) => key)).toEqual([unsavedContentKey(other.id)])
  await payload.update({
    collection: 'content',
    id: saved.id,
    data: { deletedAt: new Date().toISOString() },
  })
  expect(await preview('form-1')).toBeNull()
})

describe('article dates', () => {
  it('are kept when an article is unpublished and published again', async () => {
    const publishedAt = '2026-02-01T09:00:00.000Z'
    const { id } = await write({ publishedAt })
    expect(await change(id, { status: 'draft' })).toMatchObject({
      publishedAt: null,
      firstPublishedAt: publishedAt,
    })
    expect(await change(id, { status: 'published' })).toMatchObject({
      publishedAt,
      firstPublishedAt: publishedAt,
    })
    expect(await change(id, { title: 'Only the title' })).toMatchObject({ publishedAt })
  })

  it('start now for an article published without a date, and a scheduled one keeps its date', async () => {
    const before = Date.now() - 1000
    expect(Date.parse((await write({})).publishedAt ?? '')).toBeGreaterThan(before)
    const scheduledFor = new Date(Date.now() + 30 * 86_400_000).toISOString()
    expect(
      await write({ status: 'scheduled', scheduledFor, publishedAt: scheduledFor }),
    ).toMatchObject({ scheduledFor, publishedAt: null, firstPublishedAt: null })
  })
})

it('publishes scheduled content when it is due, dated with the scheduled time', async () => {
  const [past, future] = [
    new Date(Date.now() - 60_000).toISOString(),
    new Date(Date.now() + 3_600_000).toISOString(),
  ]
  const [due, waiting] = [
    await write({ status: 'scheduled', scheduledFor: past }),
    await write({ status: 'scheduled', scheduledFor: future }),
  ]
  for (let run = 0; run < 2; run += 1) await runJob(payload, 'publish-scheduled-content', {})
  expect(await payload.findByID({ collection: 'content', id: due.id })).toMatchObject({
    status: 'published',
    publishedAt: past,
    firstPublishedAt: past,
    scheduledFor: null,
  })
  expect(await payload.findByID({ collection: 'content', id: waiting.id })).toMatchObject({
    status: 'scheduled',
    scheduledFor: future,
  })
})

it('recommends reflections below a reflection, even if other content has more tags in common', async () => {
  const tags = ['river', 'morning']
  const [asked, other] = [await write({ tags }), await write({ tags: [] })]
  const essay = await write({ tags, contentType: 'blog_post' })
  const [beside, besideEssay] = [
    await getContent(payload, asked.slug ?? ''),
    await getContent(payload, essay.slug ?? ''),
  ]
  expect(beside?.related.every(({ contentType }) => contentType === 'reflection')).toBe(true)
  expect(beside?.related.map(({ id }) => id)).toContain(other.id)
  expect(besideEssay?.related[0]?.id).toBe(asked.id)
})

it('invalidates cached product pages when the “new” period of a product ends', async () => {
  const heard: string[] = []
  const client = await payload.db.pool.connect()
  client.on('notification', ({ payload: tags }) => heard.push(String(tags)))
  await client.query(`listen ${invalidationChannel}`)
  const { id } = await makeProduct()
  await client.query('select 1')
  heard.length = 0
  const madeHoursAgo = async (hours: number): Promise<string[]> => {
    await payload.db.drizzle.execute(
      sql`update products set created_at = now() - make_interval(hours => ${hours}) where id = ${id}`,
    )
    await runJob(payload, 'refresh-new-badges', {})
    await client.query('select 1')
    return heard.splice(0)
  }
  expect([
    await madeHoursAgo(20 * 24),
    await madeHoursAgo(21 * 24 + 3),
    await madeHoursAgo(23 * 24),
  ]).toEqual([[], ['["products"]'], []])
  client.release(true)
})

describe('content lists', () => {
  it('can be filtered by tag and are paginated with a total', async () => {
    for (let n = 0; n < contentPerPage + 1; n += 1) await write({ tags: ['Stream'] })
    await write({ tags: ['stream'], status: 'draft' })
    const first = await listContent(payload, { ...defaultContentSearch, tag: 'stream' })
    expect([first.articles.length, first.total, first.pages]).toEqual([
      contentPerPage,
      contentPerPage + 1,
      2,
    ])
    expect(
      (await listContent(payload, { ...defaultContentSearch, tag: 'stream', page: 2 })).articles,
    ).toHaveLength(1)
    expect((await listContent(payload, { ...defaultContentSearch, tag: 'strea' })).total).toBe(0)
    expect((await listTopics(payload, 3))[0]).toBe('stream')
  })

  it('of a product contain the published articles related to it', async () => {
    const product = await makeProduct({})
    const article = await write({ relatedProducts: [product.id] })
    await write({ relatedProducts: [product.id], status: 'draft' })
    expect((await listContentOfProduct(payload, product.id, 3)).map(({ id }) => id)).toEqual([
      article.id,
    ])
    expect(await listContentOfProduct(payload, (await makeProduct({})).id, 3)).toEqual([])
  })

  it('in the sitemap contain only public products and articles', async () => {
    const [shown, hidden] = [await makeProduct({}), await makeProduct({ isActive: false })]
    const [article, draft] = [await write({}), await write({ status: 'draft' })]
    const { products, articles } = await listSitemapUrls(payload)
    const ids = products.map(({ id }) => id)
    const slugs = articles.map(({ slug }) => slug)
    expect([
      ids.includes(shown.id),
      ids.includes(hidden.id),
      slugs.includes(article.slug),
      slugs.includes(draft.slug),
    ]).toEqual([true, false, true, false])
  })
})

it('finds products despite two swapped letters in the search', async () => {
  const { id } = await makeProduct({ name: 'Unfurl Hoodie' })
  for (const search of ['hodoie', 'unfulr', 'unfrul hodoie'])
    expect(
      (await searchProducts(payload, { ...defaultProductSearch, search })).products.map(
        (product) => product.id,
      ),
    ).toEqual([id])
  for (const odd of ["''", '!!', '\\', '&|', 'a:*'])
    expect((await searchProducts(payload, { ...defaultProductSearch, search: odd })).total).toBe(0)
})

describe('audio recording', () => {
  const bells = () => readFile('src/seed/content/recordings/a-sitting-with-three-bells.mp3')
  const upload = async (data: Buffer, name: string, type: string) => {
    const form = new FormData()
    form.set('_payload', '{}')
    form.set('file', new File([new Uint8Array(data)], name, { type }))
    const answer = await POST(
      new Request(`${env.SERVER_URL}/cms/api/media`, {
        method: 'POST',
        body: form,
        headers: { 'sec-fetch-site': 'same-origin', cookie: editor.cookie },
      }),
      { params: Promise.resolve({ slug: ['media'] }) },
    )
    return { status: answer.status, doc: ((await answer.json()) as { doc: Media }).doc }
  }

  it('is stored unchanged under a generated name, with its duration, and is shown with its article', async () => {
    const data = await bells()
    const { status, doc } = await upload(data, '../Bells & rain.MP3', 'audio/mpeg')
    expect(status).toBe(201)
    expect(doc).toMatchObject({
      mimeType: 'audio/mpeg',
      baseName: expect.stringMatching(/^bells-rain-[0-9a-f]{12}$/) as string,
      originalName: expect.stringContaining('Bells') as string,
    })
    expect((await readFile(`${env.UPLOADS_DIR}/${doc.baseName}.mp3`)).equals(data)).toBe(true)
    expect(doc.durationSeconds).toBe(186)
    const { slug } = await write({
      contentType: 'meditation',
      audio: doc.id,
      transcript: 'A bell. Rain.',
    })
    expect((await getContent(payload, slug))?.recording).toEqual({
      src: `/uploads/${doc.baseName}.mp3`,
      mimeType: 'audio/mpeg',
      seconds: 186,
      transcript: 'A bell. Rain.',
    })
    await payload.delete({ collection: 'media', id: doc.id })
    await expect(readFile(`${env.UPLOADS_DIR}/${doc.baseName}.mp3`)).rejects.toThrow('ENOENT')
    expect((await getContent(payload, slug))?.recording).toBeNull()
  })

  it('is detected by its content, so an HTML file is rejected', async () => {
    expect(
      (
        await upload(
          Buffer.from('<html><script>alert(1)</script>'.repeat(50)),
          'song.mp3',
          'audio/mpeg',
        )
      ).status,
    ).toBe(415)
  })

  it('without a stored duration gets one, unless its file is missing', async () => {
    const { doc } = await upload(await bells(), 'older.mp3', 'audio/mpeg')
    const lost = await payload.db.create({
      collection: 'media',
      data: {
        originalName: 'lost.mp3',
        baseName: 'lost-000000000000',
        filename: 'lost-000000000000.mp3',
        mimeType: 'audio/mpeg',
        filesize: 1,
      },
    })
    await payload.db.drizzle.execute(
      sql`update media set duration_seconds = null where id = ${doc.id}`,
    )
    await addMissingDurations(payload)
    expect(await payload.findByID({ collection: 'media', id: doc.id })).toMatchObject({
      durationSeconds: 186,
      updatedAt: doc.updatedAt,
    })
    expect(await payload.findByID({ collection: 'media', id: lost.id as number })).toMatchObject({
      durationSeconds: null,
    })
  })

  it('loses its duration when it is replaced with an image', async () => {
    const { doc } = await upload(await bells(), 'song.mp3', 'audio/mpeg')
    const data = await readFile('docs/front-page.jpg')
    const changed = await payload.update({
      collection: 'media',
      id: doc.id,
      data: {},
      file: { name: 'fern.jpg', data, mimetype: 'image/jpeg', size: data.length },
    })
    expect(changed).toMatchObject({ mimeType: 'image/webp', durationSeconds: null })
  })
})
