// @core
import { anOrder, issueOf, type PayPalBody, type Rig, startRig, usd } from './support'

let rig: Rig
beforeAll(async () => {
  rig = await startRig('sandbox-test-refunds')
})
afterAll(() => rig.stop())

const representation = { Prefer: 'return=representation' }

test('a refund without an amount refunds the full capture', async () => {
  const capture = await rig.paid()
  const response = await rig.paypal.refund(capture.id)
  expect([response.status, response.body.status]).toEqual([201, 'COMPLETED'])
  expect(response.body.links.find((link) => link.rel === 'up')?.href).toContain(capture.id)
  expect((await rig.paypal.getCapture(capture.id)).body.status).toBe('REFUNDED')
  expect((await rig.paypal.getRefund(response.body.id)).body.amount).toEqual(usd('47.50'))
})

test('partial refunds can add up to the capture but not exceed it', async () => {
  const capture = await rig.paid()
  const first = await rig.paypal.refund(
    capture.id,
    { amount: usd('7.50'), note_to_payer: 'One tee is late.' },
    representation,
  )
  expect(first.body.amount).toEqual(usd('7.50'))
  expect((await rig.paypal.getCapture(capture.id)).body.status).toBe('PARTIALLY_REFUNDED')

  expect(issueOf(await rig.paypal.refund(capture.id, { amount: usd('40.01') }))).toBe(
    'REFUND_AMOUNT_EXCEEDED',
  )

  const rest = await rig.paypal.refund(capture.id, {}, representation)
  expect(rest.body.amount).toEqual(usd('40.00'))
  expect(rest.body.seller_payable_breakdown?.total_refunded_amount.value).toBe('47.50')
  expect(issueOf(await rig.paypal.refund(capture.id))).toBe('CAPTURE_FULLY_REFUNDED')
})

test('an order shows its refunds', async () => {
  const id = await rig.approved()
  const { body } = await rig.paypal.captureOrder(id)
  await rig.paypal.refund(body.purchase_units[0]?.payments?.captures[0]?.id ?? '', {
    amount: usd('1.00'),
  })
  expect((await rig.paypal.getOrder(id)).body.purchase_units[0]?.payments?.refunds).toMatchObject([
    { amount: usd('1.00'), custom_id: 'order-1' },
  ])
})

test.each([
  ['another currency', { currency_code: 'EUR', value: '1.00' }, 'REFUND_CAPTURE_CURRENCY_MISMATCH'],
  ['zero', usd('0.00'), 'REFUND_AMOUNT_TOO_LOW'],
  ['a tenth of a cent', usd('1.001'), 'DECIMAL_PRECISION'],
])('a refund of %s is rejected', async (_what, amount, issue) => {
  const capture = await rig.paid()
  const response = await rig.paypal.refund(capture.id, { amount })
  expect([response.status, issueOf(response)]).toEqual([422, issue])
})

test('a refund of an unknown capture gets 404', async () => {
  const response = await rig.paypal.refund('NOSUCHCAPTURE')
  expect([response.status, issueOf(response)]).toEqual([404, 'INVALID_RESOURCE_ID'])
})

test('a capture cannot be refunded after 180 days', async () => {
  const capture = await rig.paid()
  await rig.control('POST', '/clock', { offsetMs: 181 * 86_400_000 })
  const response = await rig.paypal.refund(capture.id)
  await rig.control('POST', '/clock', { offsetMs: 0 })
  expect(issueOf(response)).toBe('REFUND_TIME_LIMIT_EXCEEDED')
})

test('a refund in PayPal’s dashboard counts like any other', async () => {
  const capture = await rig.paid(anOrder())
  const refund = await rig.control<PayPalBody>('POST', '/paypal/refunds', {
    captureId: capture.id,
    amount: usd('40.00'),
  })
  expect(refund.amount).toEqual(usd('40.00'))
  expect(issueOf(await rig.paypal.refund(capture.id, { amount: usd('7.51') }))).toBe(
    'REFUND_AMOUNT_EXCEEDED',
  )
  await expect(
    rig.control('POST', '/paypal/refunds', { captureId: capture.id, amount: usd('7.51') }),
  ).rejects.toThrow('422')
})
