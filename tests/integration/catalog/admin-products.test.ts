import { makeCategory, makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql, withoutTimeLimit } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { roles } from '@/access/roles'
import type { BulkResult } from '@/platform/bulk/bulk-schema'
import { parseCsv } from '@/platform/csv'

type Answered = {
  id: number
  name: string
  slug: string
  basePrice: string | null
  salePrice: string | null
  isActive: boolean
  updatedAt: string
  deletedAt: string | null
  [key: string]: unknown
}
type Refused = { code: string; error: string; fields: Record<string, string> }

let admin: TestPerson
beforeAll(async () => {
  await getTestPayload()
  admin = await makePerson('admin')
})

const list = async (query = '') =>
  call<Answered[]>('GET', `/api/admin/products${query}`, { as: admin })
const names = async (query: string): Promise<string[]> =>
  (await list(query)).body.map(({ name }) => name).sort()
const create = (body: unknown) =>
  call<Answered & Refused>('POST', '/api/admin/products', { as: admin, body })
const change = (id: number, body: unknown, headers = {}) =>
  call<Answered & Refused>('PUT', `/api/admin/products/${id}`, { as: admin, body, headers })
const bulk = (body: unknown) =>
  call<{ changed: number; results: BulkResult[] } & Refused>('POST', '/api/admin/products/bulk', {
    as: admin,
    body,
  })
const inShop = async (id: number): Promise<number> =>
  (await call('GET', `/api/products/${id}`)).status
const makePicture = async (name: string): Promise<number> => {
  const [row] = await rowsOf<{ id: number }>(
    sql`insert into media (base_name, widths, filename, mime_type, alt) values (${name}, '[320, 640]'::jsonb, ${`${name}-640.webp`}, 'image/webp', 'A tee') returning id`,
  )
  return row?.id ?? 0
}

const trashPicture = (id: number) =>
  rowsOf(sql`update media set deleted_at = now() where id = ${id}`)

