import { jest } from '@jest/globals'
import { makePerson, makeProduct } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import {
  connectPrintful,
  forgetPrintful,
  haveCopiedPictures,
  readRun,
  runPrintful,
} from '@tests/support/printful'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { getSyncJob } from '@/jobs/sync-jobs'
import { registerPrintfulWebhook } from '@/modules/fulfillment/actions/printful-orders'
import type { Product } from '@/payload-types'
import { runSync, startSyncRun } from '@/platform/sync-engine'
import { getProviders } from '@/providers'
import { resetRateLimits } from '@/providers/printful/rate-limiter'

const sandbox = useSandbox()
type Row = { id: number; name: string; printful_product_id: string; is_active: boolean }
type Theirs = { id: number; name: string; external_id: string }

const all = () =>
  rowsOf<Row>(
    sql`select id, name, printful_product_id, is_active from products where printful_product_id is not null order by id`,
  )
const theirs = async () =>
  (await sandbox.control<{ products: Theirs[] }>('printful', 'GET', '/ledger')).products
const at = async (place: number) => {
  const found = (await theirs())[place]
  if (!found) throw new Error('none')
  return found
}
const ours = async (place: number): Promise<Product> => {
  const payload = await getTestPayload()
  const {
    docs: [product],
  } = await payload.find({
    collection: 'products',
    where: { printfulProductId: { equals: String((await at(place)).id) } },
    depth: 0,
  })
  if (!product) throw new Error(`Product ${place} is not here`)
  return product
}
/** Deletes the products but keeps their images, which take time to create. */
const forgetProducts = () => rowsOf(sql`delete from products`)

// Each run reads eighty products.
jest.setTimeout(180_000)
beforeAll(() => haveCopiedPictures((place) => [0, 41, 43, 44].includes(place)))

beforeEach(async () => {
  await sandbox.reset()
  await sandbox.control('printful', 'POST', '/settings', { limits: false })
  await forgetPrintful()
  await connectPrintful()
})
afterAll(async () => {
  await forgetPrintful()
  await forgetProducts()
  await rowsOf(sql`delete from media`)
})

