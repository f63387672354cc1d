import { makeCheckout, makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { connectPrintful, forgetPrintful } from '@tests/support/printful'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { submitToPrintful } from '@/modules/fulfillment/actions/submit-order'
import type { Product } from '@/payload-types'
import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'
import { getProviders } from '@/providers'

type Bought = { id: number; orderNumber: string; key: string; first: string; second: string }
type Failed = { code: string; error: string }

const sandbox = useSandbox()
const printful = () => getProviders().printful({ token: 'sandbox-printful-token' })
const sizes = ['S', 'M', 'XL'] as const
let admin: TestPerson
let tee: Product
/** Printful's variants of the black tee by size. S costs $28.00, M $32.00, and XL $35.00. */
let variants: Record<string, string>
beforeAll(async () => {
  await getTestPayload()
  admin = await makePerson('admin')
  const { products } = await printful().listProducts(0, 1)
  const theirs = await printful().getProduct(products[0]?.id ?? '')
  variants = Object.fromEntries(
    sizes.map((size) => [
      size,
      theirs?.variants.find((one) => one.size === size && one.color === 'Black')?.id ?? '',
    ]),
  )
  tee = await makeProduct({
    name: 'Fern Tee',
    sizesAvailable: [...sizes, '2XL'],
    colorsAvailable: ['Black'],
    variants: [...sizes, '2XL'].map((size) => ({
      size,
      color: 'Black',
      sku: `TEE-${size}`,
      available: true,
      printfulVariantId: variants[size] ?? null,
    })),
  })
})
beforeEach(async () => {
  await sandbox.reset()
  await sandbox.clearFaults()
  await sandbox.control('printful', 'POST', '/settings', { limits: false, progressMs: 0 })
  await forgetPrintful()
  await connectPrintful()
  // The fake Printful reuses its order IDs after a reset, so earlier orders must not keep theirs.
  await rowsOf(sql`update orders set printful_order_id = null, status = 'cancelled'`)
  await rowsOf(sql`
    update products_variants set price_override_cents = prices.cents
      from (values ('S', 2800), ('XL', 3500)) as prices(size, cents)
     where _parent_id = ${tee.id} and products_variants.size = prices.size`)
})
afterAll(forgetPrintful)

/** Creates a paid order of one tee in M and one in XL. */
const buy = async (): Promise<Bought> => {
  const items = ['M', 'XL'].map((size) => ({
    productId: tee.id,
    size,
    color: 'Black',
    quantity: 1,
  }))
  const checkout = { ...makeCheckout(tee), items, amount: '72.36' }
  const { body: placed } = await call<{ id: string; orderNumber: string; key: string }>(
    'POST',
    '/order',
    { body: checkout },
  )
  if (placed.id) await sandbox.approve(placed.id)
  if (placed.id) await call('POST', `/order/${placed.id}/capture`, { body: { key: placed.key } })
  const rows = await rowsOf<{ id: number; item: string }>(sql`
    select o.id, i.id as item from orders o join orders_items i on i._parent_id = o.id
     where o.order_number = ${placed.orderNumber} and o.payment_state = 'completed' order by i._order`)
  const [first, second] = rows
  if (!first || !second) throw new Error(`The order was not paid: ${JSON.stringify(placed)}`)
  return { ...placed, id: first.id, first: first.item, second: second.item }
}
const submit = async ({ id }: Pick<Bought, 'id'>) =>
  submitToPrintful({ payload: await getTestPayload(), printful: printful() }, id, { byHand: true })
const failAtPrintful = (method: string, path: string, fault: Record<string, unknown>) =>
  sandbox.fault({
    provider: 'printful',
    match: { method, path },
    fault: 'status',
    times: 9,
    ...fault,
  })
const restorePrintful = async () => {
  await sandbox.clearFaults()
  resetCircuitBreakers()
}
/** Creates an order whose draft waits at Printful, either for the shop or for staff. */
const held = async (fulfillment: 'draft' | 'on-hold' = 'draft'): Promise<Bought> => {
  const order = await buy()
  await failAtPrintful('POST', '/orders/\\d+/confirm', { status: 503 })
  await submit(order)
  await restorePrintful()
  await rowsOf(sql`
    update orders set fulfillment = ${fulfillment}, fulfillment_note = 'Look at it.', fulfillment_lease_until = null
     where id = ${order.id}`)
  return order
}
const swap = (order: Bought, size: string, amounts: { refund?: string; extra?: string } = {}) =>
  call<Failed>('PUT', `/api/admin/orders/${order.id}/items/${order.first}`, {
    as: admin,
    body: { size, color: 'Black', ...amounts },
  })
const cheaper = { refund: '4.32' }

const ours = async ({ id, first }: Bought) => {
  const [row] = await rowsOf<{ size: string; fulfillment: string; leased: boolean }>(sql`
    select i.size, o.fulfillment::text, o.fulfillment_lease_until > now() is true as leased
      from orders o join orders_items i on i._parent_id = o.id where o.id = ${id} and i.id = ${first}`)
  return row
}
const theirId = async ({ id }: Bought): Promise<string> => {
  const [row] = await rowsOf<{ id: string }>(
    sql`select printful_order_id as id from orders where id = ${id}`,
  )
  return row?.id ?? ''
}
const theirs = async (order: Bought) => {
  const draft = await printful().getOrder({ id: await theirId(order) })
  return {
    status: draft?.status,
    ids: draft?.items.map(({ id }) => id),
    sizes: draft?.items.map(({ syncVariantId }) =>
      sizes.find((size) => variants[size] === syncVariantId),
    ),
  }
}
const refundsOf = ({ id }: Bought) =>
  rowsOf<{ status: string; cents: number }>(sql`
    select status, amount_cents::integer as cents from payments
     where order_id = ${id} and kind = 'refund' order by id`)
const changesOf = ({ id }: Bought) =>
  rowsOf<{ message: string; reason: string | null }>(sql`
    select message, reason from order_events where order_id = ${id} and type = 'item_changed'`)
const charges = async () =>
  (await sandbox.control<{ charges: { kind: string }[] }>('printful', 'GET', '/ledger')).charges
const expireLease = ({ id }: Bought) =>
  rowsOf(
    sql`update orders set fulfillment_lease_until = now() - interval '1 second' where id = ${id}`,
  )
const expectUnchanged = async (order: Bought) => {
  expect((await ours(order))?.size).toBe('M')
  expect((await theirs(order)).sizes).toEqual(['M', 'XL'])
  expect(await refundsOf(order)).toEqual([])
  expect(await changesOf(order)).toEqual([])
}

describe('swapping an item of a draft order at Printful', () => {
  it('updates the order and the draft, refunds once, and prints the new item', async () => {
    const order = await held()
    const before = await theirs(order)
    for (let times = 0; times < 2; times += 1)
      expect((await swap(order, 'S', cheaper)).status).toBe(200)
    expect(await ours(order)).toEqual({ size: 'S', fulfillment: 'draft', leased: false })
    expect(await theirs(order)).toEqual({ ...before, sizes: ['S', 'XL'] })
    expect(await refundsOf(order)).toEqual([{ status: 'completed', cents: 432 }])
    expect(await changesOf(order)).toEqual([
      {
        message: 'Fern Tee: Black, M is now Black, S',
        reason: 'The draft on Printful was updated too.',
      },
    ])
    expect(await submit(order)).toMatchObject({ outcome: 'sent' })
    expect(await theirs(order)).toEqual({ ...before, status: 'pending', sizes: ['S', 'XL'] })
    expect(await charges()).toHaveLength(1)
  })

  it('is possible while the order is on hold and keeps it on hold until staff submit it', async () => {
    const order = await held('on-hold')
    expect((await swap(order, 'XL', { extra: '3.00' })).status).toBe(200)
    expect(await ours(order)).toEqual({ size: 'XL', fulfillment: 'on-hold', leased: false })
    expect((await theirs(order)).sizes).toEqual(['XL', 'XL'])
    expect(await changesOf(order)).toMatchObject([
      {
        reason: 'It costs $3.00 more, which the shop pays. The draft on Printful was updated too.',
      },
    ])
    expect(await submit(order)).toMatchObject({ outcome: 'sent' })
  })

  it('is possible after Printful failed to charge for the order, which can then be submitted', async () => {
    const order = await buy()
    await sandbox.control('printful', 'POST', '/settings', { billing: 'decline' })
    await submit(order)
    expect((await ours(order))?.fulfillment).toBe('failed')
    expect((await swap(order, 'S', cheaper)).status).toBe(200)
    await sandbox.control('printful', 'POST', '/settings', { billing: 'ok' })
    expect(await submit(order)).toMatchObject({ outcome: 'sent' })
    expect((await theirs(order)).sizes).toEqual(['S', 'XL'])
  })

  it('happens once when Printful’s responses are lost', async () => {
    const order = await held()
    const before = await theirs(order)
    await failAtPrintful('PUT', '/orders/\\d+', { fault: 'reset-after' })
    expect((await swap(order, 'S', cheaper)).status).toBe(200)
    expect(await theirs(order)).toEqual({ ...before, sizes: ['S', 'XL'] })
    expect(await ours(order)).toMatchObject({ size: 'S', leased: false })
    expect(await refundsOf(order)).toHaveLength(1)
  })

  it('changes nothing while Printful is down and can be retried after the lease expires', async () => {
    const order = await held()
    await failAtPrintful('PUT', '/orders/\\d+', { status: 503 })
    expect(await swap(order, 'S', cheaper)).toMatchObject({
      status: 503,
      body: { code: 'provider_unavailable' },
    })
    await restorePrintful()
    await expectUnchanged(order)
    expect((await swap(order, 'S', cheaper)).body.error).toMatch('right now. Try again in a few')
    await expireLease(order)
    expect((await swap(order, 'S', cheaper)).status).toBe(200)
    expect((await theirs(order)).sizes).toEqual(['S', 'XL'])
  })

  it('is rejected when the draft was confirmed on Printful, and updates the order’s state', async () => {
    const order = await held()
    await printful().confirmOrder(await theirId(order))
    const refused = await swap(order, 'S', cheaper)
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'Printing has begun, so this order can’t be changed here anymore.',
    ])
    await expectUnchanged(order)
    expect(await ours(order)).toMatchObject({ fulfillment: 'submitted', leased: false })
  })

  it('is rejected when Printful refuses the change or has the order on hold', async () => {
    const order = await held()
    await failAtPrintful('PUT', '/orders/\\d+', { status: 400 })
    expect((await swap(order, 'S', cheaper)).body.error).toMatch('Printful refused')
    await restorePrintful()
    await sandbox.control('printful', 'POST', `/orders/${await theirId(order)}/hold`, {})
    const refused = await swap(order, 'S', cheaper)
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'Printful refused: This order is no longer editable.',
    ])
    await expectUnchanged(order)
    expect(await ours(order)).toMatchObject({ fulfillment: 'on-hold', leased: false })
  })

  it('is rejected for a size Printful doesn’t have and while Printful isn’t connected', async () => {
    const order = await held()
    expect((await swap(order, '2XL')).body.error).toBe(
      'Not available on Printful: Fern Tee (Black, 2XL). Nothing was changed.',
    )
    expect(await ours(order)).toMatchObject({ leased: false })
    await forgetPrintful()
    expect((await swap(order, 'S', cheaper)).body.error).toMatch('Connect Printful first')
    await connectPrintful()
    await expectUnchanged(order)
  })

  it('is rejected for the buyer', async () => {
    const { orderNumber, first, key } = await held()
    const answer = await call<Failed>('PUT', `/api/orders/${orderNumber}/items/${first}`, {
      body: { key, size: 'S', color: 'Black', ...cheaper },
    })
    expect([answer.status, answer.body.error]).toEqual([
      409,
      'Printing has begun, so this order can’t be changed here anymore.',
    ])
  })

  it('reverts the draft when the price changes during the update', async () => {
    const order = await held()
    await failAtPrintful('PUT', '/orders/\\d+', { fault: 'latency', latencyMs: 15_000, times: 1 })
    const [answer] = await Promise.all([
      swap(order, 'S', cheaper),
      sandbox.beforeLateAnswer(() =>
        rowsOf(sql`
          update products_variants set price_override_cents = 2700
           where _parent_id = ${tee.id} and size = 'S'`),
      ),
    ])
    expect(answer).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
    await expectUnchanged(order)
    expect(await ours(order)).toMatchObject({ leased: false })
    expect(await submit(order)).toMatchObject({ outcome: 'sent' })
  })

  it('notifies staff when the draft can’t be reverted', async () => {
    const order = await held()
    await failAtPrintful('PUT', '/orders/\\d+', { fault: 'latency', latencyMs: 15_000, times: 1 })
    const [answer] = await Promise.all([
      swap(order, 'S', cheaper),
      sandbox.beforeLateAnswer(async () => {
        await failAtPrintful('PUT', '/orders/\\d+', { status: 503 })
        await rowsOf(sql`
          update products_variants set price_override_cents = 2700
           where _parent_id = ${tee.id} and size = 'S'`)
      }),
    ])
    await restorePrintful()
    expect(answer).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
    expect([(await ours(order))?.size, (await theirs(order)).sizes]).toEqual(['M', ['S', 'XL']])
    expect(
      await rowsOf(sql`
        select kind, title, path from staff_notifications where order_id = ${order.id} and kind = 'problems'`),
    ).toEqual([
      {
        kind: 'problems',
        title: `Printful has a different item for ${order.orderNumber}`,
        path: `/admin/orders/${order.id}`,
      },
    ])
    expect(await submit(order)).toMatchObject({ outcome: 'held' })
    expect(await charges()).toEqual([])
  })

  it('succeeds for only one of two people and blocks submission in the meantime', async () => {
    const order = await held()
    await failAtPrintful('PUT', '/orders/\\d+', { fault: 'latency', latencyMs: 15_000, times: 1 })
    const swaps = [swap(order, 'S', cheaper), swap(order, 'XL', { extra: '3.00' })] as const
    await sandbox.beforeLateAnswer(async () => {
      expect((await Promise.race(swaps)).status).toBe(409)
      expect((await submit(order)).outcome).toBe('waiting')
    })
    const [one, other] = await Promise.all(swaps)
    expect([one.status, other.status].sort()).toEqual([200, 409])
    const size = one.status === 200 ? 'S' : 'XL'
    expect((await ours(order))?.size).toBe(size)
    expect((await theirs(order)).sizes).toEqual([size, 'XL'])
    expect(await refundsOf(order)).toHaveLength(one.status === 200 ? 1 : 0)
    expect(await charges()).toEqual([])
  })

  it('blocks printing after an incomplete swap until it is repeated', async () => {
    const order = await held()
    const line = (externalId: string, size: string) => ({
      externalId,
      syncVariantId: variants[size] ?? '',
      quantity: 1,
      retailCents: 3200,
      name: 'Fern Tee',
    })
    await printful().updateItems(await theirId(order), {
      lines: [line(order.first, 'S'), line(order.second, 'XL')],
      gift: null,
    })
    const { outcome, message } = await submit(order)
    expect([outcome, message]).toEqual(['held', expect.stringMatching('doesn’t match')])
    expect(await charges()).toEqual([])
    expect((await swap(order, 'S', cheaper)).status).toBe(200)
    expect(await refundsOf(order)).toEqual([{ status: 'completed', cents: 432 }])
    expect(await submit(order)).toMatchObject({ outcome: 'sent' })
  })

  it('stays in place in the order and the draft when PayPal refuses the refund', async () => {
    const order = await held()
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/payments/captures/[^/]+/refund' },
      fault: 'status',
      status: 422,
      body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'REFUND_TIME_LIMIT_EXCEEDED' }] },
    })
    const answer = await swap(order, 'S', cheaper)
    expect([answer.status, answer.body.error]).toEqual([
      409,
      expect.stringMatching('The item was changed, but \\$4.32 wasn’t refunded'),
    ])
    expect(await ours(order)).toMatchObject({ size: 'S', leased: false })
    expect((await theirs(order)).sizes).toEqual(['S', 'XL'])
    expect(await refundsOf(order)).toEqual([{ status: 'failed', cents: 432 }])
  })
})

it('swaps an item of an order canceled at Printful only in the shop and in the next submission', async () => {
  const order = await held()
  const canceled = await theirId(order)
  const { status } = await call('POST', `/api/admin/printful/orders/${order.id}/cancel`, {
    as: admin,
  })
  expect([status, (await ours(order))?.fulfillment]).toEqual([200, 'canceled'])
  expect((await swap(order, 'S', cheaper)).status).toBe(200)
  expect(await theirs(order)).toMatchObject({ status: 'canceled', sizes: ['M', 'XL'] })
  expect((await changesOf(order))[0]?.reason).toBeNull()
  await call('POST', `/api/admin/printful/submit-order/${order.id}`, {
    as: admin,
    body: { again: true, wait: 0 },
  })
  await submit(order)
  expect(await theirId(order)).not.toBe(canceled)
  expect(await theirs(order)).toMatchObject({ status: 'pending', sizes: ['S', 'XL'] })
})