describe('access to products', () => {
  const calls = [
    ['GET', '/api/admin/products'],
    ['GET', '/api/admin/products/1'],
    ['GET', '/api/admin/products/export'],
    ['POST', '/api/admin/products'],
    ['PUT', '/api/admin/products/1'],
    ['DELETE', '/api/admin/products/1'],
    ['POST', '/api/admin/products/1/duplicate'],
    ['POST', '/api/admin/products/1/restore'],
    ['POST', '/api/admin/products/bulk'],
    ['POST', '/api/admin/products/import'],
  ] as const
  it.each(roles)('is limited to admins: %s', async (role) => {
    const person = await makePerson(role)
    const expected = role === 'admin' || role === 'super_admin'
    for (const [method, path] of calls) {
      const { status } = await call(method, path, {
        as: person,
        ...(method === 'POST' || method === 'PUT' ? { body: {} } : {}),
      })
      expect([method, path, status === 403]).toEqual([method, path, !expected])
    }
  })
  it('rejects visitors and cross-site requests', async () => {
    for (const [method, path] of calls)
      expect((await call(method, path, method === 'GET' ? {} : { body: {} })).status).toBe(401)
    const product = await makeProduct()
    expect(
      (
        await call('DELETE', `/api/admin/products/${product.id}`, {
          as: admin,
          headers: { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' },
        })
      ).status,
    ).toBe(403)
    expect(await inShop(product.id)).toBe(200)
  })
})

describe('duplicating a product', () => {
  const duplicate = (id: number) =>
    call<Answered & Refused>('POST', `/api/admin/products/${id}/duplicate`, { as: admin })

  it('makes an inactive copy with its own slug and SKUs, once for a repeated call', async () => {
    const picture = await makePicture('copied-tee')
    const { body: original } = await create({
      name: 'Copied Tee',
      basePrice: '28',
      tags: ['fern'],
      sizesAvailable: ['S', 'M'],
      colorsAvailable: ['Pine'],
      images: [picture],
      isFeatured: true,
      seoTitle: 'Copied Tee',
      variants: [{ size: 'S', color: 'Pine', priceOverride: '30', cost: '12', available: false }],
    })
    const { status, body: copy } = await duplicate(original.id)
    expect(status).toBe(201)
    expect(copy).toMatchObject({
      name: 'Copied Tee (copy)',
      basePrice: '28.00',
      tags: ['fern'],
      imageIds: [picture],
      isActive: false,
      isFeatured: false,
      seoTitle: null,
      printfulProductId: null,
    })
    expect(copy.id).not.toBe(original.id)
    expect(copy.slug).not.toBe(original.slug)
    expect(copy.slug).toMatch(/^copied-tee-copy/)
    const variantsOf = ({ variants }: Answered) =>
      variants as { sku: string; size: string; priceOverride: string; available: boolean }[]
    expect(
      variantsOf(copy).map(({ size, priceOverride, available }) => [
        size,
        priceOverride,
        available,
      ]),
    ).toEqual([
      ['S', '30.00', false],
      ['M', null, true],
    ])
    const skus = [original, copy].flatMap((one) => variantsOf(one).map(({ sku }) => sku))
    expect(new Set(skus).size).toBe(4)
    expect(skus.every(Boolean)).toBe(true)
    expect(await inShop(copy.id)).toBe(404)
    expect((await duplicate(original.id)).body.id).toBe(copy.id)
    expect(await names('?search=Copied')).toEqual(['Copied Tee', 'Copied Tee (copy)'])
  })

  it('makes a copy that can be saved after an earlier copy was renamed', async () => {
    const { body: original } = await create({
      name: 'Often Copied',
      basePrice: '28',
      sizesAvailable: ['S'],
      colorsAvailable: ['Pine'],
    })
    const { body: first } = await duplicate(original.id)
    expect((await change(first.id, { name: 'Renamed', slug: 'renamed-copy' })).status).toBe(200)
    await change(original.id, { description: 'Soft.' })
    const { body: second } = await duplicate(original.id)
    expect(second.id).not.toBe(first.id)
    for (const { id, variants } of [first, second]) {
      const [{ size, color, sku } = {}] = variants as Record<string, unknown>[]
      const saved = await change(id, { basePrice: '29', variants: [{ size, color, sku }] })
      expect([saved.status, saved.body.fields]).toEqual([200, undefined])
    }
  })

  it('leaves out images that are in the trash', async () => {
    const [kept, trashed] = [await makePicture('kept-cap'), await makePicture('trashed-cap')]
    const { body: original } = await create({
      name: 'Half Cap',
      basePrice: '28',
      colorsAvailable: ['Pine'],
      images: [trashed, kept],
      colorImages: { Pine: [trashed] },
      artwork: trashed,
    })
    await trashPicture(trashed)
    const { status, body } = await duplicate(original.id)
    expect(status).toBe(201)
    expect(body).toMatchObject({ imageIds: [kept], colorImageIds: {}, artworkId: null })
  })

  it('is rejected for a product that is in the trash or does not exist', async () => {
    const product = await makeProduct()
    await bulk({ ids: [product.id], action: 'trash' })
    expect((await duplicate(product.id)).status).toBe(409)
    expect((await duplicate(999_999)).status).toBe(404)
  })
})

describe('a new product', () => {
  it('gets the default sizes and colors and a variant for each combination', async () => {
    const { status, body } = await create({ name: ' Quiet Tee ' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Quiet Tee',
      sizesAvailable: ['XS', 'S', 'M', 'L', 'XL'],
      colorsAvailable: ['Black', 'White', 'Gray'],
      isActive: true,
      isFeatured: false,
      basePrice: null,
      variantCount: 15,
      canBeBought: false,
      updatedBy: expect.stringContaining('Test') as string,
    })
  })
  it('accepts comma-separated lists, cleaned up, and prices as text or numbers', async () => {
    const { body } = await create({
      name: 'Listed',
      tags: ' sober , , hope,hope',
      sizesAvailable: 'S, M',
      colorsAvailable: ['Pine '],
      basePrice: '28',
      salePrice: 19.5,
      canvaDesignUrl: 'https://www.canva.com/design/1',
    })
    expect(body).toMatchObject({
      tags: ['sober', 'hope'],
      sizesAvailable: ['S', 'M'],
      colorsAvailable: ['Pine'],
      basePrice: '28.00',
      salePrice: '19.50',
      canBeBought: true,
    })
    expect(await inShop(body.id)).toBe(200)
  })
  it('has no base price if it is not a number and no sale price if it is empty', async () => {
    expect(
      (await create({ name: 'Unpriced', basePrice: 'soon', salePrice: '' })).body,
    ).toMatchObject({ basePrice: null, salePrice: null })
  })
  it.each([
    ['name', {}],
    ['name', { name: '   ' }],
    ['name', { name: 'x'.repeat(121) }],
    ['salePrice', { name: 'x', salePrice: 'cheap' }],
    [
      'sizeGuide.1.chest',
      {
        name: 'x',
        sizeGuide: [
          { size: 'L', chest: '42–44″', length: '29″' },
          { size: 'XL', chest: '46–48″', length: '30″' },
        ],
      },
    ],
    ['basePrice', { name: 'x', basePrice: -1 }],
    ['basePrice', { name: 'x', basePrice: '10.005' }],
    ['basePrice', { name: 'x', basePrice: '10000.01' }],
    ['salePrice', { name: 'x', basePrice: 10, salePrice: 10 }],
    ['salePrice', { name: 'x', basePrice: 10, salePrice: '0' }],
    [
      'variants.0.priceOverride',
      {
        name: 'x',
        sizesAvailable: ['S'],
        colorsAvailable: ['Pine'],
        variants: [{ size: 'S', color: 'Pine', priceOverride: '0.00' }],
      },
    ],
    ['categoryId', { name: 'x', categoryId: 99_999 }],
    ['categoryId', { name: 'x', categoryId: '1' }],
    ['canvaDesignUrl', { name: 'x', canvaDesignUrl: 'javascript:alert(1)' }],
    ['images.0', { name: 'x', images: [99_999] }],
    ['images.0', { name: 'x', images: ['https://elsewhere.example/a.png'] }],
    ['colorImages.Black.0', { name: 'x', colorImages: { Black: [99_999] } }],
    ['slug', { name: 'x', slug: 'Not A Slug' }],
    [
      'variants.0',
      {
        name: 'x',
        sizesAvailable: ['S'],
        colorsAvailable: ['Pine'],
        variants: [{ size: 'XXL', color: 'Pine' }],
      },
    ],
    ['tags', { name: 'x', tags: Array.from({ length: 31 }, (_, n) => `tag ${n}`) }],
    ['description', { name: 'x', description: 'a\u0000b' }],
    ['isActive', { name: 'x', isActive: 'true' }],
    ['price', { name: 'x', price: 1 }],
    ['deletedAt', { name: 'x', deletedAt: null }],
  ])('is rejected with an error for %s', async (field, body) => {
    const before = await rowsOf(sql`select count(*) from products`)
    const answer = await create(body)
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]])
    expect(await rowsOf(sql`select count(*) from products`)).toEqual(before)
  })
  it('is rejected if it is larger than 256 kB', async () => {
    expect((await create({ name: 'x', description: 'x'.repeat(300_000) })).status).toBe(413)
  })
})