describe('a first sync of eighty products', () => {
  let first: Awaited<ReturnType<typeof runPrintful>>
  const stock: Record<'before' | 'after', number[]> = { before: [], after: [] }
  const productsWithStockEvents = async () => {
    const { webhooks } = await sandbox.control<{
      webhooks: { v1: { params: { stock_updated?: { product_ids: number[] } } } }
    }>('printful', 'GET', '/ledger')
    return (webhooks.v1.params.stock_updated?.product_ids ?? []).sort((one, other) => one - other)
  }
  beforeAll(async () => {
    await forgetProducts()
    await sandbox.control('printful', 'POST', '/settings', { limits: false })
    await connectPrintful()
    const payload = await getTestPayload()
    await registerPrintfulWebhook({
      payload,
      printful: getProviders().printful({ token: 'sandbox-printful-token' }),
      actor: { id: 0, role: 'admin' },
    })
    stock.before = await productsWithStockEvents()
    first = await runPrintful('printful-sync')
    stock.after = await productsWithStockEvents()
  })

  it('creates products and reports why others were skipped or failed', async () => {
    expect(first).toMatchObject({ status: 'done', total: 80, done: 80 })
    expect(first.counts).toEqual({ created: 75, updated: 0, unchanged: 0, skipped: 4, failed: 1 })
    expect(first.message).toBe('75 products synced from Printful. 1 failed.')
    expect(first.row(String((await at(5)).id))).toMatchObject({
      result: 'skipped',
      message: 'Hidden on Printful.',
    })
    expect(first.row(String((await at(21)).id))).toMatchObject({
      result: 'skipped',
      message: 'No price on Printful yet.',
    })
    expect(first.row(String((await at(22)).id))).toMatchObject({ result: 'skipped' })
    expect(first.row(String((await at(25)).id))).toMatchObject({
      result: 'failed',
      message: expect.stringContaining('EUR'),
    })
    expect(first.row(String((await at(60)).id))).toMatchObject({
      result: 'skipped',
      message: 'No variants on Printful yet.',
    })
  })

  it('imports variants, prices in cents, costs, and images', async () => {
    const tee = await ours(0)
    expect(tee).toMatchObject({
      name: 'One Day at a Time Unisex Tee',
      basePriceCents: 2800,
      isActive: true,
      sizesAvailable: ['S', 'M', 'L', 'XL', '2XL', '3XL'],
      colorsAvailable: ['Black', 'White', 'Heather Forest'],
    })
    expect(tee.variants).toHaveLength(18)
    expect(
      tee.variants?.find(({ size, color }) => size === '3XL' && color === 'White'),
    ).toMatchObject({
      priceOverrideCents: 3300,
      costCents: 1569,
      available: true,
      printfulVariantId: expect.stringMatching(/^48661\d{5}$/),
    })
    expect(tee.images).toHaveLength(3)
    expect(tee.colorImages?.map(({ color, images }) => [color, images?.length])).toEqual([
      ['Black', 1],
      ['White', 1],
      ['Heather Forest', 1],
    ])
    const [picture] = await rowsOf<{ source_key: string; alt: string }>(
      sql`select source_key, alt from media where id = ${(tee.images as number[])[0] as number}`,
    )
    expect(picture).toMatchObject({
      source_key: expect.stringMatching(/^printful:file-\d+-/),
      alt: 'One Day at a Time Unisex Tee, Black',
    })
  })

  it('stores why variants are unavailable', async () => {
    const reasons = async (place: number) =>
      [
        ...new Set(
          (await ours(place)).variants?.map(({ available, unavailableReason }) =>
            available ? 'to be had' : unavailableReason,
          ),
        ),
      ].sort()
    expect(await reasons(9)).toEqual(['not finished on Printful', 'to be had'])
    expect(await reasons(12)).toEqual(['discontinued'])
    expect(await reasons(16)).toEqual(['out of stock', 'to be had'])
    expect(await reasons(18)).toEqual(['out of stock', 'to be had'])
    expect(await reasons(57)).toEqual(['hidden on Printful'])
    expect((await ours(12)).isActive).toBe(false)
    expect((await ours(16)).isActive).toBe(true)
  })

  it('fills in missing sizes and SKUs and imports clean names', async () => {
    expect((await ours(28)).sizesAvailable?.length).toBeGreaterThan(0)
    expect((await ours(49)).name).toBe('“Courage” & Calm — Ruhe, мир, 平安 🌿 Hoodie')
    expect((await ours(52)).variants?.every(({ sku }) => sku)).toBe(true)
  })

  it('imports products without their invalid images and reports why', async () => {
    for (const [place, words] of [
      [41, 'isn’t a standard https URL'],
      [43, 'larger than 10 MB'],
      [44, 'a supported image'],
    ] as const) {
      expect((await ours(place)).images ?? []).toEqual([])
      expect(first.row(String((await at(place)).id))?.message).toContain(words)
    }
    expect(first.row(String((await at(33)).id))?.message).toContain('still creating its image')
    expect(
      await rowsOf(sql`select 1 from media where deleted_at is null and base_name is null`),
    ).toEqual([])
  })

  it('subscribes to stock events for every blank product', () => {
    expect(stock).toEqual({ before: [], after: [1, 19, 71, 84, 145, 146, 206, 358] })
  })

  it('is followed by a second one that changes nothing', async () => {
    const before = await rowsOf(
      sql`select id, name, base_price_cents, is_active, updated_at from products order by id`,
    )
    const again = await runPrintful('printful-sync', { isPreview: true })
    expect(again.counts).toMatchObject({ created: 0, failed: 1 })
    expect(
      again.rows
        .filter(({ result }) => result === 'updated')
        .map(({ message }) => message)
        .every((message) => /^\d+ images?/.test(message ?? '')),
    ).toBe(true)
    expect(
      await rowsOf(
        sql`select id, name, base_price_cents, is_active, updated_at from products order by id`,
      ),
    ).toEqual(before)
    const real = await runPrintful('printful-sync')
    expect(real.counts).toEqual({ created: 0, updated: 0, unchanged: 75, skipped: 4, failed: 1 })
  })
})

/** Lists only a few products, for tests that don't depend on their number. */
const fewListed = (listed = 12) =>
  sandbox.control('printful', 'POST', '/settings', { limits: false, listed })

