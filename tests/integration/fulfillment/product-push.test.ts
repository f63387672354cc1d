import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import {
  connectPrintful,
  forgetPrintful,
  haveCopiedPictures,
  runPrintful,
} from '@tests/support/printful'
import { useSandbox } from '@tests/support/sandbox'

import {
  createCatalogReader,
  syncPrintfulProduct,
} from '@/modules/fulfillment/actions/sync-printful-product'
import {
  getPrintfulProducts,
  listVariantMargins,
} from '@/modules/fulfillment/queries/printful-products'
import type { Product } from '@/payload-types'
import { getProviders } from '@/providers'

const sandbox = useSandbox()
const printful = () => getProviders().printful({ token: 'sandbox-printful-token' })
let products: Product[]
const theirs = async (product: Product | undefined) => {
  const found = await printful().getProduct(product?.printfulProductId ?? '')
  if (!found) throw new Error('It is gone')
  return found
}
const changes = async () =>
  (await sandbox.callsTo('printful'))
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)
const edit = async (product: Product | undefined, data: Partial<Product>) =>
  (await getTestPayload()).update({ collection: 'products', id: product?.id ?? 0, data })

beforeEach(async () => {
  await sandbox.reset()
  await sandbox.control('printful', 'POST', '/settings', { limits: false })
  await forgetPrintful()
  await connectPrintful()
  await rowsOf(sql`delete from products`)
  await haveCopiedPictures(() => false)
  const payload = await getTestPayload()
  for (const { id } of (await printful().listProducts(0, 3)).products) {
    const product = await printful().getProduct(id)
    if (product)
      await syncPrintfulProduct(
        { payload, printful: printful(), catalog: createCatalogReader(printful()) },
        product,
      )
  }
  products = (await payload.find({ collection: 'products', sort: 'id', depth: 0 })).docs
})
afterAll(async () => {
  await forgetPrintful()
  await rowsOf(sql`delete from products`)
  await rowsOf(sql`delete from media`)
})

it('sends nothing when nothing has changed', async () => {
  expect((await runPrintful('printful-push')).counts).toMatchObject({
    updated: 0,
    unchanged: 3,
    failed: 0,
  })
  expect(await changes()).toEqual([])
})

it('sends only differences and keeps all variants', async () => {
  const [tee, hoodie] = products
  const before = await theirs(tee)
  await edit(tee, {
    name: 'Our own title',
    variants: tee?.variants?.map((variant) =>
      variant.size === 'M' && variant.color === 'Black'
        ? { ...variant, priceOverrideCents: 3150 }
        : variant,
    ),
  })
  await edit(hoodie, { isActive: false })
  const preview = await runPrintful('printful-push', { isPreview: true })
  expect(preview.counts).toMatchObject({ updated: 2, unchanged: 1 })
  expect(preview.row('Our own title')?.message).toBe(
    'Title: “Our own title”; Black M: $28.00 to $31.50',
  )
  expect(await changes()).toEqual([])

  expect(await runPrintful('printful-push')).toMatchObject({
    status: 'done',
    message: '2 products synced to Printful, 1 unchanged.',
  })
  const after = await theirs(tee)
  expect(after.name).toBe('Our own title')
  expect(after.variants.map(({ id }) => id)).toEqual(before.variants.map(({ id }) => id))
  expect(
    after.variants
      .filter(({ priceCents }, index) => priceCents !== before.variants[index]?.priceCents)
      .map(({ size, color, priceCents }) => [size, color, priceCents]),
  ).toEqual([['M', 'Black', 3150]])
  expect((await theirs(hoodie)).isIgnored).toBe(true)
  expect(await changes()).toHaveLength(3)
  expect(
    JSON.stringify((await sandbox.callsTo('printful')).filter(({ method }) => method === 'PUT')),
  ).not.toContain('sync_variants')
  expect((await runPrintful('printful-push')).counts).toMatchObject({ updated: 0, unchanged: 3 })
})

it('sends the title and hidden flag of a product in one request because of Printful’s rate limit', async () => {
  await edit(products[0], { name: 'Our own title', isActive: false })
  expect((await runPrintful('printful-push')).row('Our own title')).toMatchObject({
    result: 'updated',
    message: 'Title: “Our own title”; hidden',
  })
  expect(await theirs(products[0])).toMatchObject({ name: 'Our own title', isIgnored: true })
  expect(await changes()).toEqual([`PUT /store/products/${products[0]?.printfulProductId}`])
})

it('lists variant margins from lowest to highest and groups equal variants', async () => {
  const { variants, total } = await listVariantMargins(await getTestPayload(), {
    page: 1,
    limit: 50,
  })
  expect(total).toBe(variants.length)
  const tee = variants.find(
    ({ name, what }) => name === products[0]?.name && what === '12 variants',
  )
  expect(tee).toMatchObject({ priceCents: 2800, costCents: 1169, profitCents: 2800 - 1169 - 147 })
  const leaves = variants.map(({ priceCents, costCents }) => (priceCents - costCents) / priceCents)
  expect(leaves).toEqual([...leaves].sort((one, other) => one - other))
  expect(await getPrintfulProducts(await getTestPayload())).toMatchObject({
    total: 3,
    active: 3,
    first: [{}, {}, {}],
  })
})

it('skips products that no longer exist on Printful and deletes nothing', async () => {
  const [tee] = products
  await sandbox.control('printful', 'POST', `/products/${tee?.printfulProductId}/delete`, {})
  const run = await runPrintful('printful-push')
  expect(run.row(tee?.name ?? '')).toMatchObject({
    result: 'skipped',
    message: expect.stringContaining('no longer on Printful'),
  })
  expect((await sandbox.callsTo('printful')).filter(({ method }) => method === 'DELETE')).toEqual(
    [],
  )
})

it('fails when the API key is rejected midway and sends the rest on the next run', async () => {
  for (const product of products) await edit(product, { name: `${product.name} again` })
  await sandbox.fault({
    provider: 'printful',
    match: { method: 'PUT', path: `/store/products/${products[1]?.printfulProductId}` },
    fault: 'status',
    status: 401,
    times: 1,
  })
  expect(await runPrintful('printful-push')).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('Enter a new key'),
  })
  expect((await runPrintful('printful-push')).counts).toMatchObject({ updated: 2, unchanged: 1 })
})
