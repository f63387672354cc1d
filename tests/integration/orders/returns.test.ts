// @core
import { randomUUID } from 'node:crypto'

import { customer, makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { businessDaysBetween } from '@/modules/checkout/rules/arrival'
import { getOrderByKey } from '@/modules/orders/queries/get-customer-order'
import { listCustomerReturns } from '@/modules/returns/queries/customer-returns'
import { listOpenClaims } from '@/modules/returns/queries/open-claims'
import { listReturnable } from '@/modules/returns/queries/returnable-items'
import { labelFollowsText, missingAddressText } from '@/modules/returns/rules'
import type { AdminReturn } from '@/modules/returns/schemas'
import { countToDo } from '@/modules/shop/queries/to-do'
import type { Product } from '@/payload-types'
import { formatDay } from '@/platform/calendar-days'
import { env } from '@/platform/env'
import { dayIn } from '@/platform/time-zones'

import { type Delivered, deliverOrder } from './delivered-order'

type Failed = { code: string; error: string; fields?: Record<string, string> }

const sandbox = useSandbox()
let tee: Product
let owner: TestPerson
let editor: TestPerson
let wren: TestPerson
let sol: TestPerson
beforeAll(async () => {
  await getTestPayload()
  tee = await makeProduct({ name: 'Fern Tee' })
  ;[owner, editor, wren, sol] = await Promise.all([
    makePerson('super_admin'),
    makePerson('editor'),
    makePerson('customer'),
    makePerson('customer'),
  ])
})
afterEach(() => sandbox.clearFaults())

const deliver = (days: number | null, as?: TestPerson) => deliverOrder(sandbox, tee, days, as)

const request = (
  { orderNumber, key, item }: Delivered,
  changes: Record<string, unknown> = {},
  as?: TestPerson,
) =>
  call<Failed & { id: number }>('POST', `/api/orders/${orderNumber}/returns`, {
    as,
    body: {
      ...(as ? {} : { key }),
      requestId: randomUUID(),
      reason: 'size',
      wish: 'refund',
      note: 'One size up, please.',
      lines: [{ itemId: item, quantity: 1 }],
      ...changes,
    },
  })
const step = (id: number, body: Record<string, unknown>, as = owner) =>
  call<AdminReturn & Failed>('POST', `/api/admin/returns/${id}/steps`, { as, body })
const refundsOf = ({ orderId }: Delivered) =>
  rowsOf<{ amount_cents: string; status: string }>(
    sql`select amount_cents, status from payments where order_id = ${orderId} and kind = 'refund' order by id`,
  )

it('a return goes from request through approval and receipt to one refund, with emails to the buyer', async () => {
  const order = await deliver(3)
  const { body: requested } = await request(order)
  await runWaitingJobs()
  const { body: list } = await call<AdminReturn[]>('GET', '/api/admin/returns?status=requested', {
    as: owner,
  })
  expect(list.find(({ id }) => id === requested.id)).toMatchObject({
    orderNumber: order.orderNumber,
    status: 'requested',
    reason: 'size',
    note: 'One size up, please.',
    items: [{ name: 'Fern Tee', quantity: 1 }],
    value: '34.56',
    claimBy: null,
  })
  expect(
    (await step(requested.id, { step: 'approve', message: 'Send it to:\n18 Alder Lane' })).body
      .status,
  ).toBe('approved')
  await runWaitingJobs()
  expect((await step(requested.id, { step: 'receive' })).body.status).toBe('received')
  const refunds = await Promise.all(
    [1, 2].map(() => step(requested.id, { step: 'refund', amount: '34.56' })),
  )
  expect(refunds.some(({ status }) => status === 200)).toBe(true)
  expect(await refundsOf(order)).toEqual([{ amount_cents: '3456', status: 'completed' }])
  const types = (
    await rowsOf<{ type: string }>(
      sql`select type from order_events where order_id = ${order.orderId} and type like 'return%' order by id`,
    )
  ).map(({ type }) => type)
  expect(types).toEqual([
    'return_requested',
    'return_approved',
    'return_received',
    'return_refunded',
  ])
  await runWaitingJobs()
  const texts = (await sandbox.mails(customer.email)).map(
    ({ subject, text }) => `${subject}\n${text}`,
  )
  expect(texts.find((text) => text.includes('We got your return request'))).toContain(
    'You’d like to return: 1 × Fern Tee (Pine, M). You asked for a refund.',
  )
  expect(texts.some((text) => text.includes('18 Alder Lane'))).toBe(true)
})

it('an approval that still lacks the return address isn’t sent', async () => {
  const order = await deliver(3)
  const { body } = await request(order)
  const message = `Send it to:\n${missingAddressText}`
  expect(await step(body.id, { step: 'approve', message })).toMatchObject({
    status: 400,
    body: { fields: { message: expect.stringContaining(missingAddressText) as string } },
  })
  const [stored] = await rowsOf<{ status: string }>(
    sql`select status from returns where id = ${body.id}`,
  )
  expect(stored?.status).toBe('requested')
})

describe('the buyer of a return', () => {
  const approved = async (changes: Record<string, unknown> = {}) => {
    const order = await deliver(3)
    const { body } = await request(order, changes)
    await runWaitingJobs()
    await step(body.id, { step: 'approve', message: 'Send it to:\n18 Alder Lane' })
    await runWaitingJobs()
    return { order, id: body.id }
  }
  const mailsAbout = async ({ orderNumber }: Delivered) =>
    (await sandbox.mails(customer.email)).filter(({ subject }) => subject.includes(orderNumber))
  const subjectsAbout = async (order: Delivered) =>
    (await mailsAbout(order)).map(({ subject }) =>
      subject.replace(` Order ${order.orderNumber}`, ''),
    )
  const eventsOf = async ({ orderNumber }: Delivered) =>
    (
      await rowsOf<{ type: string; reason: string | null }>(
        sql`select e.type, e.reason from order_events e join orders o on o.id = e.order_id
          where o.order_number = ${orderNumber} and e.type like 'return%' order by e.id`,
      )
    ).map(({ type, reason }) => [type, reason])

  it('hears that it was received and what comes next', async () => {
    const { order, id } = await approved({ wish: 'store-credit' })
    await Promise.all([1, 2].map(() => step(id, { step: 'receive' })))
    await runWaitingJobs()
    const received = (await mailsAbout(order)).filter(({ subject }) =>
      subject.startsWith('We received'),
    )
    expect(received.map(({ subject }) => subject)).toEqual([
      `We received your return. Order ${order.orderNumber}`,
    ])
    expect(received[0]?.text).toContain('1 × Fern Tee')
    expect(received[0]?.text).toContain('email you about your store credit')
  })

  it('hears only about the refund if it follows right after the receipt', async () => {
    const { order, id } = await approved()
    await step(id, { step: 'receive' })
    expect((await step(id, { step: 'refund', amount: ' $34.56 ' })).status).toBe(200)
    await runWaitingJobs()
    const subjects = await subjectsAbout(order)
    expect(subjects).toContain('We sent you a refund.')
    expect(subjects).not.toContain('We received your return.')
  })

  it.each([
    ['with a message', 'A replacement is on its way.', 'A replacement is on its way.'],
    ['without a message', undefined, 'There’s nothing you need to do.'],
  ])('hears that it was closed %s, and sees it', async (_, message, expected) => {
    const { order, id } = await approved()
    const closed = await step(id, { step: 'close', message })
    expect(closed.body).toMatchObject({ status: 'closed', message: message ?? null })
    await step(id, { step: 'close', message: 'Twice.' })
    await runWaitingJobs()
    const mails = (await mailsAbout(order)).filter(({ subject }) => subject.includes('is closed'))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(expected)
    expect(mails[0]?.text).toContain('If you expected something else, please reply')
    expect(mails[0]?.text).not.toContain('18 Alder Lane')
    const payload = await getTestPayload()
    expect(await listCustomerReturns(payload, order.orderNumber)).toMatchObject([
      { status: 'closed', message: message ?? null },
    ])
    const view = await getOrderByKey(payload, order.orderNumber, order.key)
    expect(view?.events.map(({ type }) => type)).toContain('return_closed')
    expect((await eventsOf(order)).at(-1)).toEqual(['return_closed', message ?? null])
  })

  it('gets the prepaid label with the approval, or in a message that a double click sends once', async () => {
    const label = 'https://labels.example/1Z.pdf?ship=1'
    const first = await deliver(3)
    const { body: requested } = await request(first)
    const text = `Send it to us.\n${labelFollowsText}`
    await step(requested.id, { step: 'approve', message: text, label })
    await runWaitingJobs()
    const approval = (await mailsAbout(first)).find(({ subject }) => subject.includes('approved'))
    expect(approval?.text).toContain(`Your prepaid label: ${label}`)
    expect(approval?.text).not.toContain(labelFollowsText)
    expect(approval?.html).toContain(`href="${label}"`)

    const { order, id } = await approved()
    const message = { step: 'message', message: 'Here’s your label.', label }
    const sent = await Promise.all([1, 2].map(() => step(id, message)))
    expect(sent.map(({ status }) => status)).toEqual([200, 200])
    await runWaitingJobs()
    expect((await step(id, { step: 'message', message: 'Print it on paper.' })).status).toBe(200)
    await runWaitingJobs()
    const news = (await mailsAbout(order)).filter(({ subject }) => subject.startsWith('A message'))
    expect(news.map(({ text: body }) => body.includes(label)).sort()).toEqual([false, true])
    for (const { text: body } of news) expect(body).not.toContain('18 Alder Lane')
    expect(await listCustomerReturns(await getTestPayload(), order.orderNumber)).toMatchObject([
      {
        status: 'approved',
        message: `Send it to:\n18 Alder Lane\n\nHere’s your label.\nYour prepaid label: ${label}\n\nPrint it on paper.`,
      },
    ])
    expect((await eventsOf(order)).slice(2)).toEqual([
      ['return_message', `Here’s your label.\nYour prepaid label: ${label}`],
      ['return_message', 'Print it on paper.'],
    ])
  })

  it('gets each text of staff once, even if the mail server was down for all of them', async () => {
    const order = await deliver(3)
    const { body } = await request(order)
    await step(body.id, { step: 'approve', message: 'Send it to us.' })
    await step(body.id, { step: 'message', message: 'Here’s your label.' })
    await step(body.id, { step: 'message', message: 'Print it on paper.' })
    await runWaitingJobs()
    const texts = (await mailsAbout(order)).map(({ text }) => text)
    for (const text of ['Send it to us.', 'Here’s your label.', 'Print it on paper.'])
      expect([text, texts.filter((one) => one.includes(text)).length]).toEqual([text, 1])
  })

  it('gets no message about a return that isn’t approved, or isn’t anymore when it is sent', async () => {
    const order = await deliver(3)
    const { body } = await request(order)
    const message = { step: 'message', message: 'Here’s your label.' }
    expect((await step(body.id, message)).body).toMatchObject({
      code: 'conflict',
      error: expect.stringContaining('This one is requested.') as string,
    })
    await step(body.id, { step: 'approve', message: 'Yes.' })
    expect((await step(body.id, { ...message, label: 'javascript:alert(1)' })).status).toBe(400)
    expect((await step(body.id, message, editor)).status).toBe(403)
    expect((await step(body.id, message)).status).toBe(200)
    await step(body.id, { step: 'close' })
    await runWaitingJobs()
    expect((await step(body.id, message)).status).toBe(409)
    expect(await subjectsAbout(order)).not.toContain('A message about your return.')
  })
})

it('the staff home page counts returns whose claim deadline with the printer is near', async () => {
  const payload = await getTestPayload()
  const before = (await countToDo(payload)).endingClaims
  await request(await deliver(25), { reason: 'damaged' })
  await request(await deliver(25), { reason: 'mind' })
  await request(await deliver(3), { reason: 'damaged' })
  await request(await deliver(31), { reason: 'damaged' })
  const declined = await request(await deliver(25), { reason: 'wrong-item' })
  await step(declined.body.id, { step: 'decline', message: 'It is what you ordered.' })
  expect((await countToDo(payload)).endingClaims).toBe(before + 1)
})

it('without a noted delivery, the printer’s deadline is estimated from the shipping', async () => {
  const payload = await getTestPayload()
  const before = (await countToDo(payload)).endingClaims
  const order = await deliver(null)
  const { body } = await request(order, { reason: 'damaged' })
  const read = async () =>
    (await call<AdminReturn>('GET', `/api/admin/returns/${body.id}`, { as: owner })).body
  expect(await read()).toMatchObject({ claimBy: null, isClaimByEstimate: false })
  // Seven business days at most on its way, and 30 days to claim.
  await rowsOf(sql`
    insert into order_events (order_id, type, message, actor, created_at)
    values (${order.orderId}, 'shipped', 'Shipped', 'June', now() - interval '35 days')`)
  const { claimBy, isClaimByEstimate } = await read()
  const days = (Date.parse(claimBy ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(3)
  expect(days).toBeLessThan(7)
  expect(isClaimByEstimate).toBe(true)
  expect((await countToDo(payload)).endingClaims).toBe(before + 1)
})

describe('an order on its way', () => {
  const shippedAgo = async ({ orderId }: Delivered, days: number) => {
    await rowsOf(sql`
      update orders set shipped_at = now() - make_interval(days => ${days}), transit_days_min = 3, transit_days_max = 7
      where id = ${orderId}`)
  }
  const returnableOf = async ({ orderNumber, key }: Delivered) => {
    const payload = await getTestPayload()
    const view = await getOrderByKey(payload, orderNumber, key)
    return view && listReturnable(payload, view)
  }

  it('can be returned from the day that it may have arrived', async () => {
    const order = await deliver(null)
    await shippedAgo(order, 1)
    const { start } = (await returnableOf(order)) ?? {}
    const today = dayIn(new Date(), env.SHOP_TIME_ZONE)
    expect(start && start > today && businessDaysBetween(today, start)).toBeGreaterThanOrEqual(2)
    const early = await request(order, { reason: 'damaged' })
    expect([early.status, early.body.error]).toEqual([
      409,
      `Your order is still on its way. You can return it starting ${formatDay(start ?? '')}. If something’s wrong before then, please email us.`,
    ])
    await shippedAgo(order, 14)
    expect((await returnableOf(order))?.start).toBeNull()
    expect((await request(order)).status).toBe(201)
  })

  it('can be returned at once when it was delivered earlier than expected', async () => {
    const order = await deliver(0)
    await shippedAgo(order, 1)
    expect((await returnableOf(order))?.start).toBeNull()
    expect((await request(order)).status).toBe(201)
  })
})

describe('an order that came back and was sent again', () => {
  /** Shipped 60 days ago, and again 12 days ago. */
  const sendAgain = ({ orderId }: Delivered) =>
    rowsOf(sql`
      with shipped as (
        insert into order_events (order_id, type, message, actor, created_at)
        values (${orderId}, 'shipped', 'Shipped', 'Printful', now() - interval '60 days'))
      update orders set shipments = json_build_array(
        json_build_object('id', '1', 'shippedAt', now() - interval '60 days', 'isReshipment', false, 'isReturned', true, 'lines', json_build_array()),
        json_build_object('id', '2', 'shippedAt', now() - interval '12 days', 'isReshipment', true, 'lines', json_build_array()))
      where id = ${orderId}`)

  it.each([
    ['nobody noted a delivery', null],
    ['staff had noted a delivery before', 50],
  ])('can be returned, and claimed, counting from then if %s', async (_, days) => {
    const order = await deliver(days)
    await sendAgain(order)
    expect((await request(order)).status).toBe(201)
    const { body } = await request(order, { reason: 'damaged' })
    const claim = (await listOpenClaims(await getTestPayload())).find(
      ({ returnId }) => returnId === body.id,
    )
    const left = (Date.parse(claim?.claimBy ?? '') - Date.now()) / 86_400_000
    expect(left).toBeGreaterThan(24)
    expect(left).toBeLessThan(33)
    expect(claim?.isEstimate).toBe(true)
  })

  it('counts from the first shipping while nothing was sent again', async () => {
    const order = await deliver(null)
    await sendAgain(order)
    await rowsOf(sql`
      update orders set shipments = jsonb_set(shipments, '{1,isReturned}', 'true') where id = ${order.orderId}`)
    const { status, body } = await request(order)
    expect([status, body.error]).toEqual([409, expect.stringContaining('more than 30 days')])
  })
})

it('the warning about a claim ends when it is filed, not when the buyer is refunded', async () => {
  const payload = await getTestPayload()
  const before = (await countToDo(payload)).endingClaims
  const order = await deliver(25)
  const { body } = await request(order, { reason: 'damaged' })
  await step(body.id, { step: 'approve', message: 'Keep it.' })
  await step(body.id, { step: 'refund', amount: '34.56' })
  const endings = async () => (await countToDo(payload)).endingClaims - before
  const isOpen = async () =>
    (await listOpenClaims(payload)).some(({ returnId }) => returnId === body.id)
  expect([await endings(), await isOpen()]).toEqual([1, true])
  const filed = await step(body.id, { step: 'claim', isFiled: true })
  expect(filed.body.claimedAt).not.toBeNull()
  expect(filed.body.status).toBe('refunded')
  // Filing it again keeps the first date.
  expect((await step(body.id, { step: 'claim', isFiled: true })).body.claimedAt).toBe(
    filed.body.claimedAt,
  )
  expect([await endings(), await isOpen()]).toEqual([0, false])
  expect((await step(body.id, { step: 'claim', isFiled: false })).body.claimedAt).toBeNull()
  expect([await endings(), await isOpen()]).toEqual([1, true])
})

it('there is no claim for items without a fault, for declined returns, or after the deadline', async () => {
  const payload = await getTestPayload()
  const late = await request(await deliver(31), { reason: 'damaged' })
  const claims = await listOpenClaims(payload)
  expect(claims.some(({ returnId }) => returnId === late.body.id)).toBe(false)
  const { body } = await request(await deliver(3))
  expect((await step(body.id, { step: 'claim', isFiled: true })).status).toBe(409)
  const declined = await request(await deliver(3), { reason: 'damaged' })
  await step(declined.body.id, { step: 'decline', message: 'It was worn.' })
  expect((await step(declined.body.id, { step: 'claim', isFiled: true })).status).toBe(409)
})

it('repeating a request creates one return', async () => {
  const order = await deliver(3)
  const requestId = randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => request(order, { requestId })))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  // The response was lost, and the form was changed before it was sent again.
  for (const change of [{ wish: 'exchange' }, { note: 'Two sizes up.' }, { reason: 'damaged' }])
    expect((await request(order, { requestId, ...change })).body).toMatchObject({
      code: 'conflict',
      error:
        'We already have your return request, so this change wasn’t sent. To change it, please email us.',
    })
  expect(await rowsOf(sql`select from returns where order_id = ${order.orderId}`)).toHaveLength(1)
})

it('rejects returns of more than was bought, even in concurrent requests', async () => {
  const order = await deliver(3)
  const answers = await Promise.all(
    [1, 2, 3].map(() => request(order, { lines: [{ itemId: order.item, quantity: 1 }] })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 400])
  expect((await request(order)).body.fields?.lines).toMatch('is already being returned')
  const returned = answers.find(({ status }) => status === 201)
  await step(returned?.body.id ?? 0, { step: 'decline', message: 'It was worn.' })
  expect((await request(order)).status).toBe(201)
})

it('the refunds of several returns add up to what was paid', async () => {
  const order = await deliver(3)
  for (const quantity of [1, 1]) {
    const { body } = await request(order, { lines: [{ itemId: order.item, quantity }] })
    await step(body.id, { step: 'approve', message: 'Keep it.' })
    const { value } = (
      await call<AdminReturn>('GET', `/api/admin/returns/${body.id}`, { as: owner })
    ).body
    expect((await step(body.id, { step: 'refund', amount: value })).status).toBe(200)
  }
  const refunds = await refundsOf(order)
  expect(refunds.reduce((sum, row) => sum + Number(row.amount_cents), 0)).toBe(6912)
})

it.each([
  ['after the return window', 31, { reason: 'size' }, 409],
  ['before the return window ends', 29, { reason: 'size' }, 201],
  ['of a faulty item after the return window', 200, { reason: 'damaged' }, 201],
  ['of a faulty item after more than a year', 366, { reason: 'damaged' }, 409],
  ['while the order is in transit', null, { reason: 'mind' }, 201],
])(
  'accepts or rejects a return %s according to the return policy',
  async (_, days, changes, status) => {
    expect((await request(await deliver(days), changes)).status).toBe(status)
  },
)

it('the return window of an order without a delivery date starts at its expected delivery', async () => {
  const order = await deliver(null)
  const shipped = (days: number) =>
    rowsOf(sql`
      insert into order_events (order_id, type, message, actor, created_at)
      values (${order.orderId}, 'shipped', 'Shipped', 'June', now() - make_interval(days => ${days}))`)
  await shipped(60)
  expect((await request(order)).status).toBe(409)
  await shipped(35)
  expect((await request(order)).status).toBe(201)
})

it('military mail, which takes weeks, can be returned for as long after its expected delivery', async () => {
  const order = await deliver(null)
  await rowsOf(sql`
    update orders set transit_days_min = 10, transit_days_max = 30 where id = ${order.orderId}`)
  await rowsOf(sql`
    insert into order_events (order_id, type, message, actor, created_at)
    values (${order.orderId}, 'shipped', 'Shipped', 'June', now() - interval '60 days')`)
  expect((await request(order)).status).toBe(201)
  const { body } = await request(order, { reason: 'damaged' })
  const claims = await listOpenClaims(await getTestPayload())
  expect(claims.map(({ returnId }) => returnId)).toContain(body.id)
})

it('a return of a faulty item shows the printer’s claim deadline', async () => {
  const { body } = await request(await deliver(10), { reason: 'damaged' })
  const { claimBy } = (
    await call<AdminReturn>('GET', `/api/admin/returns/${body.id}`, { as: owner })
  ).body
  const days = (Date.parse(claimBy ?? '') - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(20)
})

it('rejects returns of other people’s orders and of orders that haven’t shipped', async () => {
  const order = await deliver(3, wren)
  expect((await request(order, {}, sol)).status).toBe(404)
  expect((await request(order, { key: 'f'.repeat(32) })).status).toBe(404)
  expect((await request(order, {}, wren)).status).toBe(201)
  await rowsOf(sql`update orders set status = 'paid' where id = ${order.orderId}`)
  expect((await request(order)).status).toBe(409)
})

it.each([
  ['lines', { lines: [] }],
  ['lines', { lines: [{ itemId: 'nobody', quantity: 1 }] }],
  ['reason', { reason: 'because' }],
  ['wish', { wish: 'money' }],
  ['note', { note: 'x'.repeat(1001) }],
])('rejects a request with invalid %s', async (field, changes) => {
  const answer = await request(await deliver(3), changes)
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body.fields ?? {}).join()).toContain(field)
})

