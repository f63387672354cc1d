import { sql as query } from '@payloadcms/db-postgres'
import { makeCategory, makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql, untilLocked } from '@tests/support/payload'
import { call } from '@tests/support/request'

import type { Role } from '@/access/roles'
import { publishScheduledContent } from '@/modules/content/jobs'
import { getContentVersion } from '@/modules/content/queries/get-content'
import { countToDo } from '@/modules/shop/queries/to-do'
import { env } from '@/platform/env'
import { withTransaction } from '@/platform/transaction'

type Article = {
  id: number
  title: string
  slug: string
  body: string
  status: string
  publishedAt: string | null
  scheduledFor: string | null
  tags: string[]
  categoryId: number | null
  updatedAt: string
  deletedAt: string | null
  featuredImage: string | null
  audio: string | null
  viewCount: number
  fields?: Record<string, string>
  code?: string
}
let people: Record<Role, TestPerson>
let editor: TestPerson
beforeAll(async () => {
  await getTestPayload()
  people = {
    customer: await makePerson('customer'),
    editor: await makePerson('editor'),
    admin: await makePerson('admin'),
    super_admin: await makePerson('super_admin'),
  }
  editor = people.editor
})

let count = 0
const create = (body: Record<string, unknown> = {}, as: TestPerson | null = editor) =>
  call<Article>('POST', '/api/admin/content', {
    as,
    body: { title: `A slow morning ${(count += 1)}`, ...body },
  })
const change = (id: number, body: unknown, as: TestPerson | null = editor) =>
  call<Article>('PUT', `/api/admin/content/${id}`, { as, body })
const get = async (id: number): Promise<Article> =>
  (await call<Article>('GET', `/api/admin/content/${id}`, { as: editor })).body
const isPublic = async ({ slug }: Article): Promise<boolean> =>
  (await call('GET', `/api/content/${slug}`)).status === 200

describe('access to content endpoints', () => {
  it.each<[Role, number]>([
    ['customer', 403],
    ['editor', 200],
    ['admin', 200],
    ['super_admin', 200],
  ])('for the role %s is answered with %d', async (role, status) => {
    const {
      body: { id },
    } = await create()
    expect((await call('GET', '/api/admin/content', { as: people[role] })).status).toBe(status)
    expect((await create({}, people[role])).status).toBe(status === 200 ? 201 : status)
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { title: `Another of ${role}` }],
      ['GET', '/versions', undefined],
      ['DELETE', '', undefined],
      ['POST', '/restore', {}],
    ] as const)
      expect([
        method,
        path,
        (await call(method, `/api/admin/content/${id}${path}`, { as: people[role], body })).status,
      ]).toEqual([method, path, status])
    expect(
      (
        await call('POST', '/api/admin/editing', {
          as: people[role],
          body: { collection: 'content', id },
        })
      ).status,
    ).toBe(status)
  })
  it('for a visitor is answered with 401', async () => {
    expect([
      (await create({}, null)).status,
      (await call('GET', '/api/admin/content')).status,
    ]).toEqual([401, 401])
  })
})

