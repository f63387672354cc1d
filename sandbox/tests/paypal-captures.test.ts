// @core
import { anOrder, firstCapture, issueOf, type PayPalBody, type Rig, startRig, usd } from './support'

let rig: Rig
beforeAll(async () => {
  rig = await startRig('sandbox-test-captures')
})
afterAll(() => rig.stop())

test('an order that is not approved cannot be captured', async () => {
  const { body } = await rig.paypal.createOrder(anOrder())
  const response = await rig.paypal.captureOrder(body.id)
  expect([response.status, issueOf(response)]).toEqual([422, 'ORDER_NOT_APPROVED'])
})

test('the Request-Id of a capture before the approval can be used again', async () => {
  const { body } = await rig.paypal.createOrder(anOrder())
  const key = { 'PayPal-Request-Id': 'early-1' }
  await rig.paypal.captureOrder(body.id, key)
  await rig.control('POST', `/paypal/orders/${body.id}/approve`)
  expect((await rig.paypal.captureOrder(body.id, key)).status).toBe(201)
})

test('a second capture of the same order is rejected', async () => {
  const id = await rig.approved()
  await rig.paypal.captureOrder(id)
  const response = await rig.paypal.captureOrder(id)
  expect([response.status, issueOf(response)]).toEqual([422, 'ORDER_ALREADY_CAPTURED'])
  expect((await rig.paypal.getOrder(id)).body.purchase_units[0]?.payments?.captures).toHaveLength(1)
})

test('only one of two simultaneous captures with different Request-Ids succeeds', async () => {
  const id = await rig.approved()
  const responses = await Promise.all(
    ['race-1', 'race-2'].map((key) => rig.paypal.captureOrder(id, { 'PayPal-Request-Id': key })),
  )
  expect(responses.map((response) => response.status).sort()).toEqual([201, 422])
})

test('a declined order has a link for the buyer and can be captured on the next attempt', async () => {
  const id = await rig.approved(anOrder(), { funding: 'decline' })
  const refused = await rig.paypal.captureOrder(id, { 'PayPal-Request-Id': 'decline-1' })
  expect([refused.status, issueOf(refused)]).toEqual([422, 'INSTRUMENT_DECLINED'])
  expect(refused.body.links.find((link) => link.rel === 'redirect')?.href).toBe(
    `${rig.base}/checkoutnow?token=${id}`,
  )

  const repeated = await rig.paypal.captureOrder(id, { 'PayPal-Request-Id': 'decline-1' })
  expect(issueOf(repeated)).toBe('INSTRUMENT_DECLINED')

  await rig.control('POST', `/paypal/orders/${id}/approve`)
  const captured = await rig.paypal.captureOrder(id, { 'PayPal-Request-Id': 'decline-2' })
  expect([captured.status, firstCapture(captured).status]).toEqual([201, 'COMPLETED'])
})

test('a declined card returns 201, and the order cannot be captured again', async () => {
  const id = await rig.approved(anOrder(), {
    funding: 'card-decline',
    source: 'card',
    responseCode: '5120',
  })
  const declined = await rig.paypal.captureOrder(id, { 'PayPal-Request-Id': 'card-1' })
  expect([declined.status, declined.body.status]).toEqual([201, 'COMPLETED'])
  expect(firstCapture(declined)).toMatchObject({
    status: 'DECLINED',
    processor_response: { avs_code: 'G', cvv_code: 'P', response_code: '5120' },
    seller_protection: { status: 'NOT_ELIGIBLE' },
    seller_receivable_breakdown: { gross_amount: usd('47.50') },
  })
  const again = await rig.paypal.captureOrder(id, { 'PayPal-Request-Id': 'card-2' })
  expect(issueOf(again)).toBe('ORDER_ALREADY_CAPTURED')
  expect((await rig.paypal.captureOrder(id, { 'PayPal-Request-Id': 'card-1' })).status).toBe(200)
})

test.each([
  ['complete', 'COMPLETED'],
  ['deny', 'DECLINED'],
])(
  'an eCheck capture stays pending in a completed order until the bank’s decision: %s',
  async (call, status) => {
    const id = await rig.approved(anOrder(), { funding: 'pending' })
    const captured = await rig.paypal.captureOrder(id)
    expect(captured.body.status).toBe('COMPLETED')
    const capture = firstCapture(captured)
    expect(capture).toMatchObject({ status: 'PENDING', status_details: { reason: 'ECHECK' } })
    expect(capture.seller_receivable_breakdown).toBeUndefined()
    expect(issueOf(await rig.paypal.refund(capture.id))).toBe('PENDING_CAPTURE')

    const settled = await rig.control<PayPalBody>('POST', `/paypal/captures/${capture.id}/${call}`)
    expect(settled.status).toBe(status)
    expect((await rig.paypal.getCapture(capture.id)).body.status).toBe(status)
    await expect(rig.control('POST', `/paypal/captures/${capture.id}/${call}`)).rejects.toThrow(
      '409',
    )
  },
)

test('an order with two purchase units has two captures', async () => {
  const units = ['tees', 'caps'].map((reference_id) => ({ reference_id, amount: usd('10.00') }))
  const id = await rig.approved({ intent: 'CAPTURE', purchase_units: units })
  const { body } = await rig.paypal.captureOrder(id)
  expect(body.purchase_units.map((unit) => unit.payments?.captures.length)).toEqual([1, 1])
})

test('an invoice number can be paid only once per merchant', async () => {
  await rig.paid(anOrder({ invoice_id: 'INV-1' }))
  const other = rig.client('sandbox-test-captures-other')
  const { body } = await other.createOrder(anOrder({ invoice_id: 'INV-1' }))
  await rig.control('POST', `/paypal/orders/${body.id}/approve`)
  expect((await other.captureOrder(body.id)).status).toBe(201)

  const id = await rig.approved(anOrder({ invoice_id: 'INV-1' }))
  const response = await rig.paypal.captureOrder(id)
  expect([response.status, issueOf(response)]).toEqual([422, 'DUPLICATE_INVOICE_ID'])
  await rig.paypal.patchOrder(id, [
    {
      op: 'replace',
      path: "/purchase_units/@reference_id=='default'/invoice_id",
      value: 'INV-1-2',
    },
  ])
  expect((await rig.paypal.captureOrder(id)).status).toBe(201)
})

test('an approval without a capture is reversed after three hours', async () => {
  const id = await rig.approved()
  await rig.control('POST', '/clock', { offsetMs: 3 * 3_600_000 + 1_000 })
  const { events } = await rig.control<{
    events: { event_type: string; resource: { id: string } }[]
  }>('GET', '/paypal/ledger')
  await rig.control('POST', '/clock', { offsetMs: 0 })
  expect(
    events.filter((event) => event.resource.id === id).map((event) => event.event_type),
  ).toEqual(['CHECKOUT.ORDER.APPROVED', 'CHECKOUT.PAYMENT-APPROVAL.REVERSED'])
})

test('the ledger lists the merchant’s orders and captures', async () => {
  const capture = await rig.paid()
  const ledger = await rig.control<{ captures: PayPalBody[]; orders: PayPalBody[] }>(
    'GET',
    '/paypal/ledger',
  )
  expect(ledger.captures.find((one) => one.id === capture.id)?.amount).toEqual(usd('47.50'))
  expect(ledger.orders.length).toBeGreaterThan(0)
})
