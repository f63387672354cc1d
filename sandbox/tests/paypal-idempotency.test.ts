// @core
import { anOrder, firstCapture, issueOf, type Rig, startRig, usd } from './support'

let rig: Rig
beforeAll(async () => {
  rig = await startRig('sandbox-test-idempotency')
})
afterAll(() => rig.stop())
afterEach(() => rig.control('POST', '/clock', { offsetMs: 0 }))

const HOUR_MS = 3_600_000
const key = (id: string) => ({ 'PayPal-Request-Id': id })

test('creating an order again with the same Request-Id returns the same order with 200 instead of 201', async () => {
  const first = await rig.paypal.createOrder(anOrder(), key('create-1'))
  const second = await rig.paypal.createOrder(anOrder(), key('create-1'))
  expect([first.status, second.status]).toEqual([201, 200])
  expect(second.body.id).toBe(first.body.id)
})

test('creating an order again returns its latest status', async () => {
  const { body } = await rig.paypal.createOrder(anOrder(), key('create-2'))
  await rig.control('POST', `/paypal/orders/${body.id}/approve`)
  expect((await rig.paypal.createOrder(anOrder(), key('create-2'))).body.status).toBe('APPROVED')
})

test('every create without a Request-Id creates a new order', async () => {
  const [first, second] = [
    await rig.paypal.createOrder(anOrder()),
    await rig.paypal.createOrder(anOrder()),
  ]
  expect(second.body.id).not.toBe(first.body.id)
})

test('merchants do not share Request-Ids', async () => {
  const { body } = await rig.paypal.createOrder(anOrder(), key('create-3'))
  const other = await rig
    .client('sandbox-test-idempotency-other')
    .createOrder(anOrder(), key('create-3'))
  expect([other.status, other.body.id === body.id]).toEqual([201, false])
})

test('a capture with the same Request-Id returns the same capture', async () => {
  const id = await rig.approved()
  const first = await rig.paypal.captureOrder(id, key('capture-1'))
  const second = await rig.paypal.captureOrder(id, key('capture-1'))
  expect([first.status, second.status]).toEqual([201, 200])
  expect(firstCapture(second)).toEqual(firstCapture(first))
})

test('a request gets a conflict while one with the same Request-Id is running, and a replay afterward', async () => {
  const id = await rig.approved()
  // The first one to arrive runs until the other has its answer.
  await rig.control('POST', '/paypal/settings', { processingMs: 60_000 })
  const captures = [
    rig.paypal.captureOrder(id, key('capture-2')),
    rig.paypal.captureOrder(id, key('capture-2')),
  ]
  const refused = await Promise.race(captures)
  await rig.control('POST', '/paypal/settings', { processingMs: 0 })
  expect([refused.status, issueOf(refused)]).toEqual([409, 'PREVIOUS_REQUEST_IN_PROGRESS'])
  const statuses = (await Promise.all(captures)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([201, 409])
  expect((await rig.paypal.captureOrder(id, key('capture-2'))).status).toBe(200)
})

test('the Request-Id of a capture expires after six hours', async () => {
  const id = await rig.approved()
  await rig.paypal.captureOrder(id, key('capture-3'))
  await rig.control('POST', '/clock', { offsetMs: 6 * HOUR_MS - 60_000 })
  expect((await rig.paypal.captureOrder(id, key('capture-3'))).status).toBe(200)
  await rig.control('POST', '/clock', { offsetMs: 6 * HOUR_MS + 60_000 })
  expect(issueOf(await rig.paypal.captureOrder(id, key('capture-3')))).toBe(
    'ORDER_ALREADY_CAPTURED',
  )
})

test('the Request-Id of a refund expires after 45 days', async () => {
  const capture = await rig.paid()
  const refund = () => rig.paypal.refund(capture.id, { amount: usd('10.00') }, key('refund-1'))
  const first = await refund()
  await rig.control('POST', '/clock', { offsetMs: 44 * 24 * HOUR_MS })
  const second = await refund()
  expect([second.status, second.body.id]).toEqual([200, first.body.id])
  await rig.control('POST', '/clock', { offsetMs: 46 * 24 * HOUR_MS })
  const third = await refund()
  expect([third.status, third.body.id === first.body.id]).toEqual([201, false])
})