it('only one of two conflicting decisions succeeds, and editors can’t decide', async () => {
  const { body } = await request(await deliver(3))
  const answers = await Promise.all([
    step(body.id, { step: 'approve', message: 'Yes.' }),
    step(body.id, { step: 'decline', message: 'No.' }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await step(body.id, { step: 'receive' }, editor)).status).toBe(403)
})

it('a return stays approved when its refund amount is rejected', async () => {
  const order = await deliver(3)
  const { body } = await request(order)
  await step(body.id, { step: 'approve', message: 'Yes.' })
  for (const [amount, message] of [
    ['ten', 'Enter an amount like 20.00.'],
    ['0', 'Enter an amount greater than zero.'],
    ['99.00', undefined],
  ] as const) {
    const refused = await step(body.id, { step: 'refund', amount })
    expect(refused.status).toBe(400)
    if (message) expect(refused.body).toMatchObject({ fields: { amount: message } })
  }
  const { status } = (
    await call<AdminReturn>('GET', `/api/admin/returns/${body.id}`, { as: owner })
  ).body
  expect(status).toBe('approved')
  expect(await refundsOf(order)).toEqual([])
})

describe('a final sale', () => {
  const setFinalSale = async (isFinalSale: boolean) => {
    const { status, body } = await call<{ isFinalSale: boolean }>(
      'PUT',
      `/api/admin/products/${tee.id}`,
      { as: owner, body: { isFinalSale } },
    )
    expect([status, body.isFinalSale]).toEqual([200, isFinalSale])
  }
  const isFinalInCart = async (): Promise<boolean | undefined> => {
    const { body } = await call<{ lines: { isFinalSale: boolean }[] }>('POST', '/api/cart/check', {
      body: { items: [{ productId: tee.id, size: 'M', color: 'Pine', quantity: 1 }] },
    })
    return body.lines[0]?.isFinalSale
  }
  afterEach(() => setFinalSale(false))

  it('can be returned only if it is faulty, also after the product is no longer one', async () => {
    await setFinalSale(true)
    expect(await isFinalInCart()).toBe(true)
    const order = await deliver(3)
    await setFinalSale(false)
    expect(await isFinalInCart()).toBe(false)
    for (const reason of ['size', 'expectation', 'mind', 'other']) {
      const { status, body } = await request(order, { reason })
      expect([status, body.fields?.lines]).toEqual([
        400,
        '“Fern Tee” was final sale, so it can be returned only if it’s damaged, misprinted, or not what you ordered.',
      ])
    }
    expect(await rowsOf(sql`select id from returns where order_id = ${order.orderId}`)).toEqual([])
    expect((await request(order, { reason: 'damaged' })).status).toBe(201)
  })

  it('changes nothing about orders placed before', async () => {
    const order = await deliver(3)
    await setFinalSale(true)
    expect((await request(order)).status).toBe(201)
  })
})