describe('a sync of existing products', () => {
  beforeAll(forgetProducts)
  beforeEach(async () => {
    await fewListed()
    await runPrintful('printful-sync')
  })

  it('keeps and reports staff edits and updates the rest from Printful', async () => {
    const payload = await getTestPayload()
    const [tee, hoodie] = [await ours(0), await ours(1)]
    await payload.update({
      collection: 'products',
      id: tee.id,
      data: { name: 'Our own words', basePriceCents: 3500 },
    })
    const [firstVariant] = (await ours(1)).variants ?? []
    const at1 = await at(1)
    await sandbox.control('printful', 'POST', `/variants/${firstVariant?.printfulVariantId}`, {
      retailPrice: '77.00',
    })
    await sandbox.control('printful', 'POST', `/products/${(await at(0)).id}/rename`, {
      name: 'Renamed there',
    })
    const run = await runPrintful('printful-sync')
    expect(run.row(String((await at(0)).id))).toMatchObject({
      message: expect.stringContaining('Your edits stay: name, prices'),
    })
    expect(await ours(0)).toMatchObject({ id: tee.id, name: 'Our own words', basePriceCents: 3500 })
    expect(run.row(String(at1.id))).toMatchObject({
      result: 'updated',
      message: expect.stringContaining('Prices from $54.00'),
    })
    expect(
      (await ours(1)).variants?.find(
        ({ printfulVariantId }) => printfulVariantId === firstVariant?.printfulVariantId,
      )?.priceOverrideCents,
    ).toBe(7700)
    expect((await ours(1)).id).toBe(hoodie.id)
  })

  it('deactivates products missing from Printful and reactivates them when they return', async () => {
    const count = (await all()).length
    const gone = await ours(2)
    await sandbox.control('printful', 'POST', `/products/${gone.printfulProductId}/delete`, {})
    await fewListed(11)
    const preview = await runPrintful('printful-sync', { isPreview: true })
    expect(preview.row(String(gone.printfulProductId))).toMatchObject({
      result: 'updated',
      message: 'No longer on Printful. Would be removed from the shop.',
    })
    expect((await all()).filter(({ id }) => id === gone.id)).toMatchObject([{ is_active: true }])
    await runPrintful('printful-sync')
    expect((await all()).filter(({ id }) => id === gone.id)).toMatchObject([{ is_active: false }])
    expect(await all()).toHaveLength(count)
    await sandbox.reset()
    await fewListed()
    await runPrintful('printful-sync')
    expect((await all()).filter(({ id }) => id === gone.id)).toMatchObject([{ is_active: true }])
  })

  it('deactivates nothing when it is interrupted', async () => {
    const active = (await all()).filter(({ is_active: isActive }) => isActive).length
    await sandbox.control('printful', 'POST', `/products/${(await at(3)).id}/delete`, {})
    await sandbox.fault({
      provider: 'printful',
      match: { path: `/store/products/${(await at(9)).id}` },
      fault: 'status',
      status: 401,
      times: 5,
    })
    const run = await runPrintful('printful-sync')
    expect(run).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('no longer accepts our key'),
    })
    expect((await all()).filter(({ is_active: isActive }) => isActive)).toHaveLength(active)
  })
})

it('resumes a killed run without creating duplicates', async () => {
  await forgetProducts()
  await fewListed()
  const payload = await getTestPayload()
  const id = await startSyncRun(payload, {
    provider: 'printful',
    kind: 'printful-sync',
    requestedBy: null,
  })
  let looked = 0
  // The process dies after the effect of the fifth product and before its line in the report.
  await expect(
    (async () => {
      const { rows } = await payload.db.drizzle.execute(sql`select 1 as one`)
      expect(rows).toHaveLength(1)
      const work = await getSyncJob(payload, {
        id,
        provider: 'printful',
        kind: 'printful-sync',
        isPreview: false,
        options: {},
        cursor: null,
        requestedBy: null,
      })
      const { items } = await work.page(null)
      for (const item of items) {
        const row = await work.each(item)
        looked += 1
        if (looked === 5) throw new Error('killed')
        await payload.db.drizzle.execute(
          sql`insert into sync_rows (run_id, key, result) values (${id}, ${work.keyOf(item)}, ${row.result})`,
        )
      }
    })(),
  ).rejects.toThrow('killed')
  resetRateLimits()
  await runSync(payload, id, (run) => getSyncJob(payload, run))
  expect(await readRun(id)).toMatchObject({ status: 'done' })
  const rows = await all()
  // One of the twelve is hidden on Printful.
  expect(rows).toHaveLength(11)
  expect(new Set(rows.map(({ printful_product_id: key }) => key)).size).toBe(11)
})

it('waits for the time in Printful’s 429 response before the next request', async () => {
  const payload = await getTestPayload()
  await sandbox.fault({
    provider: 'printful',
    match: { path: '/store/products' },
    fault: 'status',
    status: 429,
    times: 1,
    body: {
      code: 429,
      result: 'x',
      error: {
        reason: 'TooManyRequests',
        message: "You've made too many recent requests. Please try again after 37 seconds.",
      },
    },
  })
  const run = await runPrintful('printful-sync')
  expect(run).toMatchObject({
    status: 'running',
    message: expect.stringMatching(/^Printful asked us to slow down\. Next try at /),
  })
  const [job] = await rowsOf<{ seconds: number }>(
    sql`select extract(epoch from run_at - now())::integer as seconds from graphile_worker.jobs where task_identifier = 'run-sync' and key = ${`sync:${run.id}`}`,
  )
  expect(job?.seconds).toBeGreaterThan(30)
  expect(job?.seconds).toBeLessThan(39)
  expect(
    (await sandbox.callsTo('printful')).filter(({ path }) => path.startsWith('/store/products')),
  ).toHaveLength(1)
  await rowsOf(sql`update sync_runs set status = 'cancelled'`)
  expect(payload).toBeTruthy()
})

