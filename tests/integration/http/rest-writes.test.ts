import { mkdir } from 'node:fs/promises'

import { makeCategory, makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import sharp from 'sharp'

import { POST } from '@/app/(payload)/cms/api/[...slug]/route'
import { cleanUpMedia } from '@/modules/media/jobs'
import type { Media } from '@/payload-types'
import { env } from '@/platform/env'

import { rest } from './access-matrix'
import { knock } from './payload-rest-request'

/** What staff change through Payload's own REST: nothing goes for good, nothing goes in bulk, and all of it is noted. */
let editor: TestPerson
let admin: TestPerson
let owner: TestPerson
beforeAll(async () => {
  await getTestPayload()
  await mkdir(env.UPLOADS_DIR, { recursive: true })
  editor = await makePerson('editor')
  admin = await makePerson('admin')
  owner = await makePerson('super_admin')
})

let count = 0
const title = (): string => `A slow morning ${(count += 1)}`
const makePiece = async (data: Record<string, unknown> = {}): Promise<number> =>
  (
    await knock<{ doc: { id: number } }>('POST', '/content', {
      as: editor,
      body: { title: title(), contentType: 'reflection', status: 'draft', ...data },
    })
  ).body.doc.id
const makeReview = async (): Promise<number> => {
  const { id } = await makeProduct()
  const [row] = await rowsOf<{ id: number }>(
    sql`insert into reviews (product_id, author, rating, body, status) values (${id}, 'Wren', 5, 'Soft.', 'waiting') returning id`,
  )
  return Number(row?.id)
}
const makeMessage = async (): Promise<number> => {
  const [row] = await rowsOf<{ id: number }>(
    sql`insert into contact_messages (name, email, topic, body, status) values ('Wren', 'wren@example.com', 'Sizes', 'Which?', 'new') returning id`,
  )
  return Number(row?.id)
}
const makePage = async (): Promise<number> => {
  const payload = await getTestPayload()
  const {
    docs: [known],
  } = await payload.find({ collection: 'pages', where: { slug: { equals: 'about' } }, depth: 0 })
  return (
    known ??
    (await payload.create({ collection: 'pages', data: { slug: 'about', title: 'About' } }))
  ).id
}
const upload = async (fields: Record<string, unknown> = {}): Promise<Media> => {
  const form = new FormData()
  form.set('_payload', JSON.stringify({ alt: 'A fern', ...fields }))
  const picture = await sharp({
    create: { width: 40, height: 30, channels: 3, background: '#365' },
  })
    .jpeg()
    .toBuffer()
  form.set('file', new File([new Uint8Array(picture)], 'fern.jpg', { type: 'image/jpeg' }))
  const answer = await POST(
    new Request('http://localhost:3000/cms/api/media', {
      method: 'POST',
      body: form,
      headers: { 'sec-fetch-site': 'same-origin', cookie: editor.cookie },
    }),
    { params: Promise.resolve({ slug: ['media'] }) },
  )
  return ((await answer.json()) as { doc: Media }).doc
}

type Entry = { action: string; actor: number | null; details: Record<string, unknown> | null }
const entriesOf = (type: string, id: number | string): Promise<Entry[]> =>
  rowsOf<Entry>(
    sql`select action, actor_id::integer as actor, details from audit_events where subject_type = ${type} and subject_id = ${String(id)} order by id`,
  )
const rowOf = async (table: string, id: number) =>
  (await rowsOf<Record<string, unknown>>(sql.raw(`select * from ${table} where id = ${id}`)))[0]

describe('for good', () => {
  const things: [string, string, () => Promise<number>][] = [
    ['content', 'content', makePiece],
    ['media', 'media', async () => (await upload()).id],
    ['products', 'products', async () => (await makeProduct()).id],
    ['categories', 'categories', async () => (await makeCategory()).id],
    ['reviews', 'reviews', makeReview],
    ['pages', 'pages', makePage],
    ['contact-messages', 'contact_messages', makeMessage],
  ]

  it.each(things)('nobody deletes %s', async (slug, table, make) => {
    const id = await make()
    for (const as of [editor, admin, owner])
      for (const more of ['', '?trash=true', '?where[id][exists]=true'])
        expect([more, (await knock('DELETE', `/${slug}/${id}${more}`, { as })).status]).toEqual([
          more,
          403,
        ])
    expect(await rowOf(table, id)).toBeDefined()
  })

  it.each(things.slice(0, 3))(
    'nobody sends %s to the trash by a date in a save: our own call does that',
    async (slug, table, make) => {
      const id = await make()
      for (const as of [editor, admin, owner])
        expect(
          (
            await knock('PATCH', `/${slug}/${id}`, {
              as,
              body: { deletedAt: '2001-01-01T00:00:00.000Z' },
            })
          ).status,
        ).toBe(403)
      expect(await rowOf(table, id)).toMatchObject({ deleted_at: null })
    },
  )

  it('what is created is not in the trash already', async () => {
    const { id } = await upload({ deletedAt: '2001-01-01T00:00:00.000Z' })
    expect(await rowOf('media', id)).toMatchObject({ deleted_at: null })
  })
})

describe('several at once', () => {
  it.each(Object.keys(rest))('%s are neither changed nor deleted', async (slug) => {
    for (const as of [editor, admin, owner])
      for (const path of [
        `/${slug}?where[id][exists]=true`,
        `/${slug}?where[id][greater_than]=0&limit=3`,
        `/${slug}/?where[id][exists]=true`,
        `/${slug}`,
        `//${slug}?where[id][exists]=true`,
      ])
        for (const method of ['PATCH', 'DELETE'])
          expect([
            method,
            path,
            [403, 404].includes((await knock(method, path, { as, body: {} })).status),
          ]).toEqual([method, path, true])
  })

  it('no piece is unpublished by it', async () => {
    const id = await makePiece({ status: 'published' })
    await knock('PATCH', '/content?where[id][greater_than]=0', {
      as: editor,
      body: { status: 'draft' },
    })
    await knock('PATCH', '/CONTENT?where[id][greater_than]=0', {
      as: editor,
      body: { status: 'draft' },
    })
    expect(await rowOf('content', id)).toMatchObject({ status: 'published' })
  })
})

describe('what only the shop itself writes', () => {
  const long = '1999-01-01T00:00:00.000Z'

  it('of a piece stays, whoever sends it', async () => {
    const given = {
      viewCount: 99_999,
      createdAt: long,
      updatedAt: '2999-01-01T00:00:00.000Z',
      firstPublishedAt: long,
      importedAt: long,
      formerSlugs: ['elsewhere'],
      source: 'instagram',
      sourceId: '7',
      sourceUrl: 'https://evil.example',
    }
    const id = await makePiece(given)
    const made = await rowOf('content', id)
    expect(made).toMatchObject({
      view_count: '0',
      first_published_at: null,
      imported_at: null,
      source: null,
      source_id: null,
      source_url: null,
    })
    for (const name of ['created_at', 'updated_at'])
      expect(Math.abs(Date.now() - new Date(String(made?.[name])).getTime())).toBeLessThan(60_000)
    // The panel's form sends back all that it has read, so nothing is refused for it.
    const { updatedAt: _, ...more } = given
    expect(
      (
        await knock('PATCH', `/content/${id}`, {
          as: editor,
          body: { ...more, excerpt: 'Few words.' },
        })
      ).status,
    ).toBe(200)
    expect(await rowOf('content', id)).toEqual({
      ...made,
      excerpt: 'Few words.',
      updated_at: expect.anything() as unknown,
    })
  })

  it('of a file stays: where its picture lies is not a matter of opinion', async () => {
    const [mine, theirs] = [
      await upload({
        baseName: 'mine',
        sourceKey: 'etsy:1',
        originalName: 'x',
        widths: [1],
        color: '#000',
      }),
      await upload(),
    ]
    expect(mine).toMatchObject({ originalName: 'fern.jpg', widths: [320] })
    expect(mine.baseName).toMatch(/^fern-[0-9a-f]{12}$/)
    const before = await rowOf('media', mine.id)
    const sent = {
      baseName: theirs.baseName,
      widths: [9999],
      color: '#000000',
      originalName: 'y',
      sourceKey: 'etsy:2',
      createdAt: long,
      caption: 'By the door',
    }
    expect((await knock('PATCH', `/media/${mine.id}`, { as: editor, body: sent })).status).toBe(200)
    expect(await rowOf('media', mine.id)).toEqual({
      ...before,
      caption: 'By the door',
      updated_at: expect.anything() as unknown,
      thumbnail_u_r_l: expect.stringContaining(mine.baseName ?? '') as unknown,
    })
  })

  it('of a product stays', async () => {
    const { id } = await makeProduct()
    const before = await rowOf('products', id)
    const sent = {
      createdAt: long,
      searchTags: 'gold',
      printfulProductId: '1',
      etsyListingId: '2',
      syncedAt: long,
      serviceSaid: { printful: {} },
      wasActive: true,
      basePriceCents: 3300,
    }
    expect((await knock('PATCH', `/products/${id}`, { as: admin, body: sent })).status).toBe(200)
    expect(await rowOf('products', id)).toEqual({
      ...before,
      base_price_cents: '3300',
      effective_price_cents: 3300,
      updated_at: expect.anything() as unknown,
    })
  })

  it('and what a customer wrote in a review is theirs', async () => {
    const id = await makeReview()
    const before = await rowOf('reviews', id)
    expect(
      (
        await knock('PATCH', `/reviews/${id}`, {
          as: admin,
          body: {
            rating: 1,
            body: 'Scratchy.',
            author: 'Somebody',
            title: 'No',
            status: 'approved',
          },
        })
      ).status,
    ).toBe(200)
    expect(await rowOf('reviews', id)).toEqual({
      ...before,
      status: 'approved',
      updated_at: expect.anything() as unknown,
    })
  })
})

describe('the audit log has a change once', () => {
  it('of a product, whichever door it came through, whatever was asked to be answered', async () => {
    const made = await knock<{ doc: { id: number } }>('POST', '/products?select[name]=true', {
      as: admin,
      body: { name: 'Moss Tee', slug: 'moss-tee', basePriceCents: 3000 },
    })
    const { id } = made.body.doc
    await knock('PATCH', `/products/${id}?select[name]=true&depth=2`, {
      as: admin,
      body: { basePriceCents: 100 },
    })
    await call('PUT', `/api/admin/products/${id}`, {
      as: admin,
      body: { basePrice: '31', description: 'Soft.' },
    })
    await call('DELETE', `/api/admin/products/${id}`, { as: admin })
    await knock('PATCH', `/products/${id}?trash=true`, { as: owner, body: { deletedAt: null } })
    expect(await entriesOf('product', id)).toEqual([
      { action: 'product.created', actor: admin.user.id, details: null },
      { action: 'product.updated', actor: admin.user.id, details: { fields: ['basePrice'] } },
      {
        action: 'product.updated',
        actor: admin.user.id,
        details: { fields: ['description', 'basePrice'] },
      },
      { action: 'product.trashed', actor: admin.user.id, details: { together: 1 } },
      { action: 'product.restored', actor: owner.user.id, details: null },
    ])
  })

  it('of a product made by our own call, with what tells a retry from another one', async () => {
    const {
      body: { id },
    } = await call<{ id: number }>('POST', '/api/admin/products', {
      as: admin,
      body: { name: 'Fog Tee', basePrice: '30' },
    })
    expect(await entriesOf('product', id)).toEqual([
      {
        action: 'product.created',
        actor: admin.user.id,
        details: { fingerprint: expect.any(String) as string },
      },
    ])
  })

  it('of a category', async () => {
    const {
      body: {
        doc: { id },
      },
    } = await knock<{ doc: { id: number } }>('POST', '/categories', {
      as: admin,
      body: { name: 'Quiet things' },
    })
    await knock('PATCH', `/categories/${id}`, { as: admin, body: { description: 'Small.' } })
    await call('PUT', `/api/admin/categories/${id}`, {
      as: admin,
      body: { name: 'Calm things', description: 'Small.' },
    })
    await call('DELETE', `/api/admin/categories/${id}`, { as: admin })
    expect(await entriesOf('category', id)).toEqual([
      { action: 'category.created', actor: admin.user.id, details: { name: 'Quiet things' } },
      {
        action: 'category.changed',
        actor: admin.user.id,
        details: { name: 'Quiet things', fields: ['description'] },
      },
      {
        action: 'category.changed',
        actor: admin.user.id,
        details: { name: 'Calm things', fields: ['name'] },
      },
      { action: 'category.deleted', actor: admin.user.id, details: { name: 'Calm things' } },
    ])
  })

  it('of a review, with what it became', async () => {
    const id = await makeReview()
    await knock('PATCH', `/reviews/${id}`, { as: admin, body: { status: 'approved' } })
    await call('PUT', `/api/admin/reviews/${id}`, {
      as: owner,
      body: { status: 'rejected', note: 'Another shop' },
    })
    expect(await entriesOf('review', id)).toEqual([
      {
        action: 'review.updated',
        actor: admin.user.id,
        details: { fields: ['status'], status: 'approved' },
      },
      {
        action: 'review.updated',
        actor: owner.user.id,
        details: { fields: ['status', 'note'], status: 'rejected' },
      },
    ])
  })

  it('of a page', async () => {
    const id = await makePage()
    await knock('PATCH', `/pages/${id}`, { as: admin, body: { lead: 'Who we are' } })
    expect((await entriesOf('page', id)).filter(({ actor }) => actor)).toEqual([
      { action: 'page.updated', actor: admin.user.id, details: { fields: ['lead'] } },
    ])
  })

  it('of a file, until it is swept away', async () => {
    const { id } = await upload()
    await knock('PATCH', `/media/${id}`, { as: editor, body: { alt: 'A green fern' } })
    await call('PUT', `/api/admin/media/${id}`, {
      as: admin,
      body: { altText: 'A green fern', caption: 'By the door' },
    })
    await call('DELETE', `/api/admin/media/${id}`, { as: editor })
    await call('POST', `/api/admin/media/${id}/restore`, { as: editor })
    await call('DELETE', `/api/admin/media/${id}`, { as: editor })
    await rowsOf(sql`update media set deleted_at = now() - interval '31 days' where id = ${id}`)
    await cleanUpMedia(await getTestPayload())
    const by = (actor: number | null, action: string, details: Entry['details'] = null): Entry => ({
      action: `media.${action}`,
      actor,
      details,
    })
    expect(await entriesOf('media', id)).toEqual([
      by(editor.user.id, 'created'),
      by(editor.user.id, 'updated', { fields: ['alt'] }),
      by(admin.user.id, 'updated', { fields: ['caption'] }),
      by(editor.user.id, 'trashed'),
      by(editor.user.id, 'restored'),
      by(editor.user.id, 'trashed'),
      by(null, 'deleted'),
    ])
  })

  it('of a post for other networks, planned in the same words', async () => {
    const later = '2099-05-06T14:30:00.000Z'
    const {
      body: { id },
    } = await call<{ id: number }>('POST', '/api/admin/social/posts', {
      as: editor,
      body: {
        postText: 'Rain again',
        platforms: ['twitter'],
        status: 'scheduled',
        scheduledFor: later,
      },
    })
    await call('PUT', `/api/admin/social/posts/${id}`, {
      as: editor,
      body: { postText: 'Sun again', status: 'draft' },
    })
    await call('DELETE', `/api/admin/social/posts/${id}`, { as: editor })
    expect(await entriesOf('social-post', id)).toEqual([
      { action: 'social.created', actor: editor.user.id, details: null },
      {
        action: 'social.updated',
        actor: editor.user.id,
        details: { fields: ['postText', 'status', 'scheduledFor'], status: 'draft' },
      },
      { action: 'social.trashed', actor: editor.user.id, details: null },
    ])
  })

  it('of the settings', async () => {
    const settings = () =>
      rowsOf<Entry>(
        sql`select action, actor_id::integer as actor, details from audit_events where subject_type = 'settings' order by id`,
      )
    await knock('POST', '/globals/shop-settings?select[tagline]=true', {
      as: owner,
      body: { taxPercent: 0 },
    })
    await knock('POST', '/globals/shop-settings', { as: owner, body: { taxPercent: 0 } })
    await call('PUT', '/api/admin/settings', {
      as: owner,
      body: { shippingPrice: 7, stateTaxRules: [{ stateCode: 'NY', kind: 'none' }] },
    })
    await knock('POST', '/globals/shop-settings', { as: admin, body: { taxPercent: 5 } })
    expect(await settings()).toEqual([
      { action: 'settings.changed', actor: owner.user.id, details: { fields: ['taxPercent'] } },
      {
        action: 'settings.changed',
        actor: owner.user.id,
        details: { fields: ['shippingPrice', 'stateTaxRules'] },
      },
    ])
  })

  it('and nothing of what was refused, or changed nothing', async () => {
    const { id } = await makeProduct()
    await knock('PATCH', `/products/${id}`, { as: editor, body: { basePriceCents: 100 } })
    await knock('PATCH', `/products/${id}`, { as: admin, body: { basePriceCents: -100 } })
    await knock('PATCH', `/products/${id}`, { as: admin, body: { basePriceCents: 3200 } })
    expect(await entriesOf('product', id)).toEqual([])
  })

  it('exactly when it happened: without the entry there is no change', async () => {
    const { id } = await makeProduct()
    await rowsOf(
      sql`alter table audit_events add constraint refuse_everything check (false) not valid`,
    )
    try {
      expect(
        (await knock('PATCH', `/products/${id}`, { as: admin, body: { basePriceCents: 100 } }))
          .status,
      ).toBe(500)
    } finally {
      await rowsOf(sql`alter table audit_events drop constraint refuse_everything`)
    }
    expect(await rowOf('products', id)).toMatchObject({ base_price_cents: '3200' })
  })
})

describe('of a piece', () => {
  const save = (id: number, body: Record<string, unknown>, as = editor) =>
    knock('PATCH', `/content/${id}?depth=0`, { as, body })
  const told = async (id: number): Promise<string[]> =>
    (await entriesOf('content', id)).map(
      ({ action, actor, details }) =>
        `${action} ${actor === editor.user.id ? 'editor' : 'other'} ${JSON.stringify(details)}`,
    )

  it('the log has each change of what is public, and its way to the trash and back', async () => {
    const id = await makePiece()
    await save(id, { status: 'published' })
    await save(id, { title: 'Anew' })
    await save(id, { title: 'Anew again' })
    await call('PUT', `/api/admin/content/${id}`, { as: editor, body: { excerpt: 'Few words.' } })
    await call('DELETE', `/api/admin/content/${id}`, { as: editor })
    await knock('PATCH', `/content/${id}?trash=true`, { as: editor, body: { deletedAt: null } })
    expect(await told(id)).toEqual([
      'content.created editor null',
      'content.updated editor {"fields":["status","publishedAt"],"status":"published"}',
      'content.updated editor {"fields":["title"]}',
      'content.updated editor {"fields":["title"]}',
      'content.updated editor {"fields":["excerpt"]}',
      'content.trashed editor null',
      'content.restored editor null',
    ])
  })

  it('that is a draft and saves itself every few seconds, the log has each field once in five minutes', async () => {
    const id = await makePiece()
    for (const excerpt of ['F', 'Fe', 'Few', 'Few words']) await save(id, { excerpt })
    await save(id, { excerpt: 'Few words.', seoTitle: 'Few' })
    await save(id, { seoTitle: 'Fewer' })
    await save(id, { excerpt: 'Mine' }, admin)
    await save(id, { seoTitle: 'Few again' })
    const once = [
      'content.created editor null',
      'content.updated editor {"fields":["excerpt"]}',
      'content.updated editor {"fields":["excerpt","seoTitle"]}',
      'content.updated other {"fields":["excerpt"]}',
      'content.updated editor {"fields":["seoTitle"]}',
    ]
    expect(await told(id)).toEqual(once)
    await rowsOf(sql`alter table audit_events disable trigger audit_events_append_only`)
    await rowsOf(
      sql`update audit_events set created_at = created_at - interval '6 minutes' where subject_type = 'content'`,
    )
    await rowsOf(sql`alter table audit_events enable trigger audit_events_append_only`)
    await save(id, { seoTitle: 'Later' })
    expect(await told(id)).toEqual([...once, 'content.updated editor {"fields":["seoTitle"]}'])
  })
})

describe('a change that the browser says comes from another site', () => {
  it.each(['cross-site', 'same-site'])('is refused: %s', async (site) => {
    const { id } = await makeProduct()
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' }
    const answers = await Promise.all([
      knock('POST', '/content', {
        as: owner,
        headers,
        body: { title: title(), contentType: 'reflection', status: 'draft' },
      }),
      knock('PATCH', `/products/${id}`, { as: owner, headers, body: { basePriceCents: 100 } }),
      knock('DELETE', `/products/${id}`, { as: owner, headers }),
      knock('POST', '/globals/shop-settings', { as: owner, headers, body: { taxPercent: 1 } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect(await rowOf('products', id)).toMatchObject({ base_price_cents: '3200' })
  })

  it('is no reason to refuse a link that leads there, or a program that says nothing', async () => {
    expect(
      (
        await knock('GET', '/products', {
          as: owner,
          headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
        })
      ).status,
    ).toBe(200)
    const path = '/cms/api/content'
    const answer = await POST(
      new Request(`http://localhost:3000${path}`, {
        method: 'POST',
        headers: { cookie: editor.cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ title: title(), contentType: 'reflection', status: 'draft' }),
      }),
      { params: Promise.resolve({ slug: ['content'] }) },
    )
    expect(answer.status).toBe(201)
  })
})