describe('an article', () => {
  it('is saved and returned with all fields, and shows up in the shop once published', async () => {
    const { id: category } = await makeCategory()
    const { status, body } = await create({
      title: 'Fern & light',
      contentType: 'blog_post',
      body: '<p>Hello <b>you</b><script>alert(1)</script></p>',
      tags: ' calm, morning ,, calm',
      categoryId: category,
      seoTitle: 'Fern',
      excerpt: 'Short',
    })
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        slug: 'fern-light',
        body: '<p>Hello <strong>you</strong></p>',
        tags: ['calm', 'morning'],
        categoryId: category,
        status: 'draft',
        publishedAt: null,
        seoTitle: 'Fern',
      }),
    ])
    expect(await isPublic(body)).toBe(false)
    const published = (await change(body.id, { status: 'published' })).body
    expect(published.publishedAt).toBeTruthy()
    expect(await isPublic(published)).toBe(true)
    expect((await change(body.id, { categoryId: null, tags: [] })).body).toMatchObject({
      categoryId: null,
      tags: [],
    })
  })

  it('accepts an audio file as its recording but not as its featured image', async () => {
    const {
      body: { id },
    } = await create()
    const save = (data: object) =>
      call('PATCH', `/cms/api/content/${id}`, { as: editor, body: data })
    const [recording] = await rowsOf<{ id: number }>(
      sql`insert into media (mime_type, filename) values ('audio/mpeg', 'bells.mp3') returning id`,
    )
    expect((await save({ featuredImage: recording?.id })).status).toBe(400)
    expect((await save({ audio: recording?.id })).status).toBe(200)
  })

  it('can be created and read through the API with a recording, transcript, and related products', async () => {
    const [recording] = await rowsOf<{ id: number }>(
      sql`insert into media (mime_type, filename, base_name) values ('audio/mpeg', 'rain.mp3', 'rain-1a2b') returning id`,
    )
    const [tee, cap] = [await makeProduct(), await makeProduct()]
    const url = `${env.SERVER_URL}/uploads/rain-1a2b.mp3`
    const meditation = {
      audio: url,
      transcript: 'A bell.\n\nRain.',
      relatedProductIds: [cap.id, tee.id],
    }
    const { status, body: made } = await create({
      contentType: 'meditation',
      status: 'published',
      ...meditation,
      audio: recording?.id,
    })
    expect([status, made]).toEqual([201, expect.objectContaining(meditation)])
    // The values that were read can be sent back.
    expect((await change(made.id, meditation)).body).toMatchObject(meditation)
    const shown = (await call('GET', `/api/content/${made.slug}`)).body
    expect(shown).toMatchObject({ audio: url, transcript: meditation.transcript })
    expect(shown).not.toHaveProperty('relatedProductIds')
    const removed = { audio: null, transcript: null, relatedProductIds: [] }
    expect((await change(made.id, removed)).body).toMatchObject(removed)
  })

  describe('with images in its body', () => {
    const keep = async (name: string, more = '') =>
      (
        await rowsOf<{ id: number }>(sql`
      insert into media (base_name, widths, width, height, filename, mime_type, alt, deleted_at)
      values (${name}, '[320, 640]'::jsonb, 640, 480, ${`${name}.webp`}, ${more === 'recording' ? 'audio/mpeg' : 'image/webp'}, 'A "fern"', ${more === 'gone' ? '2026-01-01' : null}) returning id`)
      )[0]?.id ?? 0
    const shown = (name: string) =>
      `<figure><img src="${env.SERVER_URL}/uploads/${name}-640.webp" alt="A &quot;fern&quot;" width="640" height="480"></figure>`

    it('keeps them when its HTML is read and sent back', async () => {
      const id = await keep('body-fern')
      const { body: made } = await create({
        status: 'published',
        body: {
          root: {
            type: 'root',
            children: [
              { type: 'upload', relationTo: 'media', value: id },
              { type: 'paragraph', children: [{ type: 'text', text: 'Below it' }] },
              { type: 'upload', relationTo: 'media', value: id },
            ],
          },
        },
      })
      expect(made.body).toBe(`${shown('body-fern')}<p>Below it</p>${shown('body-fern')}`)
      const { body: changed } = await change(made.id, { body: `${made.body}<p>More</p>` })
      expect(changed.body).toBe(`${made.body}<p>More</p>`)
      expect((await call<{ body: string }>('GET', `/api/content/${made.slug}`)).body.body).toBe(
        changed.body,
      )
      const [{ kept } = { kept: [] }] = await rowsOf<{ kept: unknown[] }>(
        sql`select jsonb_path_query_array(body, '$.root.children[*] ? (@.type == "upload")') as kept from content where id = ${made.id}`,
      )
      expect(kept).toEqual([
        expect.objectContaining({ relationTo: 'media', value: id }),
        expect.objectContaining({ relationTo: 'media', value: id }),
      ])
      expect(
        (await call<{ usedIn: number }>('GET', `/api/admin/media/${id}`, { as: editor })).body
          .usedIn,
      ).toBe(1)
      expect(
        (
          await call<{ id: number; usedIn: number }[]>('GET', '/api/admin/media?search=body-fern', {
            as: editor,
          })
        ).body,
      ).toEqual([expect.objectContaining({ id, usedIn: 1 })])
    })

    it('shows only images from the media library', async () => {
      await keep('body-gone', 'gone')
      await keep('body-bells', 'recording')
      await keep('body-here')
      const others = [
        '/uploads/body-gone-640.webp',
        '/uploads/body-bells-640.webp',
        '/uploads/nobody-640.webp',
        'https://elsewhere.example/uploads/body-here-640.webp',
        '//elsewhere.example/uploads/body-here-640.webp',
        '/uploads/../body-here-640.webp',
        'media:1',
        'data:image/png;base64,AAAA',
        'http://[',
        '',
      ]
      const { status, body } = await create({
        body: `<p>Words</p>${others.map((src) => `<img src="${src}">`).join('')}<img src="/uploads/body-here-320.avif">`,
      })
      expect([status, body.body]).toEqual([201, `<p>Words</p>${shown('body-here')}`])
      expect(
        (
          await create({
            body: {
              root: {
                type: 'root',
                children: [
                  { type: 'upload', relationTo: 'media', value: 1e15 },
                  { type: 'upload', relationTo: 'media', value: 987_654_321 },
                ],
              },
            },
          })
        ).body.body,
      ).toBe('')
    })
  })

  it('accepts a Lexical document as its body', async () => {
    const { body } = await create({
      body: {
        root: {
          type: 'root',
          children: [
            { type: 'paragraph', children: [{ type: 'text', text: 'By hand', format: 2 }] },
          ],
        },
      },
    })
    expect(body.body).toBe('<p><em>By hand</em></p>')
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['an empty title', { title: ' ' }, 'title'],
    ['an unknown type', { contentType: 'poem' }, 'contentType'],
    ['a schedule without a date', { status: 'scheduled' }, 'scheduledFor'],
    ['an image from another site', { featuredImage: 'https://example.com/x.jpg' }, 'featuredImage'],
    ['a recording from another site', { audio: 'https://example.com/x.mp3' }, 'audio'],
    ['an unknown recording', { audio: 999_999 }, 'audio'],
    ['an unknown product', { relatedProductIds: [999_999] }, 'relatedProductIds'],
    ['an unknown category', { categoryId: 999_999 }, 'categoryId'],
    ['an invalid date', { publishedAt: 'tomorrow' }, 'publishedAt'],
  ])('with %s is rejected and not saved', async (_, wrong, field) => {
    const before = await rowsOf(sql`select id from content`)
    const { status, body } = await create(wrong)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
    expect(await rowsOf(sql`select id from content`)).toHaveLength(before.length)
  })

  it('with another article’s slug is rejected', async () => {
    const {
      body: { slug },
    } = await create()
    const { status, body } = await create({ slug })
    expect([status, body.fields]).toEqual([
      400,
      { slug: 'This URL is already in use. Please choose another one.' },
    ])
  })

  it('gets a numbered slug in the editor if the slug made from its title is taken', async () => {
    const save = (slug: string) =>
      call<{ doc?: Article; errors?: { message: string }[] }>('POST', '/cms/api/content', {
        as: editor,
        body: { title: 'Slow fog', slug, contentType: 'reflection' },
      })
    expect([
      (await save('slow-fog')).body.doc?.slug,
      (await save('slow-fog')).body.doc?.slug,
    ]).toEqual(['slow-fog', 'slow-fog-2'])
    const before = await rowsOf(sql`select id from content`)
    const chosen = await save('slow-fog-2')
    expect([chosen.status, chosen.body.errors?.[0]?.message]).toEqual([
      400,
      'Error creating content: This URL is already in use. Please choose another one.',
    ])
    expect(await rowsOf(sql`select id from content`)).toHaveLength(before.length)
  })

  it('takes no control character in the title of the editor', async () => {
    const {
      body: { id },
    } = await create()
    const save = (title: string) =>
      call('PATCH', `/cms/api/content/${id}`, { as: editor, body: { title } })
    expect((await save('Slow\u0008 rain')).status).toBe(400)
    expect((await save('Slow rain')).status).toBe(200)
  })

  it('reports every invalid field in the editor, without field paths in the message', async () => {
    const { status, body } = await call<{
      errors: { message: string; data: { errors: { path: string; message: string }[] } }[]
    }>('POST', '/cms/api/content', { as: editor, body: { title: ' ', status: 'scheduled' } })
    expect(status).toBe(400)
    expect(body.errors.map(({ message }) => message)).toEqual([
      'Error creating content: Check the highlighted fields.',
    ])
    expect(
      Object.fromEntries(
        (body.errors[0]?.data.errors ?? []).map(({ path, message }) => [path, message]),
      ),
    ).toEqual({
      title: 'Enter a title.',
      slug: 'Enter a URL with letters or numbers.',
      scheduledFor: 'Please choose when it goes live.',
    })
  })

  it('can’t be scheduled for a past day in the editor, which would publish it at once', async () => {
    type Refused = { errors: { data: { errors: { path: string; message: string }[] } }[] }
    const { status, body } = await call<Refused>('POST', '/cms/api/content', {
      as: editor,
      body: { title: 'A slip', status: 'scheduled', scheduledFor: '2020-01-01T10:00:00Z' },
    })
    expect([status, body.errors[0]?.data.errors[0]]).toMatchObject([
      400,
      { path: 'scheduledFor', message: 'Please choose a time in the future.' },
    ])
  })

  it('can’t be published with a later date in the editor, which would publish it at once', async () => {
    type Saved = { doc: { id: number }; errors: { data: { errors: object[] } }[] }
    const publish = (publishedAt: string) =>
      call<Saved>('POST', '/cms/api/content', {
        as: editor,
        body: { title: 'Too early', status: 'published', publishedAt },
      })
    const { status, body } = await publish('2099-01-01T10:00:00Z')
    expect([status, body.errors[0]?.data.errors[0]]).toMatchObject([
      400,
      {
        path: 'publishedAt',
        message: 'A published article is live right away. To publish it later, choose Scheduled.',
      },
    ])
    const { id } = (await publish('2020-01-01T10:00:00Z')).body.doc
    // Programs may, and what they saved can be edited.
    await rowsOf(sql`update content set published_at = '2099-01-01T10:00:00Z' where id = ${id}`)
    const saved = await call('PATCH', `/cms/api/content/${id}`, {
      as: editor,
      body: { title: 'Still early', status: 'published', publishedAt: '2099-01-01T10:00:00Z' },
    })
    expect(saved.status).toBe(200)
  })

  it('can be duplicated as a draft with its own URL, without changing the original', async () => {
    const original = (
      await create({
        status: 'published',
        body: '<p>Warm tea.</p>',
        tags: ['tea'],
        excerpt: 'Tea.',
      })
    ).body
    const { status, body: copy } = await call<Article>(
      'POST',
      `/api/admin/content/${original.id}/duplicate`,
      { as: editor },
    )
    expect(status).toBe(201)
    expect(copy).toMatchObject({
      title: `${original.title} (copy)`,
      slug: `${original.slug}-copy`,
      status: 'draft',
      publishedAt: null,
      viewCount: 0,
      body: original.body,
      tags: ['tea'],
    })
    expect(copy.id).not.toBe(original.id)
    expect(await get(original.id)).toEqual(original)
    const gone = await call<{ code: string }>('POST', '/api/admin/content/999999/duplicate', {
      as: editor,
    })
    expect([gone.status, gone.body.code]).toEqual([404, 'not_found'])
  })

  it('gets the next slug when another article with its title is created at the same time', async () => {
    const saves = await Promise.all(
      [1, 2, 3].map(() =>
        call<Article>('POST', '/api/admin/content', {
          as: editor,
          body: { title: 'Twin fog', contentType: 'reflection' },
        }),
      ),
    )
    expect(saves.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(saves.map(({ body }) => body.slug).sort()).toEqual([
      'twin-fog',
      'twin-fog-2',
      'twin-fog-3',
    ])
  })

  it('without a slug gets one from its title, with a number if it is taken', async () => {
    const save = async (method: 'POST' | 'PATCH', path: string, data: object) =>
      (
        await call<{ doc: Article; errors: unknown }>(method, `/cms/api/content${path}`, {
          as: editor,
          body: data,
        })
      ).body
    const slugs = []
    for (let each = 0; each < 3; each += 1)
      slugs.push(
        (await save('POST', '', { title: 'Early fog', contentType: 'reflection' })).doc.slug,
      )
    expect(slugs).toEqual(['early-fog', 'early-fog-2', 'early-fog-3'])
    const { doc } = await save('POST', '', { title: 'Late fog', contentType: 'reflection' })
    expect((await save('PATCH', `/${doc.id}`, { title: 'Early fog' })).doc.slug).toBe('early-fog-4')
    expect(
      (await save('PATCH', `/${doc.id}`, { title: 'Early fog', excerpt: 'The same' })).doc.slug,
    ).toBe('early-fog-4')
    expect((await save('PATCH', `/${doc.id}`, { title: 'Late fog' })).doc.slug).toBe('late-fog')
  })

  it('cannot be overwritten by someone who has not seen the latest version', async () => {
    const {
      body: { id, updatedAt },
    } = await create()
    const answers = await Promise.all([
      change(id, { excerpt: 'one', version: updatedAt }),
      change(id, { excerpt: 'two', version: updatedAt }, people.admin),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('version_conflict')
  })

  it('that others are saving for too long is refused with a sentence, in the editor and in the API', async () => {
    const {
      body: { id, updatedAt },
    } = await create()
    const payload = await getTestPayload()
    const message =
      'Someone else is saving this right now, so nothing was saved. Please try again in a moment.'
    const waiting = await withTransaction(payload, async (_, tx) => {
      await tx.execute(sql`select from content where id = ${id} for update`)
      const saves = Promise.all([
        call('PATCH', `/cms/api/content/${id}`, { as: editor, body: { excerpt: 'a', updatedAt } }),
        change(id, { excerpt: 'b' }),
      ])
      await untilLocked(2)
      // What PostgreSQL itself does when a statement takes too long.
      await tx.execute(sql`select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      return saves
    })
    expect(waiting.map(({ status, body }) => [status, body])).toEqual([
      [409, { errors: [{ message }] }],
      [409, { error: message, code: 'conflict' }],
    ])
    expect((await change(id, { excerpt: 'c' })).body).toMatchObject({ excerpt: 'c' })
  })
})

describe('trash', () => {
  it('removes an article from the shop and restores it with its status and publication date', async () => {
    const { body: article } = await create({
      status: 'published',
      publishedAt: '2026-01-02T03:04:05.000Z',
    })
    expect(await isPublic(article)).toBe(true)
    for (let twice = 0; twice < 2; twice += 1)
      expect(
        (await call('DELETE', `/api/admin/content/${article.id}`, { as: editor })).body,
      ).toEqual({ message: 'Content deleted' })
    expect(await isPublic(article)).toBe(false)
    expect((await change(article.id, { title: 'x' })).status).toBe(409)
    const listed = async (show: string) =>
      (await call<Article[]>('GET', `/api/admin/content?show=${show}`, { as: editor })).body.some(
        ({ id }) => id === article.id,
      )
    expect([await listed(''), await listed('trash')]).toEqual([false, true])
    const { body } = await call<Article>('POST', `/api/admin/content/${article.id}/restore`, {
      as: editor,
    })
    expect(body).toMatchObject({
      status: 'published',
      publishedAt: '2026-01-02T03:04:05.000Z',
      deletedAt: null,
    })
    expect(await isPublic(article)).toBe(true)
  })

  it('does the same when deletedAt is set directly', async () => {
    const payload = await getTestPayload()
    const { body: article } = await create({
      status: 'published',
      publishedAt: '2026-01-02T03:04:05.000Z',
    })
    await payload.update({
      collection: 'content',
      id: article.id,
      data: { deletedAt: new Date().toISOString() },
    })
    expect(await isPublic(article)).toBe(false)
    await payload.update({
      collection: 'content',
      id: article.id,
      trash: true,
      data: { deletedAt: null },
    })
    expect(await get(article.id)).toMatchObject({
      status: 'published',
      publishedAt: '2026-01-02T03:04:05.000Z',
    })
  })
})

describe('article versions', () => {
  it('can be viewed, and restore the title and body but not the status or slug', async () => {
    const {
      body: { id },
    } = await create({ title: 'First words', status: 'published', body: '<p>old</p>' })
    await change(id, { title: 'Second words', body: '<p>new</p>' })
    const versions = (
      await call<{ id: number; title: string }[]>('GET', `/api/admin/content/${id}/versions`, {
        as: editor,
      })
    ).body
    expect(versions.map(({ title }) => title)).toEqual(['Second words', 'First words'])
    const payload = await getTestPayload()
    const [newest, first] = versions.map((version) => version.id)
    expect(await getContentVersion(payload, id, first ?? 0)).toMatchObject({
      status: 'published',
      article: { title: 'First words', slug: 'first-words' },
    })
    expect(
      JSON.stringify((await getContentVersion(payload, id, first ?? 0))?.article.body),
    ).toContain('old')
    expect((await getContentVersion(payload, id, newest ?? 0))?.article.title).toBe('Second words')
    const { status, body } = await call<Article>(
      'POST',
      `/api/admin/content/${id}/versions/${versions[1]?.id}/restore`,
      { as: editor },
    )
    expect([status, body.title, body.body, body.status, body.slug]).toEqual([
      200,
      'First words',
      '<p>old</p>',
      'published',
      'first-words',
    ])
    const { body: other } = await create()
    expect(await getContentVersion(payload, other.id, first ?? 0)).toBeNull()
    expect(
      (
        await call('POST', `/api/admin/content/${other.id}/versions/${versions[1]?.id}/restore`, {
          as: editor,
        })
      ).status,
    ).toBe(404)
  })

  type Version = { id: number; title: string }
  const versionsOf = async (id: number): Promise<Version[]> =>
    (await call<Version[]>('GET', `/api/admin/content/${id}/versions`, { as: editor })).body
  const titlesOf = async (id: number) => (await versionsOf(id)).map(({ title }) => title)
  /** Autosaves like the form; `replaces` is its autosave before. */
  const autosave = async (id: number, title: string, replaces?: string, as = editor) =>
    (
      await call<{ doc: Article }>(
        'PATCH',
        `/cms/api/content/${id}?depth=0${replaces ? `&replaces=${replaces}` : ''}`,
        { as, body: { title } },
      )
    ).body.doc.updatedAt

  it('are not created for every autosave of a draft', async () => {
    const {
      body: { id, title },
    } = await create()
    let last: string | undefined
    for (const typed of ['a', 'ab', 'abc', 'abcd']) last = await autosave(id, typed, last)
    const titles = await titlesOf(id)
    expect([titles[0], titles.at(-1)]).toEqual(['abcd', title])
    // Three if five minutes ended meanwhile.
    expect(titles.length).toBeLessThanOrEqual(3)
  })

  it('include the text that a restored one replaced', async () => {
    const {
      body: { id },
    } = await create({ title: 'Early draft' })
    await autosave(id, 'Late draft')
    const first = (await versionsOf(id)).find(({ title }) => title === 'Early draft')
    await call('POST', `/api/admin/content/${id}/versions/${first?.id}/restore`, { as: editor })
    await autosave(id, 'Later draft')
    expect(await titlesOf(id)).toEqual(['Later draft', 'Early draft', 'Late draft', 'Early draft'])
  })

  it('include the text of someone else that was overwritten', async () => {
    const {
      body: { id },
    } = await create({ title: 'Begun' })
    await autosave(id, 'By the editor')
    const own = await autosave(id, 'By the admin', undefined, people.admin)
    await autosave(id, 'By the admin, continued', own, people.admin)
    expect(await titlesOf(id)).toEqual(expect.arrayContaining(['By the editor', 'Begun']))
  })
})

describe('scheduled content', () => {
  it('is published once, dated as scheduled, even when two workers run at the same time', async () => {
    const payload = await getTestPayload()
    const articles = await Promise.all(
      [1, 2, 3].map(
        async () =>
          (await create({ status: 'scheduled', scheduledFor: '2099-01-01T00:00:00Z' })).body,
      ),
    )
    await publishScheduledContent(payload)
    expect((await get(articles[0]?.id ?? 0)).status).toBe('scheduled')
    const due = '2026-02-03T04:05:06.000Z'
    await payload.db.drizzle.execute(
      query`update content set scheduled_for = ${due} where status = 'scheduled'`,
    )
    await Promise.all([publishScheduledContent(payload), publishScheduledContent(payload)])
    await publishScheduledContent(payload)
    for (const { id } of articles) {
      expect(await get(id)).toMatchObject({
        status: 'published',
        publishedAt: due,
        scheduledFor: null,
      })
      expect(
        await rowsOf(
          sql`select id from _content_v where parent_id = ${id} and version_status = 'published'`,
        ),
      ).toHaveLength(1)
    }
  })

  it('is published, saved, and duplicated although files and products that it uses are in the trash', async () => {
    const payload = await getTestPayload()
    const keep = async (name: string, mimeType: string) =>
      (
        await rowsOf<{ id: number }>(
          sql`insert into media (base_name, filename, mime_type, widths, width, height) values (${name}, ${name}, ${mimeType}, '[320]', 320, 240) returning id`,
        )
      )[0]?.id ?? 0
    const one = await keep('gone-one', 'image/webp')
    const two = await keep('gone-two', 'image/webp')
    const recording = await keep('gone-bells', 'audio/mpeg')
    const product = await makeProduct()
    const block = (id: string, fields: object) => ({
      type: 'block',
      version: 2,
      format: '',
      fields: { id, blockName: '', ...fields },
    })
    const { status, body: article } = await create({
      status: 'scheduled',
      scheduledFor: '2099-01-01T00:00:00Z',
      featuredImage: one,
      audio: recording,
      body: {
        root: {
          type: 'root',
          children: [
            block('a', { blockType: 'product', product: product.id }),
            block('b', { blockType: 'gallery', images: [{ image: one }, { image: two }] }),
            block('c', { blockType: 'audio', title: 'Bells', audio: recording }),
          ],
        },
      },
    })
    expect(status).toBe(201)
    await rowsOf(
      sql`update media set deleted_at = now() where id in (${one}, ${two}, ${recording})`,
    )
    await rowsOf(sql`update products set deleted_at = now() where id = ${product.id}`)
    await rowsOf(
      sql`update content set scheduled_for = now() - interval '1 minute' where id = ${article.id}`,
    )
    await publishScheduledContent(payload)
    expect((await get(article.id)).status).toBe('published')
    const saved = await call('PATCH', `/cms/api/content/${article.id}`, {
      as: editor,
      body: { featuredImage: one, excerpt: 'Still here' },
    })
    expect(saved.status).toBe(200)
    expect((await change(article.id, { body: article.body })).status).toBe(200)
    const copy = await call('POST', `/api/admin/content/${article.id}/duplicate`, { as: editor })
    expect(copy.status).toBe(201)
    await rowsOf(sql`update media set deleted_at = null where id in (${one}, ${two}, ${recording})`)
    expect(await get(article.id)).toMatchObject({
      featuredImage: expect.stringContaining('gone-one'),
      body: article.body,
    })
  })

  it('keeps files in the trash when what was read is sent back', async () => {
    const keep = async (name: string, mimeType: string) =>
      (
        await rowsOf<{ id: number }>(
          sql`insert into media (base_name, filename, mime_type, widths, width, height) values (${name}, ${name}, ${mimeType}, '[320]', 320, 240) returning id`,
        )
      )[0]?.id ?? 0
    const picture = await keep('resting-fern', 'image/webp')
    const recording = await keep('resting-bells', 'audio/mpeg')
    const { body: article } = await create({
      status: 'published',
      featuredImage: picture,
      audio: recording,
      body: `<p>Before</p><img src="/uploads/resting-fern-320.webp"><p>After</p>`,
    })
    expect(article.body).toContain('resting-fern')
    await rowsOf(sql`update media set deleted_at = now() where id in (${picture}, ${recording})`)
    const { body, featuredImage, audio } = await get(article.id)
    expect((await change(article.id, { body, featuredImage, audio })).status).toBe(200)
    const inShop = await call<string>('GET', `/api/content/${article.slug}`)
    expect(JSON.stringify(inShop.body)).not.toContain('resting')
    await rowsOf(sql`update media set deleted_at = null where id in (${picture}, ${recording})`)
    expect(await get(article.id)).toMatchObject({
      featuredImage: article.featuredImage,
      audio: article.audio,
      body: article.body,
    })
  })

  it('that can’t be published because a file was deleted for good is among the tasks', async () => {
    const payload = await getTestPayload()
    const overdue = async () => (await countToDo(payload)).overdueArticles
    const before = await overdue()
    const [picture] = await rowsOf<{ id: number }>(
      sql`insert into media (base_name, filename, mime_type, widths, width, height) values ('lost-fern', 'lost-fern', 'image/webp', '[320]', 320, 240) returning id`,
    )
    const image = { image: picture?.id }
    const fields = { id: 'a', blockName: '', blockType: 'gallery', images: [image, image] }
    const gallery = { type: 'block', version: 2, format: '', fields }
    const { body: article } = await create({
      status: 'scheduled',
      scheduledFor: '2099-01-01T00:00:00Z',
      body: { root: { type: 'root', children: [gallery] } },
    })
    await rowsOf(sql`delete from media where id = ${picture?.id}`)
    await rowsOf(
      sql`update content set scheduled_for = now() - interval '16 minutes' where id = ${article.id}`,
    )
    await expect(publishScheduledContent(payload)).rejects.toThrow('could not be published')
    expect(await overdue()).toBe(before + 1)
    await call('DELETE', `/api/admin/content/${article.id}`, { as: editor })
    expect(await overdue()).toBe(before)
  })

  describe('in the trash', () => {
    const inTheTrash = async () => {
      const {
        body: { id },
      } = await create({ status: 'scheduled', scheduledFor: '2099-01-01T00:00:00Z' })
      await call('DELETE', `/api/admin/content/${id}`, { as: editor })
      return id
    }
    const restores: [string, (id: number) => Promise<unknown>][] = [
      ['one by one', (id) => call('POST', `/api/admin/content/${id}/restore`, { as: editor })],
      [
        'with others',
        (id) =>
          call('POST', '/api/admin/content/bulk', {
            as: editor,
            body: { ids: [id], action: 'restore' },
          }),
      ],
      [
        'through Payload',
        async (id) =>
          (await getTestPayload()).update({
            collection: 'content',
            id,
            trash: true,
            data: { deletedAt: null },
          }),
      ],
    ]

    it.each(restores)('is scheduled again when restored in time (%s)', async (_how, restore) => {
      const id = await inTheTrash()
      await restore(id)
      expect(await get(id)).toMatchObject({
        status: 'scheduled',
        scheduledFor: '2099-01-01T00:00:00.000Z',
        deletedAt: null,
      })
    })

    it.each(restores)('is a draft when restored after its time (%s)', async (_how, restore) => {
      const id = await inTheTrash()
      await rowsOf(
        sql`update content set scheduled_for = now() - interval '1 minute' where id = ${id}`,
      )
      await publishScheduledContent(await getTestPayload())
      await restore(id)
      await publishScheduledContent(await getTestPayload())
      expect(await get(id)).toMatchObject({
        status: 'draft',
        scheduledFor: null,
        publishedAt: null,
        deletedAt: null,
      })
    })
  })
})

it('shows who else is editing an article, for half a minute after their last activity', async () => {
  const {
    body: { id },
  } = await create()
  const announce = async (who: TestPerson) =>
    (
      await call<{ others: string[] }>('POST', '/api/admin/editing', {
        as: who,
        body: { collection: 'content', id },
      })
    ).body.others
  expect(await announce(editor)).toEqual([])
  expect(await announce(people.admin)).toEqual([`Test ${editor.user.username}`])
  await rowsOf(
    sql`update editing_now set seen_at = now() - interval '31 seconds' where user_id = ${editor.user.id}`,
  )
  expect(await announce(people.admin)).toEqual([])
})