describe('changing a product', () => {
  it('keeps fields that are not sent', async () => {
    const product = await makeProduct({ description: 'Soft.', tags: ['sober'] })
    const { body } = await change(product.id, { basePrice: '40.00' })
    expect(body).toMatchObject({
      basePrice: '40.00',
      description: 'Soft.',
      tags: ['sober'],
      sizesAvailable: ['S', 'M'],
      variantCount: 4,
    })
    expect((await call<Answered>('GET', `/api/products/${product.id}`)).body.basePrice).toBe(
      '40.00',
    )
  })
  it('rejects a sale price that isn’t below the base price', async () => {
    const product = await makeProduct()
    expect((await change(product.id, { salePrice: 32 })).body.fields).toHaveProperty('salePrice')
    expect((await change(product.id, { salePrice: 31.99 })).status).toBe(200)
    expect((await change(product.id, { basePrice: 30 })).body.fields).toHaveProperty('salePrice')
  })
  it('keeps Printful’s variant data and rejects duplicate SKUs', async () => {
    const product = await makeProduct()
    await rowsOf(
      sql`update products_variants set printful_variant_id = 'pf-1', available = false, unavailable_reason = 'discontinued' where _parent_id = ${product.id} and size = 'S' and color = 'Pine'`,
    )
    const { body } = await change(product.id, {
      sizesAvailable: ['S', 'L'],
      variants: [{ size: 'S', color: 'Pine', priceOverride: '35.50', cost: 12.25, sku: 'PINE-S' }],
    })
    const variants = body.variants as { size: string; color: string; sku: string }[]
    expect(variants.find(({ size, color }) => size === 'S' && color === 'Pine')).toMatchObject({
      sku: 'PINE-S',
      price: '35.50',
      priceOverride: '35.50',
      cost: '12.25',
      printfulVariantId: 'pf-1',
      available: false,
      unavailableReason: 'discontinued',
    })
    expect(variants.map(({ size, color }) => `${color} ${size}`)).toEqual([
      'Pine S',
      'Pine L',
      'Bone S',
      'Bone L',
    ])
    expect(variants.every(({ sku }) => sku)).toBe(true)
    const other = await makeProduct()
    expect(
      (await change(other.id, { variants: [{ size: 'S', color: 'Pine', sku: 'PINE-S' }] })).body
        .fields,
    ).toHaveProperty(['variants.0.sku'])
  })
  it('accepts the SKUs that the shop made of long names, back from its form', async () => {
    const { status, body } = await create({
      name: 'Recovery tee '.repeat(9),
      colorsAvailable: ['Heather Midnight Navy Pine'],
      sizesAvailable: ['Extra Extra Large'],
    })
    expect(status).toBe(201)
    const [{ size, color, sku } = {}] = body.variants as Record<string, string>[]
    expect(sku?.length).toBeGreaterThan(127)
    const saved = await change(body.id, { variants: [{ size, color, sku }] })
    expect([saved.status, saved.body.variants]).toEqual([200, body.variants])
  })

  it('accepts images by ID or URL', async () => {
    const [front, back] = [await makePicture('front-0a1b'), await makePicture('back-0a1b')]
    const product = await makeProduct()
    const { body } = await change(product.id, {
      images: [back, front],
      colorImages: { Pine: [front], Bone: [] },
    })
    expect(body).toMatchObject({ imageIds: [back, front], colorImageIds: { Pine: [front] } })
    const again = await change(product.id, {
      images: body.images,
      colorImages: body.colorImages,
      artwork: front,
    })
    expect(again.body).toMatchObject({
      imageIds: [back, front],
      colorImageIds: { Pine: [front] },
      artworkId: front,
    })
  })
  it('keeps images of the product that are in the trash, and accepts no others from there', async () => {
    const [own, other] = [await makePicture('own-0a1b'), await makePicture('other-0a1b')]
    const { id } = await makeProduct()
    const images = { images: [own], colorImages: { Pine: [own] }, artwork: own }
    const { body } = await change(id, images)
    await trashPicture(own)
    await trashPicture(other)
    const saved = { imageIds: [own], colorImageIds: { Pine: [own] }, artworkId: own }
    for (const sent of [images, { images: body.images, colorImages: body.colorImages }]) {
      const { status, body: answer } = await change(id, { basePrice: '31', ...sent })
      expect([status, answer]).toEqual([
        200,
        expect.objectContaining({ basePrice: '31.00', ...saved }),
      ])
    }
    expect((await change(id, { images: [own, other] })).body.fields).toHaveProperty(['images.1'])
  })
  it('rejects an outdated version in the body or the If-Match header', async () => {
    const product = await makeProduct()
    const { body: read } = await call<Answered>('GET', `/api/admin/products/${product.id}`, {
      as: admin,
    })
    expect((await change(product.id, { name: 'First', version: read.updatedAt })).status).toBe(200)
    const late = await change(product.id, { name: 'Second', version: read.updatedAt })
    expect([late.status, late.body.code]).toEqual([409, 'version_conflict'])
    expect(
      (await change(product.id, { name: 'Second' }, { 'if-match': `"${read.updatedAt}"` })).status,
    ).toBe(409)
    expect(
      (await call<Answered>('GET', `/api/admin/products/${product.id}`, { as: admin })).body.name,
    ).toBe('First')
  })
  it('lets only one of two concurrent changes succeed', async () => {
    const product = await makeProduct()
    const { body: read } = await call<Answered>('GET', `/api/admin/products/${product.id}`, {
      as: admin,
    })
    const answers = await Promise.all([
      change(product.id, { name: 'One', version: read.updatedAt }),
      change(product.id, { name: 'Other', version: read.updatedAt }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
  it('returns 404 for a missing product', async () => {
    expect((await change(999_999, { name: 'x' })).status).toBe(404)
  })
})

it('creates one product for repeated requests, but another one for different data or another person', async () => {
  const body = {
    name: 'Lost Answer Tee',
    basePrice: '30',
    colorsAvailable: ['Pine'],
    sizesAvailable: ['S'],
  }
  const create = (as: TestPerson, more: object = {}) =>
    call<{ id: number }>('POST', '/api/admin/products', { as, body: { ...body, ...more } })
  const answers = await Promise.all([create(admin), create(admin), create(admin)])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1)
  const [first] = answers
  expect((await create(admin, { basePrice: '31' })).body.id).not.toBe(first?.body.id)
  expect((await create(await makePerson('admin'))).body.id).not.toBe(first?.body.id)
  await call('DELETE', `/api/admin/products/${first?.body.id}`, { as: admin })
  expect((await create(admin)).body.id).not.toBe(first?.body.id)
})

describe('the trash', () => {
  it('removes a product from the shop, counts its open orders, and can restore it', async () => {
    const product = await makeProduct()
    await makeOrder({
      status: 'paid',
      items: [
        {
          product: product.id,
          name: 'Fern Tee',
          size: 'M',
          color: 'Pine',
          sku: 'X',
          unitPriceCents: 3200,
          quantity: 1,
        },
      ],
    } as never)
    const gone = await call('DELETE', `/api/admin/products/${product.id}`, { as: admin })
    expect([gone.status, gone.body.openOrders, gone.body.unpaidOrders]).toEqual([200, 1, 0])
    expect(await inShop(product.id)).toBe(404)
    expect(
      (await call<{ id: number }[]>('GET', '/api/products?limit=100')).body.map(({ id }) => id),
    ).not.toContain(product.id)
    expect((await list('?limit=100')).body.map(({ id }) => id)).not.toContain(product.id)
    expect((await list('?status=trash')).body.map(({ id }) => id)).toContain(product.id)
    expect((await change(product.id, { isActive: true })).status).toBe(409)
    const back = await call<Answered>('POST', `/api/admin/products/${product.id}/restore`, {
      as: admin,
    })
    expect(back.body).toMatchObject({ isActive: true, deletedAt: null })
    expect(await inShop(product.id)).toBe(200)
    expect(
      await rowsOf(
        sql`select action, actor_id::integer as actor from audit_events where subject_type = 'product' and subject_id = ${String(product.id)} order by id`,
      ),
    ).toEqual([
      { action: 'product.trashed', actor: admin.user.id },
      { action: 'product.restored', actor: admin.user.id },
    ])
  })
  it('counts each article that names a product or shows it in its text once', async () => {
    const product = await makeProduct()
    const payload = await getTestPayload()
    const block = (id: number) => ({
      root: {
        type: 'root',
        version: 1,
        direction: 'ltr' as const,
        format: '' as const,
        indent: 0,
        children: [
          {
            type: 'block',
            version: 2,
            format: '',
            fields: { id: 'card', blockName: '', blockType: 'product', product: id },
          },
        ],
      },
    })
    const other = await makeProduct()
    for (const article of [
      { body: block(product.id) },
      { body: block(product.id), relatedProducts: [product.id] },
      { relatedProducts: [product.id, other.id] },
      { body: block(other.id) },
    ])
      await payload.create({
        collection: 'content',
        data: {
          title: 'About a tee',
          slug: '',
          status: 'draft',
          contentType: 'blog_post',
          ...article,
        },
      })
    const gone = await call('DELETE', `/api/admin/products/${product.id}`, { as: admin })
    expect(gone.body.content).toBe(3)
  })
  it('keeps a product’s state and logs once when it is trashed twice', async () => {
    const product = await makeProduct({ isActive: false })
    for (let time = 0; time < 2; time += 1)
      expect(
        (await call('DELETE', `/api/admin/products/${product.id}`, { as: admin })).status,
      ).toBe(200)
    const back = await call<Answered>('POST', `/api/admin/products/${product.id}/restore`, {
      as: admin,
    })
    expect(back.body.isActive).toBe(false)
    expect(
      await rowsOf(sql`select 1 from audit_events where subject_id = ${String(product.id)}`),
    ).toHaveLength(2)
  })
})

describe('bulk changes', () => {
  it('apply to eligible products and report errors for the others', async () => {
    const [one, two, trashed] = [
      await makeProduct(),
      await makeProduct({ isActive: false }),
      await makeProduct(),
    ]
    await call('DELETE', `/api/admin/products/${trashed.id}`, { as: admin })
    const { body } = await bulk({
      ids: [one.id, two.id, trashed.id, 999_999],
      action: 'deactivate',
    })
    expect(body.changed).toBe(1)
    expect(body.results).toMatchObject([
      { id: one.id, outcome: 'done', message: 'Deactivated.' },
      { id: two.id, outcome: 'skipped', message: 'Already inactive.' },
      { id: trashed.id, outcome: 'skipped', message: 'This product is in the trash.' },
      { id: 999_999, outcome: 'skipped', message: 'This product wasn’t found.' },
    ])
    expect(await inShop(one.id)).toBe(404)
  })
  it('set or remove a category but reject one that does not exist', async () => {
    const [category, product] = [await makeCategory(), await makeProduct()]
    expect(
      (await bulk({ ids: [product.id], action: 'setCategory', categoryId: category.id })).body
        .changed,
    ).toBe(1)
    expect((await list(`?category=${category.slug}`)).body.map(({ id }) => id)).toEqual([
      product.id,
    ])
    expect(
      (await bulk({ ids: [product.id], action: 'setCategory', categoryId: 99_999 })).body.fields,
    ).toHaveProperty('categoryId')
    expect(
      (await bulk({ ids: [product.id], action: 'setCategory', categoryId: null })).body.changed,
    ).toBe(1)
    expect((await list('?category=none&limit=100')).body.map(({ id }) => id)).toContain(product.id)
  })
  it.each([
    [{ ids: [], action: 'trash' }],
    [{ ids: [1], action: 'burn' }],
    [{ ids: ['1'], action: 'trash' }],
    [{ ids: [1], action: 'setCategory' }],
    [{ ids: Array.from({ length: 101 }, (_, n) => n + 1), action: 'trash' }],
  ])('reject %j', async (body) => {
    expect((await bulk(body)).status).toBe(400)
  })
})

describe('the product list', () => {
  it('searches names, SKUs, and slugs and filters products that can’t be bought', async () => {
    const product = await makeProduct({ name: 'Heron 100% Hoodie', slug: 'heron-hoodie' })
    for (const search of ['hoodie HERON', '100%', 'heron-hoodie-pine-s', 'heron-hoodie'])
      expect(await names(`?search=${encodeURIComponent(search)}`)).toEqual(['Heron 100% Hoodie'])
    expect(await names('?search=her_n')).toEqual([])
    expect(await names('?search=heron&show=unsellable')).toEqual([])
    await rowsOf(
      sql`update products_variants set available = false where _parent_id = ${product.id}`,
    )
    expect(await names('?search=heron&show=unsellable')).toEqual(['Heron 100% Hoodie'])
    expect(await names('?search=heron&status=inactive')).toEqual([])
  })
  it('has pages with a total count and rejects invalid queries', async () => {
    const { headers, body } = await list('?limit=2&sort=name')
    expect(body).toHaveLength(2)
    expect(Number(headers.get('x-total-count'))).toBeGreaterThan(2)
    expect(headers.get('link')).toContain('rel="next"')
    expect((await list('?page=9999')).body).toEqual([])
    for (const query of [
      '?page=0',
      '?limit=101',
      '?status=sold',
      '?sort=cost',
      '?category=%27',
      '?other=1',
    ])
      expect([query, (await list(query)).status]).toEqual([query, 400])
  })
  it('uses the search index with ten thousand products', async () => {
    for (const part of [0, 1, 2, 3])
      await withoutTimeLimit(
        `insert into products (name, base_price_cents, is_active) select 'Piece ' || md5(n::text), 2000, true from generate_series(${part * 2500 + 1}::int, ${part * 2500 + 2500}::int) n`,
      )
    await rowsOf(sql`vacuum analyze products`)
    const plan =
      await rowsOf(sql`explain select id from products p where deleted_at is null and id in (
      select id from products where name ilike '%3fdba35f%' union select v._parent_id from products_variants v where v.sku = 'X' union select id from products where slug = 'x')`)
    expect(JSON.stringify(plan)).toContain('products_find_trgm')
    expect(JSON.stringify(plan)).not.toContain('Seq Scan on products ')
    expect((await list('?search=3fdba35f')).status).toBe(200)
    expect((await list('?page=80&limit=100&sort=price-high')).status).toBe(200)
    await withoutTimeLimit(`delete from products where name like 'Piece %'`)
  })
})

describe('CSV files', () => {
  type Imported = {
    created: number
    updated: number
    unchanged: number
    refused: number
    rows: {
      line: number
      action: string
      changes: { field: string; from: string; to: string }[]
      errors: { field: string; message: string }[]
    }[]
  } & Refused
  const load = (csv: string, dryRun = false) =>
    call<Imported>('POST', '/api/admin/products/import', { as: admin, body: { csv, dryRun } })
  const read = async (query = '') =>
    (await call<string>('GET', `/api/admin/products/export${query}`, { as: admin })).body

  it('can be previewed, are then imported, and change nothing the second time', async () => {
    const category = await makeCategory({ name: 'Hats' })
    const product = await makeProduct({ name: 'Old cap', slug: 'old-cap' })
    const csv = `slug,name,basePrice,category,sizes,colors,tags,active\nold-cap,"Old cap, washed",24.50,hats,S,Pine,"a, b",yes\n,New cap,19,${category.slug},One,Bone,,no\n`
    const preview = await load(csv, true)
    expect(preview.body).toMatchObject({
      created: 1,
      updated: 1,
      refused: 0,
      rows: [
        { line: 2, action: 'update' },
        { line: 3, action: 'create' },
      ],
    })
    expect(preview.body.rows[0]?.changes).toContainEqual({
      field: 'basePrice',
      from: '32.00',
      to: '24.50',
    })
    expect(
      await rowsOf(sql`select name from products where slug in ('old-cap', 'new-cap')`),
    ).toEqual([{ name: 'Old cap' }])
    expect((await load(csv)).body).toMatchObject({ created: 1, updated: 1 })
    const { body } = await call<Answered>('GET', `/api/admin/products/${product.id}`, { as: admin })
    expect(body).toMatchObject({
      name: 'Old cap, washed',
      basePrice: '24.50',
      sizesAvailable: ['S'],
      tags: ['a', 'b'],
      categoryId: category.id,
    })
    expect((await load(csv)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  })
  it('create their products once when imported three times at once', async () => {
    const csv = 'slug,name,basePrice\nat-once-1,At once 1,10\nat-once-2,At once 2,11\n'
    const answers = await Promise.all([load(csv), load(csv), load(csv)])
    expect(answers.map(({ body: { created, unchanged } }) => [created, unchanged]).sort()).toEqual([
      [0, 2],
      [0, 2],
      [2, 0],
    ])
    expect(
      await rowsOf(sql`select slug from products where slug like 'at-once%' order by slug`),
    ).toEqual([{ slug: 'at-once-1' }, { slug: 'at-once-2' }])
  })
  it('are imported except for invalid lines, which are reported', async () => {
    const csv =
      'slug,name,basePrice,salePrice,category,active\ngood-one,Good,10,,,\nbad-price,Bad,ten,,,\nbad-sale,Bad,10,12,,\nbad-kind,Bad,10,,nowhere,\nbad-word,Bad,10,,,perhaps\ngood-one,Again,10,,,\nBad Slug,Bad,10,,,\n'
    const { body } = await load(csv)
    expect(body).toMatchObject({ created: 1, refused: 6 })
    expect(body.rows.map(({ line, errors }) => [line, errors[0]?.field])).toEqual([
      [2, undefined],
      [3, 'basePrice'],
      [4, 'salePrice'],
      [5, 'category'],
      [6, 'active'],
      [7, 'slug'],
      [8, 'slug'],
    ])
    expect(await rowsOf(sql`select slug from products where slug like 'bad%'`)).toEqual([])
  })
  it('of variants change prices, costs, and availability by SKU', async () => {
    const product = await makeProduct({ slug: 'sku-tee' })
    const { body } = await load(
      'sku;price;cost;available\nSKU-TEE-PINE-S;35.00;11.10;no\nNO-SUCH;1;1;yes\n',
    )
    expect(body).toMatchObject({ updated: 1, refused: 1 })
    const answer = await call<Answered>('GET', `/api/admin/products/${product.id}`, { as: admin })
    expect(answer.body.variants).toContainEqual(
      expect.objectContaining({
        sku: 'SKU-TEE-PINE-S',
        priceOverride: '35.00',
        cost: '11.10',
        available: false,
      }),
    )
    expect(await read('?rows=variants&search=sku-tee')).toContain('"SKU-TEE-PINE-S"')
    const free = await load('sku,price,cost\nSKU-TEE-PINE-S,0.00,0.00\n')
    expect(free.body.rows[0]?.errors).toEqual([
      { field: 'price', message: 'Enter an amount above 0, or leave it empty.' },
    ])
  })
  it('are exported with escaped formulas and imported unchanged', async () => {
    const { body: product } = await create({
      name: '=HYPERLINK("http://evil.example")',
      description: '+1\n"quoted", and more',
      slug: 'formula-tee',
    })
    const csv = await read('?search=formula-tee')
    expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    expect(csv).toContain(`"'+1`)
    expect((await load(csv)).body).toMatchObject({ unchanged: 1, refused: 0 })
    expect(
      (await call<Answered>('GET', `/api/admin/products/${product.id}`, { as: admin })).body.name,
    ).toBe('=HYPERLINK("http://evil.example")')
  })

  it('keep colors, sizes, and tags with a comma in their names, and reject other lists for them', async () => {
    const { id } = await makeProduct({
      slug: 'comma-tee',
      sizesAvailable: ['S, short'],
      colorsAvailable: ['Black', 'Black, Gold'],
      tags: ['calm, quiet'],
    })
    await rowsOf(
      sql`update products_variants set printful_variant_id = 'pf-' || _order where _parent_id = ${id}`,
    )
    const variantsOf = () =>
      rowsOf(
        sql`select size, color, sku, printful_variant_id from products_variants where _parent_id = ${id} order by _order`,
      )
    const before = await variantsOf()
    expect(before).toHaveLength(2)
    const csv = (await read('?search=comma-tee')).replace('32.00', '34.00')
    const { body } = await load(csv)
    expect([body.updated, body.rows[0]?.changes]).toEqual([
      1,
      [{ field: 'basePrice', from: '32.00', to: '34.00' }],
    ])
    expect(await variantsOf()).toEqual(before)
    expect(
      (await call<Answered>('GET', `/api/admin/products/${id}`, { as: admin })).body,
    ).toMatchObject({
      basePrice: '34.00',
      sizesAvailable: ['S, short'],
      colorsAvailable: ['Black', 'Black, Gold'],
      tags: ['calm, quiet'],
    })
    const other = await load('slug,colors,tags\ncomma-tee,"Black, Gold, Pine",calm\n')
    expect(other.body.rows[0]?.errors).toEqual([
      {
        field: 'tags',
        message: '“calm, quiet” has a comma in it. Please open the product to change its tags.',
      },
      {
        field: 'colors',
        message: '“Black, Gold” has a comma in it. Please open the product to change its colors.',
      },
    ])
    expect(await variantsOf()).toEqual(before)
  })

  it('set and export which products are final sale', async () => {
    expect(
      (await load('slug,name,basePrice,finalSale\nlast-cap,Last cap,10,yes\n')).body,
    ).toMatchObject({ created: 1 })
    const exported = async () => {
      const [header, row] = parseCsv(await read('?search=last-cap'))
      return row?.cells[header?.cells.indexOf('finalSale') ?? -1]
    }
    expect(await exported()).toBe('yes')
    await load('slug,name,finalSale\nlast-cap,Last cap,no\n')
    expect(await exported()).toBe('no')
  })
  it.each([
    ['no content', ''],
    ['only a header', 'slug,name\n'],
    ['an unclosed quote', 'slug,name\na,"b\n'],
    ['an unknown column', 'slug,name,isAdmin\na,b,c\n'],
    ['a duplicate column', 'name,name\na,b\n'],
    ['__proto__ as a column', '__proto__,name\na,b\n'],
    ['no identifying column', 'description\na\n'],
    ['a null byte', 'slug,name\na\u0000,b\n'],
    ['characters lost to another encoding', 'slug,name\na,Fern\ufffds tee\n'],
    ['too many lines', `name\n${'x\n'.repeat(501)}`],
  ])('with %s are rejected entirely', async (_, csv) => {
    const answer = await load(csv)
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['csv']])
  })
  it('larger than one megabyte are rejected', async () => {
    expect((await load('x'.repeat(1024 * 1024 + 1))).status).toBe(400)
    expect((await load('x'.repeat(3 * 1024 * 1024))).status).toBe(413)
  })
})
