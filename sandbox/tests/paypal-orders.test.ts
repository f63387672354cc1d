// @core
import { anOrder, firstCapture, issueOf, type Rig, startRig, usd } from './support'

let rig: Rig
beforeAll(async () => {
  rig = await startRig('sandbox-test-orders')
})
afterAll(() => rig.stop())

const representation = { Prefer: 'return=representation' }
const wallet = (context: object = {}) => ({
  payment_source: { paypal: { experience_context: context } },
})
const link = (body: { links: { rel: string; href: string }[] }, rel: string) =>
  body.links.find((one) => one.rel === rel)?.href

test('an order is created, approved, and completed, and its capture has the amount', async () => {
  const created = await rig.paypal.createOrder(anOrder())
  expect(created.status).toBe(201)
  expect(created.body.status).toBe('CREATED')
  expect(created.body.id).toMatch(/^[A-Z0-9]{17}$/)
  expect(Object.keys(created.body).sort()).toEqual(['id', 'links', 'status'])

  await rig.control('POST', `/paypal/orders/${created.body.id}/approve`)
  expect((await rig.paypal.getOrder(created.body.id)).body.status).toBe('APPROVED')

  const captured = await rig.paypal.captureOrder(created.body.id)
  expect(captured.status).toBe(201)
  expect(captured.body.status).toBe('COMPLETED')
  expect(captured.body.intent).toBeUndefined()
  const capture = firstCapture(captured)
  expect(capture).toMatchObject({
    status: 'COMPLETED',
    custom_id: 'order-1',
    amount: usd('47.50'),
    final_capture: true,
  })
  expect(capture.seller_receivable_breakdown).toMatchObject({
    gross_amount: usd('47.50'),
    paypal_fee: usd('2.15'),
    net_amount: usd('45.35'),
  })

  const read = await rig.paypal.getCapture(capture.id)
  expect(read.body.supplementary_data?.related_ids.order_id).toBe(created.body.id)
})

test('a created order has links to its approval and capture', async () => {
  const { body } = await rig.paypal.createOrder(anOrder())
  expect(link(body, 'approve')).toBe(`${rig.base}/checkoutnow?token=${body.id}`)
  expect(link(body, 'capture')).toBe(`${rig.base}/v2/checkout/orders/${body.id}/capture`)
})

test('an order with a payment source waits for its payer and has a payer-action link', async () => {
  const { body } = await rig.paypal.createOrder(anOrder({}, wallet()), {
    'PayPal-Request-Id': 'wallet-1',
  })
  expect(body.status).toBe('PAYER_ACTION_REQUIRED')
  expect(link(body, 'payer-action')).toContain(body.id)
  expect(link(body, 'approve')).toBeUndefined()
})

test('an order with a payment source requires a Request-Id', async () => {
  const response = await rig.paypal.createOrder(anOrder({}, wallet()))
  expect([response.status, issueOf(response)]).toEqual([400, 'PAYPAL_REQUEST_ID_REQUIRED'])
})

test('a representation contains the whole order', async () => {
  const { body } = await rig.paypal.createOrder(anOrder(), representation)
  expect(body).toMatchObject({
    intent: 'CAPTURE',
    purchase_units: [{ reference_id: 'default', custom_id: 'order-1', amount: usd('47.50') }],
  })
})

test('the amount can be replaced before the capture, which uses the new amount', async () => {
  const id = await rig.approved(anOrder({ items: undefined }))
  const path = "/purchase_units/@reference_id=='default'/amount"
  const patched = await rig.paypal.patchOrder(id, [{ op: 'replace', path, value: usd('12.34') }])
  expect(patched.status).toBe(204)
  expect(firstCapture(await rig.paypal.captureOrder(id)).amount).toEqual(usd('12.34'))
})

test.each([
  [
    'a part of the amount',
    { op: 'replace', path: "/purchase_units/@reference_id=='default'/amount/value", value: '1.00' },
    400,
    'AMOUNT_NOT_PATCHABLE',
  ],
  [
    'an amount that does not match the items',
    {
      op: 'replace',
      path: "/purchase_units/@reference_id=='default'/amount",
      value: { ...usd('9.00'), breakdown: { item_total: usd('9.00') } },
    },
    422,
    'ITEM_TOTAL_MISMATCH',
  ],
  [
    'a fixed field',
    { op: 'replace', path: '/payment_source', value: {} },
    400,
    'FIELD_NOT_PATCHABLE',
  ],
  [
    'an unknown purchase unit',
    { op: 'replace', path: "/purchase_units/@reference_id=='other'/custom_id", value: 'x' },
    422,
    'REFERENCE_ID_NOT_FOUND',
  ],
  [
    'an unknown operation',
    { op: 'move', path: '/intent', value: 'CAPTURE' },
    400,
    'INVALID_PATCH_OPERATION',
  ],
  ['an operation without a path', { op: 'replace', value: 'x' }, 422, 'PATCH_PATH_REQUIRED'],
  ['an operation without a value', { op: 'replace', path: '/intent' }, 422, 'PATCH_VALUE_REQUIRED'],
])('a patch with %s is rejected and changes nothing', async (_what, operation, status, issue) => {
  const { body } = await rig.paypal.createOrder(anOrder())
  const response = await rig.paypal.patchOrder(body.id, [operation])
  expect([response.status, issueOf(response)]).toEqual([status, issue])
  expect((await rig.paypal.getOrder(body.id)).body.purchase_units[0]).toMatchObject({
    custom_id: 'order-1',
    amount: usd('47.50'),
  })
})

test('a completed order cannot be patched', async () => {
  const id = await rig.approved()
  await rig.paypal.captureOrder(id)
  const response = await rig.paypal.patchOrder(id, [
    { op: 'replace', path: "/purchase_units/@reference_id=='default'/custom_id", value: 'x' },
  ])
  expect([response.status, issueOf(response)]).toEqual([422, 'ORDER_ALREADY_COMPLETED'])
})

test('an order of another merchant is not found', async () => {
  const { body } = await rig.paypal.createOrder(anOrder())
  const response = await rig.client('sandbox-test-orders-other').getOrder(body.id)
  expect([response.status, response.body.name, issueOf(response)]).toEqual([
    404,
    'RESOURCE_NOT_FOUND',
    'INVALID_RESOURCE_ID',
  ])
})

test('an order that is not approved within three hours is not found', async () => {
  const { body } = await rig.paypal.createOrder(anOrder())
  await rig.control('POST', '/clock', { offsetMs: 3 * 3_600_000 + 1_000 })
  const response = await rig.paypal.getOrder(body.id)
  await rig.control('POST', '/clock', { offsetMs: 0 })
  expect(response.status).toBe(404)
})

test.each([
  ['29.99', false],
  ['30.00', true],
  ['10000.00', true],
  ['10000.01', false],
  [null, true],
])('Pay Later for %s: %s', async (amount, isEligible) => {
  const answer = await fetch(
    `${rig.base}/web-sdk/v6/eligibility?currencyCode=USD${amount ? `&amount=${amount}` : ''}`,
  )
  const { eligible } = (await answer.json()) as { eligible: string[] }
  expect(eligible.includes('paylater')).toBe(isEligible)
  expect(eligible).toContain('paypal')
})