it('links a product by its external ID without changing its data', async () => {
  await forgetProducts()
  await fewListed()
  const product = await at(0)
  const detail = (await (
    await fetch(`${sandbox.addressOf('printful')}/store/products/${product.id}`, {
      headers: { authorization: 'Bearer sandbox-printful-token' },
    })
  ).json()) as { result: { sync_variants: { external_id: string; id: number }[] } }
  const [known] = detail.result.sync_variants
  const mine = await makeProduct({
    name: 'Made here',
    sizesAvailable: ['S'],
    colorsAvailable: ['Black'],
    variants: [
      { size: 'S', color: 'Black', externalId: known?.external_id, available: true, sku: 'MINE-1' },
    ],
  })
  const run = await runPrintful('printful-sync')
  expect(run.row(String(product.id))).toMatchObject({
    message: expect.stringContaining('Your edits stay: name'),
  })
  expect(await ours(0)).toMatchObject({
    id: mine.id,
    name: 'Made here',
    basePriceCents: 3200,
    sizesAvailable: ['S'],
  })
  expect((await ours(0)).variants).toMatchObject([
    { printfulVariantId: String(known?.id), sku: 'MINE-1' },
  ])
})

describe('the Printful API for staff', () => {
  it('starts a sync unless one is running or Printful isn’t connected', async () => {
    const admin = await makePerson('admin')
    const answer = await call('POST', '/api/admin/printful/sync', {
      as: admin,
      body: { preview: true, wait: 0 },
    })
    expect(answer).toMatchObject({
      status: 202,
      body: { synced: 0, run: { kind: 'printful-sync', isPreview: true } },
    })
    expect(
      await call('POST', '/api/admin/printful/sync', { as: admin, body: { wait: 0 } }),
    ).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await rowsOf(sql`delete from sync_runs`)
    await rowsOf(sql`delete from connections`)
    expect(await call('POST', '/api/admin/printful/sync', { as: admin })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('isn’t connected') },
    })
  })
  it('tests the connection, caches a success, and explains errors', async () => {
    const admin = await makePerson('admin')
    const test = (again = '') =>
      call<{ success: boolean; message: string }>('GET', `/api/admin/printful/test${again}`, {
        as: admin,
      })
    expect((await test()).body).toEqual({
      success: true,
      message: 'Connected to Printful as Dayfern.',
    })
    const calls = (await sandbox.callsTo('printful')).length
    await test()
    expect(await sandbox.callsTo('printful')).toHaveLength(calls)
    await sandbox.control('printful', 'POST', '/tokens/expire', {})
    expect((await test('?again=true')).body).toMatchObject({
      success: false,
      message: expect.stringContaining('no longer accepts our key'),
    })
    expect((await test()).body).toMatchObject({ success: false })
    await connectPrintful('sandbox-printful-account')
    expect((await test()).body).toMatchObject({
      success: false,
      message: expect.stringContaining('Also enter the store ID'),
    })
    await connectPrintful('sandbox-printful-account', '13500002')
    expect((await test()).body).toMatchObject({
      success: false,
      message: expect.stringContaining('belongs to shopify'),
    })
    await connectPrintful('sandbox-printful-account', '13500001')
    expect((await test()).body).toMatchObject({ success: true })
    await connectPrintful('sandbox-printful-read')
    expect((await test()).body).toMatchObject({
      success: true,
      message: expect.stringContaining('is missing'),
    })
    await connectPrintful('sandbox-printful-orders-only')
    expect((await test()).body).toMatchObject({
      success: false,
      message: expect.stringContaining('permissions'),
    })
  })
  it('connects even if Printful’s answer about webhooks can’t be read', async () => {
    await sandbox.fault({
      provider: 'printful',
      match: { method: 'GET', path: '/webhooks' },
      fault: 'malformed',
      times: 5,
    })
    const { body } = await call('GET', '/api/admin/printful/test?again=true', {
      as: await makePerson('admin'),
    })
    await sandbox.clearFaults()
    expect(body).toEqual({ success: true, message: 'Connected to Printful as Dayfern.' })
  })
})
