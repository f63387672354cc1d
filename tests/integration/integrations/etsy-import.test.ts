import { mkdir } from 'node:fs/promises'

import { makePerson, type TestPerson } from '@tests/support/factories'
import { copiedBefore } from '@tests/support/imported-pictures'
import { runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'
import { agreeAt, importNow, reportOf, resetConnections } from '@tests/support/service-connections'
import type { Payload } from 'payload'

import { getSyncJob } from '@/jobs/sync-jobs'
import type { SyncRunView } from '@/modules/integrations/queries/sync-runs'
import { env } from '@/platform/env'

import { fixtureListings } from '../../../sandbox/etsy/fixtures'

const { control, reset, callsTo, fault, clearFaults } = useSandbox()
const fixtures = fixtureListings()
const at = (place: number) => fixtures[place] as (typeof fixtures)[number]
const pictureless = [8, 20, 22, 24]
const wholeImport = 150_000
let payload: Payload
let admin: TestPerson
let editor: TestPerson
beforeAll(async () => {
  payload = await getTestPayload()
  await mkdir(env.UPLOADS_DIR, { recursive: true })
  admin = await makePerson('admin')
  editor = await makePerson('editor')
})
beforeEach(async () => {
  await reset()
  await resetConnections()
  await payload.db.drizzle.execute(sql`delete from products`)
  await copiedBefore(
    fixtures
      .filter((_, place) => place > 1 && !pictureless.includes(place))
      .flatMap(({ images }) => images.map(({ id }) => `etsy:${id}`)),
  )
  await control('etsy', 'POST', '/settings', { limits: false })
  await agreeAt('etsy', admin)
})

type Row = {
  id: number
  name: string
  description: string
  basePrice: string
  isActive: boolean
  listing: string
}
const products = () =>
  rowsOf<Row>(
    sql`select id, name, description, trim_scale(base_price_cents / 100)::text as "basePrice", is_active as "isActive", etsy_listing_id as listing from products order by id`,
  )
const productOf = async (place: number) => {
  const {
    docs: [found],
  } = await payload.find({
    collection: 'products',
    where: { etsyListingId: { equals: String(at(place).id) } },
    depth: 0,
    trash: true,
  })
  return found ?? null
}
const rowOf = async (run: SyncRunView, place: number) =>
  (await reportOf(run)).find(({ key }) => key === String(at(place).id))

describe('importing all products', () => {
  it('creates inactive products with images, sizes, colors, and prices, and nothing on a second import', async () => {
    const run = await importNow('/api/admin/etsy/import-all', admin, { limit: 2 })
    expect(run).toMatchObject({
      status: 'done',
      total: 2,
      done: 2,
      failed: 0,
      message: '2 products imported from Etsy.',
    })
    const shirt = await productOf(0)
    expect(shirt).toMatchObject({
      name: 'One Day at a Time Shirt | Handmade Gift',
      isActive: false,
      basePriceCents: 2599,
      sizesAvailable: ['S', 'M', 'L', 'XL', '2XL'],
      colorsAvailable: ['Red', 'Forest', 'Custom Black'],
      tags: ['time', 'shirt', 'handmade'],
    })
    expect(
      shirt?.variants
        ?.filter(({ size }) => size === '2XL')
        .map(({ priceOverrideCents }) => priceOverrideCents),
    ).toEqual([2899, 2899, 2899])
    expect(
      shirt?.variants?.find(({ size, color }) => size === 'M' && color === 'Forest'),
    ).toMatchObject({ sku: 'SHI-FOR-M', priceOverrideCents: null, available: true })
    const pictures = await rowsOf<{ source_key: string; alt: string | null }>(
      sql`select m.source_key, m.alt from products_rels r join media m on m.id = r.media_id where r.parent_id = ${shirt?.id ?? 0} and r.path = 'images'`,
    )
    expect(pictures).toEqual([
      {
        source_key: `etsy:${at(0).images[0]?.id}`,
        alt: 'One Day at a Time Shirt | Handmade Gift, from the front',
      },
    ])
    const hoodie = await productOf(1)
    expect(hoodie?.colorImages?.map(({ color }) => color)).toEqual(['Sand', 'Navy'])
    const before = await products()
    expect(await importNow('/api/admin/etsy/import-all', admin, { limit: 2 })).toMatchObject({
      message: '0 products imported from Etsy (2 unchanged).',
    })
    expect(await products()).toEqual(before)
  })

  it('reports the same in a preview without saving anything', async () => {
    const run = await importNow('/api/admin/etsy/import-all', admin, { limit: 100, preview: true })
    expect(run).toMatchObject({
      status: 'done',
      isPreview: true,
      done: 100,
      message: '99 products would be imported from Etsy (1 skipped).',
    })
    expect(await products()).toEqual([])
    expect((await rowOf(run, 0))?.details).toEqual({
      name: 'One Day at a Time Shirt | Handmade Gift',
      price: '$25.99',
      basePrice: 25.99,
      sizes: ['S', 'M', 'L', 'XL', '2XL'],
      colors: ['Red', 'Forest', 'Custom Black'],
      pictures: 1,
    })
  })

  it.each<[unknown, number | null]>([
    [undefined, 25],
    ['many', 25],
    [null, 25],
    ['', 25],
    ['7', 7],
    [100, 100],
    [1, 1],
    [0, null],
    [101, null],
    [-3, null],
    [2.5, null],
  ])('treats the limit %p as %p', async (limit, meant) => {
    const answer = await call<{ run: SyncRunView }>('POST', '/api/admin/etsy/import-all', {
      as: admin,
      body: { ...(limit === undefined ? {} : { limit }), preview: true, wait: 0 },
    })
    if (meant === null) {
      expect(answer.status).toBe(400)
      return
    }
    const [{ options } = { options: null }] = await rowsOf<{ options: { limit: number } | null }>(
      sql`select options from sync_runs where id = ${answer.body.run.id}`,
    )
    expect(options?.limit).toBe(meant)
  })

  it(
    'reports unusual listings with a clear message',
    async () => {
      await importNow('/api/admin/etsy/import-all', admin, { limit: 40 })
      const run = { id: 1 } as SyncRunView
      const rows = new Map((await reportOf(run)).map(({ key, ...row }) => [key, row]))
      const row = (place: number) => rows.get(String(at(place).id))
      expect(rows.size).toBe(40)
      expect(row(10)).toMatchObject({
        result: 'skipped',
        message: expect.stringMatching(/Priced in JPY/) as string,
      })
      expect(await productOf(4)).toMatchObject({
        name: 'Don\'t Quit Five Minutes Before the Miracle "Sobriety" Print & Card',
      })
      expect(row(6)).toMatchObject({
        result: 'created',
        message: 'No sizes listed. Assumed S to 2XL.',
      })
      expect((await productOf(7))?.variants?.map(({ available }) => available)).toEqual([
        true,
        false,
        true,
        false,
        true,
        false,
        true,
        false,
      ])
      expect([row(8)?.message ?? '', (await productOf(8))?.images]).toEqual(['', []])
      expect(await productOf(12)).toMatchObject({
        sizesAvailable: ['S', 'M', 'L', 'XL', '2XL'],
        colorsAvailable: ['Red', 'Forest', 'Custom Black'],
      })
      const partly = await productOf(13)
      expect(
        partly?.variants
          ?.filter(({ color }) => color === 'Sand')
          .map(({ size, available }) => `${size} ${available}`)
          .sort(),
      ).toEqual(['L true', 'M false', 'S false', 'XL true'])
      expect((await productOf(18))?.description).not.toMatch(/script|<p>/)
      expect(row(20)).toMatchObject({
        result: 'created',
        message: 'Missing image: Etsy refused: the file link isn’t a standard https URL.',
      })
      expect(row(22)).toMatchObject({
        result: 'created',
        message: expect.stringMatching(/larger than 10 MB/) as string,
      })
      expect(row(24)).toMatchObject({
        result: 'created',
        message: expect.stringMatching(/couldn’t be downloaded \(404\)/) as string,
      })
      expect(await productOf(26)).not.toBeNull()
      expect(await productOf(30)).toMatchObject({
        name: 'Ruhe, мир, 平安 🌿 Shirt',
        slug: `ruhe-shirt-${at(30).id}`,
      })
      expect([row(36)?.message, ((await productOf(36))?.description ?? '').length <= 4000]).toEqual(
        ['Description shortened.', true],
      )
      expect((await products()).every(({ isActive }) => !isActive)).toBe(true)
    },
    wholeImport,
  )

  it('fetches the variations separately if the page does not include them', async () => {
    await control('etsy', 'POST', '/settings', { inventoryLeftOut: true, limits: false })
    const run = await importNow('/api/admin/etsy/import-all', admin, { limit: 8, preview: true })
    expect((await rowOf(run, 0))?.details).toMatchObject({
      sizes: ['S', 'M', 'L', 'XL', '2XL'],
      colors: ['Red', 'Forest', 'Custom Black'],
    })
    expect(
      (await callsTo('etsy')).filter(({ path }) => path.includes('/listings/batch/inventory')),
    ).toHaveLength(1)
  })
})

describe('importing recovery products', () => {
  it(
    'reads all 150 listings in two pages and imports those that contain a keyword as a whole word',
    async () => {
      const run = await importNow('/api/admin/etsy/import-recovery', admin)
      expect(run.status).toBe('done')
      const names = (await products()).map(({ name }) => name)
      expect(names.length).toBeGreaterThan(40)
      expect(names.filter((name) => /Battery/.test(name))).toEqual([])
      expect(names.filter((name) => /AA Anniversary/.test(name)).length).toBeGreaterThan(5)
      expect(names.filter((name) => /River Stones|Moon Phases/.test(name))).toEqual([])
      expect(
        (await callsTo('etsy'))
          .filter(({ path }) => /\/listings\?/.test(path))
          .map(({ path }) => new URL(path, 'http://x').searchParams.get('offset')),
      ).toEqual(['0', '90'])
      const before = names.length
      expect((await importNow('/api/admin/etsy/import-recovery', admin)).counts).toMatchObject({
        created: 0,
        unchanged: before,
      })
      expect(await products()).toHaveLength(before)
    },
    wholeImport,
  )

  it('does not miss listings that move to the previous page when others sell out', async () => {
    const work = await getSyncJob(payload, {
      id: 1,
      provider: 'etsy',
      kind: 'etsy-import',
      isPreview: true,
      options: {},
      cursor: null,
      requestedBy: admin.user.id,
    })
    const first = await work.page(null)
    for (const place of [3, 40, 77])
      await control('etsy', 'POST', `/listings/${at(place).id}`, { state: 'sold_out' })
    const second = await work.page(first.next)
    expect(second.next).toBeNull()
    const met = new Set([...first.items, ...second.items].map(work.keyOf))
    expect(fixtures.slice(0, 150).filter(({ id }) => !met.has(String(id)))).toEqual([])
  })

  it('uses the keywords from the settings', async () => {
    await payload.updateGlobal({ slug: 'shop-settings', data: { etsyKeywords: ['battery'] } })
    await importNow('/api/admin/etsy/import-recovery', admin)
    expect((await products()).map(({ name }) => name)).toEqual([
      'AAA Battery Case in the Shape of a Fern',
    ])
    await payload.updateGlobal({
      slug: 'shop-settings',
      data: { etsyKeywords: ['recovery', 'sober', 'AA', 'spiritual', 'sobriety'] },
    })
  })
})

describe('importing again', () => {
  it('applies changes from Etsy and keeps changes by staff', async () => {
    await importNow('/api/admin/etsy/import-all', admin, { limit: 3 })
    const [shirt, hoodie] = [await productOf(0), await productOf(1)]
    await payload.update({
      collection: 'products',
      id: shirt?.id ?? 0,
      data: { name: 'Our own name' },
    })
    await control('etsy', 'POST', `/listings/${at(0).id}`, {
      title: 'A new title there',
      tags: ['new'],
    })
    await control('etsy', 'POST', `/listings/${at(1).id}`, { title: 'Hoodie, renamed there' })
    const preview = await importNow('/api/admin/etsy/import-all', admin, {
      limit: 3,
      preview: true,
    })
    expect((await rowOf(preview, 0))?.details?.changes).toEqual(['tags'])
    expect((await productOf(1))?.name).toBe(hoodie?.name)
    const run = await importNow('/api/admin/etsy/import-all', admin, { limit: 3 })
    expect(run.message).toBe('0 products imported from Etsy (2 updated, 1 unchanged).')
    expect(await productOf(0)).toMatchObject({
      name: 'Our own name',
      tags: ['new'],
      isActive: false,
    })
    expect(await productOf(1)).toMatchObject({ name: 'Hoodie, renamed there', id: hoodie?.id })
    expect((await importNow('/api/admin/etsy/import-all', admin, { limit: 3 })).message).toBe(
      '0 products imported from Etsy (3 unchanged).',
    )
  })

  it(
    'adds an image that could not be downloaded before, but not one that staff removed',
    async () => {
      const [first, second] = at(1).images.map(({ id }) => `etsy:${id}`)
      await payload.db.drizzle.execute(
        sql`delete from media where source_key in (${first}, ${second})`,
      )
      const shown = async () =>
        (
          await rowsOf<{ key: string }>(sql`
      select m.source_key as key from products_rels r join media m on m.id = r.media_id join products p on p.id = r.parent_id where p.etsy_listing_id = ${String(at(1).id)} and r.path = 'images' order by r."order"`)
        ).map(({ key }) => key)
      const broken = () =>
        fault({
          provider: 'etsy',
          match: { path: `/pictures/${at(1).images[0]?.file}` },
          fault: 'status',
          status: 404,
          times: 100,
        })
      const again = async () =>
        rowOf(await importNow('/api/admin/etsy/import-all', admin, { limit: 1, skip: 1 }), 1)
      await broken()
      expect(await again()).toMatchObject({
        result: 'created',
        message: expect.stringMatching(/couldn’t be downloaded \(404\)/) as string,
      })
      expect(await shown()).toEqual([second])
      expect(await again()).toMatchObject({
        result: 'unchanged',
        message: expect.stringMatching(/couldn’t be downloaded \(404\)/) as string,
      })
      await clearFaults()
      expect(
        await rowOf(
          await importNow('/api/admin/etsy/import-all', admin, {
            limit: 1,
            skip: 1,
            preview: true,
          }),
          1,
        ),
      ).toMatchObject({ result: 'unchanged' })
      expect(await again()).toMatchObject({
        result: 'updated',
        message: 'Added an image that was missing.',
        details: expect.objectContaining({ changes: ['pictures'] }) as object,
      })
      expect(await shown()).toEqual([first, second])
      expect((await productOf(1))?.colorImages?.map(({ color }) => color)).toEqual(['Sand', 'Navy'])
      expect(await again()).toMatchObject({ result: 'unchanged', message: null })
      const product = await productOf(1)
      await payload.update({
        collection: 'products',
        id: product?.id ?? 0,
        data: { images: product?.images?.slice(0, 1) },
      })
      expect(await again()).toMatchObject({ result: 'unchanged', message: null })
      expect(await shown()).toEqual([first])
    },
    wholeImport,
  )

  it('keeps our price, and takes the rest, while Etsy’s price is not above our sale price', async () => {
    const again = async () =>
      rowOf(await importNow('/api/admin/etsy/import-all', admin, { limit: 1, skip: 6 }), 6)
    const id = Number((await again())?.details?.productId)
    const price = (await productOf(6))?.basePriceCents ?? 0
    const set = (salePriceCents: number | null) =>
      payload.update({ collection: 'products', id, data: { salePriceCents } })
    await set(price - 100)
    await control('etsy', 'POST', `/listings/${at(6).id}`, {
      title: 'Renamed and cheaper',
      amount: price - 200,
    })
    expect(await again()).toMatchObject({
      result: 'updated',
      message: expect.stringContaining('Kept our price') as string,
      details: expect.objectContaining({ changes: ['name'] }) as object,
    })
    expect(await productOf(6)).toMatchObject({ name: 'Renamed and cheaper', basePriceCents: price })
    await set(null)
    expect((await again())?.details?.changes).toEqual(['price', 'variants'])
    expect((await productOf(6))?.basePriceCents).toBe(price - 200)
  })

  it('does not restore a product that staff moved to the trash', async () => {
    await importNow('/api/admin/etsy/import-all', admin, { limit: 3 })
    await payload.db.drizzle.execute(
      sql`update products set deleted_at = now() where etsy_listing_id = ${String(at(2).id)}`,
    )
    const run = await importNow('/api/admin/etsy/import-all', admin, { limit: 3 })
    expect(await rowOf(run, 2)).toMatchObject({
      result: 'skipped',
      message: expect.stringMatching(/In the trash/) as string,
    })
    expect(await products()).toHaveLength(3)
  })
})

describe('handling failures', () => {
  const begin = async (body: Record<string, unknown>) =>
    (
      await call<{ run: SyncRunView }>('POST', '/api/admin/etsy/import-all', {
        as: admin,
        body: { ...body, wait: 0 },
      })
    ).body.run
  const stateOf = async ({ id }: SyncRunView) =>
    (await call<SyncRunView>('GET', `/api/admin/sync-runs/${id}`, { as: admin })).body

  it('resumes after a crash without duplicates or gaps', async () => {
    const run = await begin({ limit: 12, skip: 30 })
    // Simulates a process that imported five listings and died before it recorded any of them.
    const work = await getSyncJob(payload, {
      ...run,
      options: { limit: 12, skip: 30 },
      cursor: null,
      requestedBy: admin.user.id,
    })
    for (const item of (await work.page(null)).items.slice(0, 5)) await work.each(item)
    expect(await products()).toHaveLength(5)
    await runWaitingJobs()
    expect((await stateOf(run)).status).toBe('done')
    const listings = (await products()).map(({ listing }) => listing)
    expect(new Set(listings).size).toBe(listings.length)
    expect(listings.sort()).toEqual(
      Array.from({ length: 12 }, (_, index) => String(at(30 + index).id)).sort(),
    )
  })

  it('waits when it reaches the limit of calls per second', async () => {
    await control('etsy', 'POST', '/settings', { limits: true, perSecond: 3 })
    const run = await begin({ limit: 8, skip: 30 })
    await runWaitingJobs()
    expect(await stateOf(run)).toMatchObject({ status: 'done', failed: 0 })
    expect((await callsTo('etsy')).some(({ status }) => status === 429)).toBe(true)
  })

  it('pauses at the daily limit, reports that, and continues later', async () => {
    await control('etsy', 'POST', '/settings', { limits: true, perDay: 3 })
    const run = await begin({ limit: 8, skip: 30 })
    await runWaitingJobs()
    expect(await stateOf(run)).toMatchObject({
      status: 'running',
      message: expect.stringMatching(
        /^Etsy asked us to slow down\. Next try at \d{1,2}:\d{2} [AP]M\.$/,
      ) as string,
    })
    await control('etsy', 'POST', '/settings', { limits: false })
    await runWaitingJobs()
    expect(await stateOf(run)).toMatchObject({ status: 'done', failed: 0 })
    expect(await products()).toHaveLength(8)
  })

  it('finishes when Etsy returns the same page again and again', async () => {
    await importNow('/api/admin/etsy/import-recovery', admin, { preview: true })
    await fault({
      provider: 'etsy',
      match: { path: '/v3/application/shops/23456789/listings' },
      fault: 'repeat',
      times: 50,
    })
    const run = await importNow('/api/admin/etsy/import-recovery', admin, { preview: true })
    expect(run.status).toBe('done')
    await clearFaults()
  })

  it('fails with a message when access is revoked and keeps what was imported', async () => {
    await importNow('/api/admin/etsy/import-all', admin, { limit: 2, skip: 30 })
    await control('etsy', 'POST', '/tokens/revoke', {})
    const answer = await call<{ error: string }>('POST', '/api/admin/etsy/import-all', {
      as: admin,
      body: { limit: 5, wait: 0 },
    })
    expect(answer.status).toBe(202)
    await runWaitingJobs()
    const [run] = await rowsOf<{ status: string; message: string }>(
      sql`select status, message from sync_runs order by id desc limit 1`,
    )
    expect(run).toEqual({
      status: 'failed',
      message: 'Etsy no longer accepts our sign-in. Sign in again.',
    })
    expect(await products()).toHaveLength(2)
  })

  it('rejects a second import, a missing connection, and editors', async () => {
    await begin({ limit: 1 })
    expect(
      (await call('POST', '/api/admin/etsy/import-recovery', { as: admin, body: { wait: 0 } }))
        .status,
    ).toBe(409)
    await resetConnections()
    expect(
      await call('POST', '/api/admin/etsy/import-all', { as: admin, body: { wait: 0 } }),
    ).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/isn’t connected yet/) as string },
    })
    expect(
      (await call('POST', '/api/admin/etsy/import-all', { as: editor, body: { wait: 0 } })).status,
    ).toBe(403)
  })
})
