import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { makeCategory, makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import sharp from 'sharp'

import { POST } from '@/app/(payload)/cms/api/[...slug]/route'
import { cleanUpFiles } from '@/jobs/clean-up-files'
import type { Media } from '@/payload-types'
import { env } from '@/platform/env'

import { rest } from './access-matrix'
import { callPayloadRest } from './payload-rest-request'

/** Staff changes through Payload's REST: no permanent or bulk deletion, and every change is in the audit log. */
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

const nested = (levels: number): unknown => (levels === 0 ? 'x' : [nested(levels - 1)])

let count = 0
const title = (): string => `A slow morning ${(count += 1)}`
const makeContent = async (data: Record<string, unknown> = {}): Promise<number> =>
  (
    await callPayloadRest<{ doc: { id: number } }>('POST', '/content', {
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
    docs: [existing],
  } = await payload.find({ collection: 'pages', where: { slug: { equals: 'about' } }, depth: 0 })
  return (
    existing ??
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
  const response = await POST(
    new Request('http://localhost:3000/cms/api/media', {
      method: 'POST',
      body: form,
      headers: { 'sec-fetch-site': 'same-origin', cookie: editor.cookie },
    }),
    { params: Promise.resolve({ slug: ['media'] }) },
  )
  return ((await response.json()) as { doc: Media }).doc
}

type Entry = { action: string; actor: number | null; details: Record<string, unknown> | null }
const entriesOf = (type: string, id: number | string): Promise<Entry[]> =>
  rowsOf<Entry>(
    sql`select action, actor_id::integer as actor, details from audit_events where subject_type = ${type} and subject_id = ${String(id)} order by id`,
  )
const rowOf = async (table: string, id: number) =>
  (await rowsOf<Record<string, unknown>>(sql.raw(`select * from ${table} where id = ${id}`)))[0]

describe('permanent deletion', () => {
  const recordTypes: [string, string, () => Promise<number>][] = [
    ['content', 'content', makeContent],
    ['media', 'media', async () => (await upload()).id],
    ['products', 'products', async () => (await makeProduct()).id],
    ['categories', 'categories', async () => (await makeCategory()).id],
    ['reviews', 'reviews', makeReview],
    ['pages', 'pages', makePage],
    ['contact-messages', 'contact_messages', makeMessage],
  ]

  it.each(recordTypes)('nobody can delete %s through REST', async (slug, table, make) => {
    const id = await make()
    for (const as of [editor, admin, owner])
      for (const query of ['', '?trash=true', '?where[id][exists]=true'])
        expect([
          query,
          (await callPayloadRest('DELETE', `/${slug}/${id}${query}`, { as })).status,
        ]).toEqual([query, 403])
    expect(await rowOf(table, id)).toBeDefined()
  })

  it.each(recordTypes.slice(0, 3))(
    'nobody can move %s to the trash by setting deletedAt',
    async (slug, table, make) => {
      const id = await make()
      for (const as of [editor, admin, owner])
        expect(
          (
            await callPayloadRest('PATCH', `/${slug}/${id}`, {
              as,
              body: { deletedAt: '2001-01-01T00:00:00.000Z' },
            })
          ).status,
        ).toBe(403)
      expect(await rowOf(table, id)).toMatchObject({ deleted_at: null })
    },
  )

  it('a new record cannot be created in the trash', async () => {
    const { id } = await upload({ deletedAt: '2001-01-01T00:00:00.000Z' })
    expect(await rowOf('media', id)).toMatchObject({ deleted_at: null })
  })
})

describe('bulk changes', () => {
  it.each(Object.keys(rest))('%s cannot be updated or deleted in bulk', async (slug) => {
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
            [403, 404].includes((await callPayloadRest(method, path, { as, body: {} })).status),
          ]).toEqual([method, path, true])
  })

  it('content cannot be unpublished in bulk', async () => {
    const id = await makeContent({ status: 'published' })
    await callPayloadRest('PATCH', '/content?where[id][greater_than]=0', {
      as: editor,
      body: { status: 'draft' },
    })
    await callPayloadRest('PATCH', '/CONTENT?where[id][greater_than]=0', {
      as: editor,
      body: { status: 'draft' },
    })
    expect(await rowOf('content', id)).toMatchObject({ status: 'published' })
  })
})

describe('fields that only the shop writes', () => {
  const pastDate = '1999-01-01T00:00:00.000Z'

  it('on content are ignored in requests', async () => {
    const shopFields = {
      viewCount: 99_999,
      createdAt: pastDate,
      updatedAt: '2999-01-01T00:00:00.000Z',
      firstPublishedAt: pastDate,
      importedAt: pastDate,
      formerSlugs: ['elsewhere'],
      source: 'instagram',
      sourceId: '7',
      sourceUrl: 'https://evil.example',
    }
    const id = await makeContent(shopFields)
    const created = await rowOf('content', id)
    expect(created).toMatchObject({
      view_count: '0',
      first_published_at: null,
      imported_at: null,
      source: null,
      source_id: null,
      source_url: null,
    })
    for (const name of ['created_at', 'updated_at'])
      expect(Math.abs(Date.now() - new Date(String(created?.[name])).getTime())).toBeLessThan(
        60_000,
      )
    // The admin form sends back every field that it has read, so these are ignored instead of rejected.
    const { updatedAt: _, ...changes } = shopFields
    expect(
      (
        await callPayloadRest('PATCH', `/content/${id}`, {
          as: editor,
          body: { ...changes, excerpt: 'Few words.' },
        })
      ).status,
    ).toBe(200)
    expect(await rowOf('content', id)).toEqual({
      ...created,
      excerpt: 'Few words.',
      updated_at: expect.anything() as unknown,
    })
  })

  it('on a media file are ignored in requests', async () => {
    const [media, otherMedia] = [
      await upload({
        baseName: 'mine',
        sourceKey: 'etsy:1',
        originalName: 'x',
        widths: [1],
        color: '#000',
      }),
      await upload(),
    ]
    expect(media).toMatchObject({ originalName: 'fern.jpg', widths: [320] })
    expect(media.baseName).toMatch(/^fern-[0-9a-f]{12}$/)
    const before = await rowOf('media', media.id)
    const changes = {
      baseName: otherMedia.baseName,
      widths: [9999],
      color: '#000000',
      originalName: 'y',
      sourceKey: 'etsy:2',
      filename: otherMedia.filename,
      // Payload’s own type check fails on a number.
      mimeType: 2 ** 53,
      filesize: 1,
      width: 1,
      url: 'https://evil.example/x.png',
      createdAt: pastDate,
      caption: 'By the door',
    }
    expect(
      (await callPayloadRest('PATCH', `/media/${media.id}`, { as: editor, body: changes })).status,
    ).toBe(200)
    expect(await rowOf('media', media.id)).toEqual({
      ...before,
      caption: 'By the door',
      updated_at: expect.anything() as unknown,
      thumbnail_u_r_l: expect.stringContaining(media.baseName ?? '') as unknown,
    })
  })

  it('on a product are ignored in requests', async () => {
    const { id } = await makeProduct()
    const before = await rowOf('products', id)
    const changes = {
      createdAt: pastDate,
      printfulProductId: '1',
      etsyListingId: '2',
      syncedAt: pastDate,
      serviceSaid: { printful: {} },
      wasActive: true,
      basePriceCents: 3300,
    }
    expect(
      (await callPayloadRest('PATCH', `/products/${id}`, { as: admin, body: changes })).status,
    ).toBe(200)
    expect(await rowOf('products', id)).toEqual({
      ...before,
      base_price_cents: '3300',
      effective_price_cents: 3300,
      priced_at: expect.anything() as unknown,
      updated_at: expect.anything() as unknown,
    })
  })

  it('staff can change the status of a review but not what the customer wrote', async () => {
    const id = await makeReview()
    const before = await rowOf('reviews', id)
    expect(
      (
        await callPayloadRest('PATCH', `/reviews/${id}`, {
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

describe('audit log of changes', () => {
  it('has one entry per product change, through any API and regardless of the selected fields', async () => {
    const created = await callPayloadRest<{ doc: { id: number } }>(
      'POST',
      '/products?select[name]=true',
      { as: admin, body: { name: 'Moss Tee', slug: 'moss-tee', basePriceCents: 3000 } },
    )
    const { id } = created.body.doc
    await callPayloadRest('PATCH', `/products/${id}?select[name]=true&depth=2`, {
      as: admin,
      body: { basePriceCents: 100 },
    })
    await call('PUT', `/api/admin/products/${id}`, {
      as: admin,
      body: { basePrice: '31', description: 'Soft.' },
    })
    await call('DELETE', `/api/admin/products/${id}`, { as: admin })
    await callPayloadRest('PATCH', `/products/${id}?trash=true`, {
      as: owner,
      body: { deletedAt: null },
    })
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

  it('has an entry for a product created through the shop’s API, with a fingerprint to identify retries', async () => {
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

  it('has one entry per category change', async () => {
    const {
      body: {
        doc: { id },
      },
    } = await callPayloadRest<{ doc: { id: number } }>('POST', '/categories', {
      as: admin,
      body: { name: 'Quiet things' },
    })
    await callPayloadRest('PATCH', `/categories/${id}`, {
      as: admin,
      body: { description: 'Small.' },
    })
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

  it('has one entry per review change, with the new status', async () => {
    const id = await makeReview()
    await callPayloadRest('PATCH', `/reviews/${id}`, { as: admin, body: { status: 'approved' } })
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

  it('has an entry for a page change', async () => {
    const id = await makePage()
    await callPayloadRest('PATCH', `/pages/${id}`, { as: admin, body: { lead: 'Who we are' } })
    expect((await entriesOf('page', id)).filter(({ actor }) => actor)).toEqual([
      { action: 'page.updated', actor: admin.user.id, details: { fields: ['lead'] } },
    ])
  })

  it('has one entry per change of a media file, including its final deletion', async () => {
    const { id } = await upload()
    await callPayloadRest('PATCH', `/media/${id}`, { as: editor, body: { alt: 'A green fern' } })
    await call('PUT', `/api/admin/media/${id}`, {
      as: admin,
      body: { altText: 'A green fern', caption: 'By the door' },
    })
    await call('DELETE', `/api/admin/media/${id}`, { as: editor })
    await call('POST', `/api/admin/media/${id}/restore`, { as: editor })
    await call('DELETE', `/api/admin/media/${id}`, { as: editor })
    await rowsOf(sql`update media set deleted_at = now() - interval '31 days' where id = ${id}`)
    await cleanUpFiles(await getTestPayload())
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

  it('has one entry per change of a social post', async () => {
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
      {
        action: 'social.created',
        actor: editor.user.id,
        details: { fingerprint: expect.any(String) },
      },
      {
        action: 'social.updated',
        actor: editor.user.id,
        details: { fields: ['postText', 'status', 'scheduledFor'], status: 'draft' },
      },
      { action: 'social.trashed', actor: editor.user.id, details: null },
    ])
  })

  it('has one entry per settings change', async () => {
    const settings = () =>
      rowsOf<Entry>(
        sql`select action, actor_id::integer as actor, details from audit_events where subject_type = 'settings' order by id`,
      )
    await callPayloadRest('POST', '/globals/shop-settings?select[tagline]=true', {
      as: owner,
      body: { taxPercent: 0 },
    })
    await callPayloadRest('POST', '/globals/shop-settings', { as: owner, body: { taxPercent: 0 } })
    await call('PUT', '/api/admin/settings', {
      as: owner,
      body: { shippingPrice: 7, stateTaxRules: [{ stateCode: 'NY', kind: 'none' }] },
    })
    await callPayloadRest('POST', '/globals/shop-settings', { as: admin, body: { taxPercent: 5 } })
    expect(await settings()).toEqual([
      { action: 'settings.changed', actor: owner.user.id, details: { fields: ['taxPercent'] } },
      {
        action: 'settings.changed',
        actor: owner.user.id,
        details: { fields: ['shippingPrice', 'stateTaxRules'] },
      },
    ])
  })

  it('has no entry for a rejected request or one that changes nothing', async () => {
    const { id } = await makeProduct()
    await callPayloadRest('PATCH', `/products/${id}`, { as: editor, body: { basePriceCents: 100 } })
    await callPayloadRest('PATCH', `/products/${id}`, { as: admin, body: { basePriceCents: -100 } })
    await callPayloadRest('PATCH', `/products/${id}`, { as: admin, body: { basePriceCents: 3200 } })
    expect(await entriesOf('product', id)).toEqual([])
  })

  it('rolls a change back if its entry cannot be written', async () => {
    const { id } = await makeProduct()
    await rowsOf(
      sql`alter table audit_events add constraint refuse_everything check (false) not valid`,
    )
    try {
      expect(
        (
          await callPayloadRest('PATCH', `/products/${id}`, {
            as: admin,
            body: { basePriceCents: 100 },
          })
        ).status,
      ).toBe(500)
    } finally {
      await rowsOf(sql`alter table audit_events drop constraint refuse_everything`)
    }
    expect(await rowOf('products', id)).toMatchObject({ base_price_cents: '3200' })
  })
})

describe('audit log of content', () => {
  const save = (id: number, body: Record<string, unknown>, as = editor) =>
    callPayloadRest('PATCH', `/content/${id}?depth=0`, { as, body })
  const logEntries = async (id: number): Promise<string[]> =>
    (await entriesOf('content', id)).map(
      ({ action, actor, details }) =>
        `${action} ${actor === editor.user.id ? 'editor' : 'other'} ${JSON.stringify(details)}`,
    )

  it('has an entry for each change of published content, its deletion, and its restoration', async () => {
    const id = await makeContent()
    await save(id, { status: 'published' })
    await save(id, { title: 'Anew' })
    await save(id, { title: 'Anew again' })
    await call('PUT', `/api/admin/content/${id}`, { as: editor, body: { excerpt: 'Few words.' } })
    await call('DELETE', `/api/admin/content/${id}`, { as: editor })
    await callPayloadRest('PATCH', `/content/${id}?trash=true`, {
      as: editor,
      body: { deletedAt: null },
    })
    expect(await logEntries(id)).toEqual([
      'content.created editor null',
      'content.updated editor {"fields":["status","publishedAt"],"status":"published"}',
      'content.updated editor {"fields":["title"]}',
      'content.updated editor {"fields":["title"]}',
      'content.updated editor {"fields":["excerpt"]}',
      'content.trashed editor null',
      'content.restored editor null',
    ])
  })

  it('has at most one entry per field and user in five minutes for an autosaved draft', async () => {
    const id = await makeContent()
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
    expect(await logEntries(id)).toEqual(once)
    await rowsOf(sql`alter table audit_events disable trigger audit_events_append_only`)
    await rowsOf(
      sql`update audit_events set created_at = created_at - interval '6 minutes' where subject_type = 'content'`,
    )
    await rowsOf(sql`alter table audit_events enable trigger audit_events_append_only`)
    await save(id, { seoTitle: 'Later' })
    expect(await logEntries(id)).toEqual([
      ...once,
      'content.updated editor {"fields":["seoTitle"]}',
    ])
  })
})

describe('cross-site changes', () => {
  it.each(['cross-site', 'same-site'])('are rejected from a %s page', async (site) => {
    const { id } = await makeProduct()
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' }
    const responses = await Promise.all([
      callPayloadRest('POST', '/content', {
        as: owner,
        headers,
        body: { title: title(), contentType: 'reflection', status: 'draft' },
      }),
      callPayloadRest('PATCH', `/products/${id}`, {
        as: owner,
        headers,
        body: { basePriceCents: 100 },
      }),
      callPayloadRest('DELETE', `/products/${id}`, { as: owner, headers }),
      callPayloadRest('POST', '/globals/shop-settings', {
        as: owner,
        headers,
        body: { taxPercent: 1 },
      }),
    ])
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect(await rowOf('products', id)).toMatchObject({ base_price_cents: '3200' })
  })

  it('do not include cross-site links and requests without Sec-Fetch headers, which are accepted', async () => {
    expect(
      (
        await callPayloadRest('GET', '/products', {
          as: owner,
          headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
        })
      ).status,
    ).toBe(200)
    const path = '/cms/api/content'
    const response = await POST(
      new Request(`http://localhost:3000${path}`, {
        method: 'POST',
        headers: { cookie: editor.cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ title: title(), contentType: 'reflection', status: 'draft' }),
      }),
      { params: Promise.resolve({ slug: ['content'] }) },
    )
    expect(response.status).toBe(201)
  })
})

describe('staff reads', () => {
  it('hide a product’s cost from editors', async () => {
    const { id } = await makeProduct({
      variants: [{ size: 'M', color: 'Pine', sku: 'COST-1', available: true, costCents: 1234 }],
    })
    const read = async (as: TestPerson) =>
      (await callPayloadRest('GET', `/products/${id}?depth=0`, { as })).text
    expect(await read(admin)).toContain('1234')
    expect(await read(editor)).not.toContain('1234')
    expect(await read(editor)).not.toContain('costCents')
  })

  it.each(['page=-5', 'page=1.5', 'limit=-1', 'limit=abc', 'depth=-1'])(
    'reject a list with %s without a server error',
    async (query) => {
      expect((await callPayloadRest('GET', `/content?${query}`, { as: editor })).status).toBe(400)
    },
  )
})

it('a cross-site change is rejected even without an Origin header', async () => {
  const response = await POST(
    new Request('http://localhost:3000/cms/api/content', {
      method: 'POST',
      body: JSON.stringify({ title: 'From elsewhere', contentType: 'reflection', status: 'draft' }),
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        cookie: editor.cookie,
      },
    }),
    { params: Promise.resolve({ slug: ['content'] }) },
  )
  expect(response.status).toBe(403)
  expect(await rowsOf(sql`select id from content where title = 'From elsewhere'`)).toEqual([])
})

describe('invalid record requests', () => {
  it.each(['x', '-1', '1.5', '9'.repeat(30), 'a'.repeat(400), '%2e%2e%2fetc', '1%00'])(
    'for the id %s get 404 instead of a server error',
    async (id) => {
      for (const slug of ['orders', 'content', 'contact-messages', 'media'])
        for (const method of ['GET', 'PATCH', 'DELETE'])
          expect([
            slug,
            method,
            (await callPayloadRest(method, `/${slug}/${id}`, { as: admin })).status,
          ]).toEqual([slug, method, 404])
    },
  )

  it.each(['constructor', '__proto__', 'toString/1', 'hasOwnProperty/count'])(
    'for the collection %s get 404 instead of a server error',
    async (path) => {
      expect((await callPayloadRest('GET', `/${path}`, { as: admin })).status).toBe(404)
    },
  )

  it('that delete a preference get 403, whether it exists or not', async () => {
    const path = '/payload-preferences/columns'
    await callPayloadRest('POST', path, { as: admin, body: { value: { width: 1 } } })
    for (const key of [path, '/payload-preferences/nothing'])
      expect((await callPayloadRest('DELETE', key, { as: admin })).status).toBe(403)
    expect((await callPayloadRest('GET', path, { as: admin })).body).toMatchObject({
      value: { width: 1 },
    })
  })

  it('get 404 for another method on a POST-only route', async () => {
    for (const path of ['refresh-token', 'login', 'logout', 'unlock'])
      expect([
        path,
        (await callPayloadRest('GET', `/users/${path}`, { as: admin })).status,
      ]).toEqual([path, 404])
  })

  it.each([
    [
      'a value that its column cannot store',
      '/social-posts?where[id][equals]=-&where[id][equals]=id',
    ],
    ['a list of values that are not numbers', '/content?where[id][in]=x'],
    ['a parameter that is not JSON', '/media?where=constructor'],
    ['a comparison for places', '/products?where[id][near]=1,2'],
    ['a comparison for places in JSON', '/media?where={"id":{"within":1}}'],
    ['text that rich text should contain', '/content?where[body][like]=a'],
    ['text that a date should contain', '/products?where[createdAt][like]=a'],
  ])('for a list with %s get 400 instead of a server error', async (_, path) => {
    expect((await callPayloadRest('GET', path, { as: admin })).status).toBe(400)
  })

  it('with thousands of nesting levels get 400 and change nothing', async () => {
    const raw = `{"body":{"root":${'{"type":"quote","children":['.repeat(5000)}${']}'.repeat(5000)}}}`
    const [content, category] = [await makeContent(), (await makeCategory()).id]
    const before = await rowOf('content', content)
    for (const path of [`/content/${content}`, `/categories/${category}`]) {
      const { status, body } = await callPayloadRest('PATCH', path, { as: owner, raw })
      expect([path, status, body]).toEqual([
        path,
        400,
        { errors: [{ message: 'This is nested too deeply.' }] },
      ])
    }
    expect(await rowOf('content', content)).toEqual(before)
  })

  it('with a form that ends too early get 400 instead of a server error', async () => {
    const { status, body } = await callPayloadRest(
      'PATCH',
      `/categories/${(await makeCategory()).id}`,
      {
        as: owner,
        raw: '{"title":"x"}',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      },
    )
    expect([status, body]).toEqual([400, { errors: [{ message: 'This form is incomplete.' }] }])
  })

  it.each([
    ['content', 'content', makeContent],
    ['pages', 'pages', makePage],
    ['categories', 'categories', async () => (await makeCategory()).id],
  ])('of another content type get 400 and change no %s', async (slug, table, make) => {
    const id = await make()
    const before = await rowOf(table, id)
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'x',
    ]) {
      const { status, body } = await callPayloadRest('PATCH', `/${slug}/${id}`, {
        as: owner,
        raw: '{"title":"x"}',
        headers: { 'content-type': type },
      })
      expect([type, status, body]).toEqual([
        type,
        400,
        { errors: [{ message: 'Send the fields as JSON.' }] },
      ])
    }
    expect(await rowOf(table, id)).toEqual(before)
  })

  it('with values of another shape get 400 and change nothing', async () => {
    const [product, article] = [(await makeProduct()).id, await makeContent()]
    const rows = async () => [await rowOf('products', product), await rowOf('content', article)]
    const before = await rows()
    const bodyWith = (node: unknown) => ({
      body: { root: { type: 'root', children: [{ type: 'paragraph', children: [node] }] } },
    })
    const odd = [
      ...[{ toJSON: 1 }, [true], 'Pine'].map((tags) => [`/products/${product}`, { tags }] as const),
      ...[nested(50), {}, 7].map((one) => [`/content/${article}`, { title: one }] as const),
      ...[nested(50), true].map((slug) => [`/content/${article}`, { slug }] as const),
      ...['', 1e308, null, [], {}, { type: 7 }, { type: 'block' }].map(
        (node) => [`/content/${article}`, bodyWith(node)] as const,
      ),
      [`/content/${article}`, { body: { root: null } }] as const,
    ]
    for (const [path, body] of odd) {
      const answer = await callPayloadRest('PATCH', path, { as: owner, body })
      expect([path, body, answer.status]).toEqual([path, body, 400])
    }
    for (const raw of ['null', '7', '"x"']) {
      const { status } = await callPayloadRest('POST', '/globals/shop-settings', {
        as: owner,
        raw,
        headers: { 'content-type': 'application/json' },
      })
      expect([raw, status]).toEqual([raw, 400])
    }
    expect(await rows()).toEqual(before)
  })

  it('for a file by URL do not fetch it, and Payload’s file route is closed', async () => {
    let connections = 0
    const server = createServer((_, response) => response.end('reached'))
    server.on('connection', () => (connections += 1))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/x.png`
    const made = await callPayloadRest('POST', '/media', {
      as: editor,
      body: { url, filename: 'x.png', mimeType: 'image/png' },
    })
    expect(made.status).toBe(400)
    expect(connections).toBe(0)
    server.close()
    expect((await callPayloadRest('GET', '/media/file/x.png', { as: admin })).status).toBe(404)
  })
})
