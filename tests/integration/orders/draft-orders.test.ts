import {
  address,
  makeCheckout,
  makePerson,
  makeProduct,
  type TestPerson,
} from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { withoutAudit } from '@/hooks/record-audit'
import { runJob } from '@/jobs/tasks'
import { shopDay } from '@/modules/checkout/delivery-days'
import { eraseRows } from '@/modules/privacy/actions/erase-rows'
import { purgeExpired } from '@/modules/privacy/actions/purge-expired'
import type { Product } from '@/payload-types'
import { formatDay } from '@/platform/calendar-days'
import { env } from '@/platform/env'
import { addDays, toZonedDateTime } from '@/platform/time-zones'
import { withTransaction } from '@/platform/transaction'

type Draft = { id: number; state: string; total: string; updatedAt: string; orderId: number | null }
type Placed = { orderId: number; orderNumber: string }
type Failed = { code: string; fields?: Record<string, string> }
type Totals = { subtotal: string; discount: string; shipping: string; tax: string; total: string }
type Quote = { totals: Totals; codeMessage: string | null; lines: { status: string }[] }
type Payment = { id: string; orderNumber: string; key: string; total: string }

const sandbox = useSandbox()
let staff: TestPerson
let owner: TestPerson
let tee: Product
beforeAll(async () => {
  await getTestPayload()
  staff = await makePerson('admin')
  owner = await makePerson('super_admin')
})
beforeEach(async () => {
  await rowsOf(sql`truncate rate_limits`)
  tee = await makeProduct({ name: 'Fern Tee' })
})

const { countryCode: _, ...recipient } = address
const contents = (change: Record<string, unknown> = {}) => ({
  email: 'wren@example.com',
  shippingAddress: recipient,
  items: [{ productId: tee.id, size: 'M', color: 'Pine', quantity: 1 }],
  ...change,
})
const save = async (change: Record<string, unknown> = {}) =>
  (await call<Draft>('POST', '/api/admin/draft-orders', { as: staff, body: contents(change) })).body
const quote = (change: Record<string, unknown> = {}) =>
  call<Quote & Failed>('POST', '/api/admin/draft-orders/quote', {
    as: staff,
    body: contents(change),
  })
const send = ({ id, total }: Pick<Draft, 'id' | 'total'>) =>
  call<Placed & Failed>('POST', `/api/admin/draft-orders/${id}/send`, {
    as: staff,
    body: { total },
  })
const draftOf = async (id: number) =>
  (await call<Draft>('GET', `/api/admin/draft-orders/${id}`, { as: staff })).body
const orderOf = async (id: number) =>
  (
    await rowsOf<{
      status: string
      payment_state: string
      total_cents: string
      payable_until: string | null
      paypal_order_id: string | null
    }>(sql`select * from orders where id = ${id}`)
  )[0]
/** Returns the key in an email with a payment link for the order. */
const linkOf = async (orderNumber: string): Promise<string> => {
  await runWaitingJobs()
  const mails = await sandbox.mails('wren@example.com')
  const texts = mails.map(({ text }) => text).filter((text) => text.includes(orderNumber))
  return /\/checkout\/DF-\d+\?key=([a-f0-9]{32})/.exec(texts.join('\n'))?.[1] ?? ''
}
const startPayment = (orderNumber: string, key: string, paymentMethod = 'paypal') =>
  call<Payment & Failed>('POST', `/api/orders/${orderNumber}/payment`, {
    body: { key, paymentMethod },
  })
const capture = ({ id, key }: Payment) =>
  call<{ status: string } & Failed>('POST', `/order/${id}/capture`, { body: { key } })
const reconcile = async () => runJob(await getTestPayload(), 'reconcile-payments', {})
const setPrice = async (basePriceCents: number): Promise<void> => {
  const payload = await getTestPayload()
  await payload.update({
    collection: 'products',
    id: tee.id,
    data: { basePriceCents },
    context: withoutAudit(),
  })
}

describe('a draft order', () => {
  it('can be saved incomplete, changed, found, and deleted', async () => {
    const first = await call<Draft>('POST', '/api/admin/draft-orders', {
      as: staff,
      body: { shippingAddress: {}, items: [] },
    })
    expect([first.status, first.body.total]).toEqual([201, '0.00'])
    const { id, updatedAt } = first.body
    const saved = await call<Draft>('PUT', `/api/admin/draft-orders/${id}`, {
      as: staff,
      body: { ...contents(), version: updatedAt },
    })
    expect([saved.status, saved.body.total]).toEqual([200, '40.55'])
    const late = await call<Failed>('PUT', `/api/admin/draft-orders/${id}`, {
      as: staff,
      body: { ...contents({ note: 'Late' }), version: updatedAt },
    })
    expect([late.status, late.body.code]).toEqual([409, 'version_conflict'])
    const list = await call<Draft[]>('GET', '/api/admin/draft-orders?search=okafor', { as: staff })
    expect(list.body.map((draft) => draft.id)).toEqual([id])
    expect((await call('DELETE', `/api/admin/draft-orders/${id}`, { as: staff })).status).toBe(200)
    expect((await call('GET', `/api/admin/draft-orders/${id}`, { as: staff })).status).toBe(404)
  })

  it('has the same totals as the checkout for the same cart', async () => {
    const items = [{ productId: tee.id, size: 'M', color: 'Pine', quantity: 2 }]
    const checkout = await call<{ totals: Totals }>('POST', '/api/cart/check', {
      body: { items, place: { stateCode: 'CA', zip: '93023' } },
    })
    const { body } = await quote({ items })
    expect(body.totals).toEqual(checkout.body.totals)
    expect(body.totals.total).toBe('69.12')
  })

  it.each([
    [{ kind: 'percent', percent: 25 }, '8.00', '31.91'],
    [{ kind: 'amount', amount: 10 }, '10.00', '29.75'],
    [{ kind: 'amount', amount: 999 }, '32.00', '5.99'],
  ])('with the discount %j gets $%s off and a total of $%s', async (discount, off, total) => {
    expect((await quote({ discount })).body.totals).toMatchObject({ discount: off, total })
  })

  it.each([
    [{ kind: 'percent', percent: 150 }, 'Please enter 100 or less.'],
    [{ kind: 'amount', amount: -1 }, 'Please enter more than 0.'],
    [{ kind: 'amount', amount: 99_999_999 }, 'Please enter 5,000 or less.'],
    [{ kind: 'amount', amount: null }, 'Please enter a number.'],
  ])('says what is wrong with the discount %j', async (discount, message) => {
    const { status, body } = await quote({ discount })
    expect([status, Object.values(body.fields ?? {})]).toEqual([400, [message]])
  })

  it('applies a staff discount instead of an automatic discount', async () => {
    const automatic = await (
      await getTestPayload()
    ).create({
      collection: 'discounts',
      context: withoutAudit(),
      data: {
        name: 'Half off',
        isActive: true,
        isAutomatic: true,
        kind: 'percent',
        firstOrderOnly: false,
        percent: 50,
        scope: 'all',
        minimumSubtotalCents: 0,
        startsAt: new Date(0).toISOString(),
      },
    })
    expect((await quote()).body.totals.discount).toBe('16.00')
    expect((await quote({ discount: { kind: 'percent', percent: 10 } })).body.totals.discount).toBe(
      '3.20',
    )
    await rowsOf(sql`delete from discounts where id = ${automatic.id}`)
  })

  it('explains why a code is rejected and is not sent', async () => {
    const discount = { kind: 'code', code: 'NOPE' }
    expect((await quote({ discount })).body.codeMessage).toContain('We don’t recognize this code')
    const draft = await save({ discount })
    const { status, body } = await send(draft)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['discount.code']])
    expect((await draftOf(draft.id)).orderId).toBeNull()
  })
})

describe('a payment link', () => {
  it('belongs to one order and is emailed once when staff send it twice, and again when resent', async () => {
    const draft = await save({ note: 'Ordered by phone.' })
    const [first, second] = await Promise.all([send(draft), send(draft)])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(first.body)
    const { orderId, orderNumber } = first.body
    expect(await linkOf(orderNumber)).toMatch(/^[a-f0-9]{32}$/)
    expect(await orderOf(orderId)).toMatchObject({ status: 'pending', payment_state: 'none' })
    expect(await draftOf(draft.id)).toMatchObject({ state: 'sent', orderId })
    expect(
      await rowsOf(sql`select text, author_id from order_notes where order_id = ${orderId}`),
    ).toEqual([{ text: 'Ordered by phone.', author_id: staff.user.id }])
    const resent = await call('POST', `/api/admin/orders/${orderId}/resend`, {
      as: staff,
      body: { mail: 'payment-link' },
    })
    expect(resent.status).toBe(200)
    await runWaitingJobs()
    const mails = await sandbox.mails('wren@example.com')
    expect(mails.filter(({ subject }) => subject.includes(orderNumber))).toHaveLength(2)
  })

  it('can be paid until the end of the day that its email names', async () => {
    const today = shopDay()
    const { body: placed } = await send(await save())
    const until = new Date((await orderOf(placed.orderId))?.payable_until ?? '').toISOString()
    // Midnight may pass while the link is sent.
    const days = [today, shopDay()].map((from) => addDays(from, 7))
    const day = toZonedDateTime(until, env.SHOP_TIME_ZONE).slice(0, 10)
    expect(days).toContain(day)
    expect(toZonedDateTime(until, env.SHOP_TIME_ZONE)).toBe(`${day}T23:59`)
    await linkOf(placed.orderNumber)
    const mails = await sandbox.mails('wren@example.com')
    const mail = mails.find(({ text }) => text.includes(placed.orderNumber))
    expect(mail?.text).toContain(`You can pay at these prices until ${formatDay(day)}`)
  })

  it('is sent only with the total that staff saw and a valid email and ZIP code', async () => {
    const draft = await save()
    const wrong = await send({ id: draft.id, total: '1.00' })
    expect([wrong.status, wrong.body.code]).toEqual([409, 'totals_changed'])
    const incomplete = await save({ shippingAddress: { ...recipient, zip: '10001' }, email: '' })
    const refused = await send(incomplete)
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body.fields ?? {}).sort()).toEqual(['email', 'shippingAddress.zip'])
  })

  it('lets the customer pay at the prices in effect when it was sent', async () => {
    const discount = { kind: 'percent', percent: 25 }
    const { body: placed } = await send(await save({ discount }))
    const key = await linkOf(placed.orderNumber)
    await setPrice(9900)
    // Longer than the half hour for which a checkout quote is valid.
    await rowsOf(
      sql`update orders set created_at = now() - interval '3 days' where id = ${placed.orderId}`,
    )
    await reconcile()
    const { status, body: payment } = await startPayment(placed.orderNumber, key)
    expect([status, payment.total]).toEqual([200, '31.91'])
    expect((await startPayment(placed.orderNumber, key)).body.id).toBe(payment.id)
    await sandbox.approve(payment.id)
    expect((await capture(payment)).body.status).toBe('COMPLETED')
    expect(await orderOf(placed.orderId)).toMatchObject({
      status: 'paid',
      payment_state: 'completed',
      total_cents: '3191',
    })
    expect(
      await rowsOf(
        sql`select kind, status, amount_cents from payments where order_id = ${placed.orderId}`,
      ),
    ).toEqual([{ kind: 'capture', status: 'completed', amount_cents: '3191' }])
    const again = await startPayment(placed.orderNumber, key)
    expect([again.status, again.body.code]).toEqual([409, 'already_paid'])
    const left = await call<Draft[]>('GET', '/api/admin/draft-orders?search=okafor', { as: staff })
    expect(left.body.map(({ orderId }) => orderId)).not.toContain(placed.orderId)
  })

  it('is not in the product report until it is paid', async () => {
    const [from, to] = [-2, 2].map((days) => addDays(shopDay(), days))
    const report = async () => {
      const { status, body } = await call(
        'GET',
        `/api/admin/reports/products?from=${from}&to=${to}`,
        { as: staff },
      )
      expect(status).toBe(200)
      return body
    }
    const before = await report()
    const { body: placed } = await send(await save())
    expect(await report()).toEqual(before)
    const payment = (await startPayment(placed.orderNumber, await linkOf(placed.orderNumber))).body
    await sandbox.approve(payment.id)
    await capture(payment)
    expect(await report()).not.toEqual(before)
  })

  it('starts another payment after the first one has expired at PayPal', async () => {
    const { body: placed } = await send(await save())
    const key = await linkOf(placed.orderNumber)
    const first = (await startPayment(placed.orderNumber, key)).body
    await sandbox.moveClock(4 * 60 * 60 * 1000)
    const second = (await startPayment(placed.orderNumber, key)).body
    expect(second.id).not.toBe(first.id)
    await sandbox.approve(second.id)
    expect((await capture(second)).body.status).toBe('COMPLETED')
    await sandbox.moveClock(0)
  })

  it('stays paid if staff mark it as paid while PayPal opens its payment', async () => {
    const { body: placed } = await send(await save())
    const key = await linkOf(placed.orderNumber)
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/checkout/orders' },
      fault: 'latency',
      latencyMs: 15_000,
      times: 1,
    })
    const opening = startPayment(placed.orderNumber, key)
    await sandbox.beforeLateAnswer(async () => {
      const { status } = await call('PUT', `/api/admin/orders/${placed.orderId}`, {
        as: owner,
        body: { status: 'paid', reason: 'Paid in cash' },
      })
      expect(status).toBe(200)
    })
    const { body: payment } = await opening
    await sandbox.clearFaults()
    const paid = { status: 'paid', payment_state: 'completed', paypal_order_id: null }
    expect(await orderOf(placed.orderId)).toMatchObject(paid)
    await sandbox.approve(payment.id)
    expect((await capture({ ...payment, key })).status).toBe(404)
    expect(await orderOf(placed.orderId)).toMatchObject(paid)
  })

  it('requires its key and works only for orders that are payable by link', async () => {
    const { body: placed } = await send(await save())
    const wrong = await startPayment(placed.orderNumber, '0'.repeat(32))
    expect(wrong.status).toBe(404)
    const key = await linkOf(placed.orderNumber)
    await rowsOf(sql`update orders set payable_until = null where id = ${placed.orderId}`)
    expect((await startPayment(placed.orderNumber, key)).status).toBe(404)
  })

  it('is in the email about a payment that was denied, because it can still be paid', async () => {
    const { body: placed } = await send(await save())
    const key = await linkOf(placed.orderNumber)
    const payment = (await startPayment(placed.orderNumber, key)).body
    await sandbox.approve(payment.id, 'pending')
    expect((await capture(payment)).body.status).toBe('PENDING')
    const [row] = await rowsOf<{ provider_id: string }>(
      sql`select provider_id from payments where order_id = ${placed.orderId}`,
    )
    await sandbox.denyCapture(row?.provider_id ?? '')
    await rowsOf(
      sql`update orders set updated_at = now() - interval '2 hours' where id = ${placed.orderId}`,
    )
    await reconcile()
    await runWaitingJobs()
    const failed = (await sandbox.mails('wren@example.com')).filter(
      ({ subject }) => subject === `Your payment didn’t go through. Order ${placed.orderNumber}`,
    )
    expect(failed).toHaveLength(1)
    expect(failed[0]?.text).toContain('You can still pay with the link below until')
    expect(failed[0]?.text).toContain(`/checkout/${placed.orderNumber}?key=${key}`)
    expect(failed[0]?.text).not.toContain('order them again')
  })

  it('stops working when it expires, and its draft can be sent again', async () => {
    const draft = await save()
    const { body: placed } = await send(draft)
    const key = await linkOf(placed.orderNumber)
    await rowsOf(
      sql`update orders set payable_until = now() - interval '2 minutes' where id = ${placed.orderId}`,
    )
    const late = await startPayment(placed.orderNumber, key)
    expect([late.status, late.body.code]).toEqual([410, 'link_expired'])
    await reconcile()
    expect((await orderOf(placed.orderId))?.status).toBe('pending')
    await rowsOf(
      sql`update orders set payable_until = now() - interval '2 hours' where id = ${placed.orderId}`,
    )
    await reconcile()
    expect((await orderOf(placed.orderId))?.status).toBe('cancelled')
    const open = await draftOf(draft.id)
    expect(open.state).toBe('open')
    const { body: next } = await send(open)
    expect(next.orderId).not.toBe(placed.orderId)
  })

  it('stops working when staff cancel its order', async () => {
    const draft = await save()
    const { body: placed } = await send(draft)
    const key = await linkOf(placed.orderNumber)
    const refused = await call<Failed>('PUT', `/api/admin/draft-orders/${draft.id}`, {
      as: staff,
      body: contents(),
    })
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    await call('PUT', `/api/admin/orders/${placed.orderId}`, {
      as: staff,
      body: { status: 'cancelled' },
    })
    expect((await startPayment(placed.orderNumber, key)).status).toBe(410)
    expect((await draftOf(draft.id)).state).toBe('open')
  })

  it('can’t be paid when its product is no longer for sale', async () => {
    const { body: placed } = await send(await save())
    const key = await linkOf(placed.orderNumber)
    const payload = await getTestPayload()
    await payload.update({
      collection: 'products',
      id: tee.id,
      data: { isActive: false },
      context: withoutAudit(),
    })
    const gone = await startPayment(placed.orderNumber, key)
    expect([gone.status, gone.body.code]).toEqual([409, 'totals_changed'])
    expect((await orderOf(placed.orderId))?.paypal_order_id).toBeNull()
  })
})

describe('a payment link with a limited discount code', () => {
  let codes = 0
  const makeCode = async (limits: Record<string, unknown> = { maxUses: 1 }) => {
    codes += 1
    const code = `ONE-USE-${codes}`
    const { status, body } = await call<{ id: number }>('POST', '/api/admin/discounts', {
      as: owner,
      body: { name: code, kind: 'percent', percent: 25, code, ...limits },
    })
    expect([status, body]).toEqual([201, expect.anything()])
    return { id: body.id, code, discount: { kind: 'code', code } }
  }
  const saveWith = ({ discount }: { discount: unknown }) => save({ discount })
  const refusalOf = async (discountCode: string) =>
    (
      await call<{ codeMessage: string | null }>('POST', '/api/cart/check', {
        body: { items: contents().items, place: { stateCode: 'CA', zip: '93023' }, discountCode },
      })
    ).body.codeMessage
  const usedUp = 'This code has reached its usage limit.'
  const usesOf = async ({ id }: { id: number }) =>
    (await call<{ uses: number }>('GET', `/api/admin/discounts/${id}`, { as: owner })).body.uses
  const cancel = ({ orderId }: Placed) =>
    call('PUT', `/api/admin/orders/${orderId}`, { as: staff, body: { status: 'cancelled' } })

  it('holds its use of the code, so only one of several links can be sent, even at the same time', async () => {
    const one = await makeCode()
    const drafts = [await saveWith(one), await saveWith(one), await saveWith(one)]
    const sent = await Promise.all(drafts.map(send))
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    for (const { status, body } of sent)
      if (status !== 200) expect(body.fields).toEqual({ 'discount.code': usedUp })
    expect([await refusalOf(one.code), await usesOf(one)]).toEqual([usedUp, 1])
    const placed = sent.find(({ status }) => status === 200)?.body
    const number = placed?.orderNumber ?? ''
    const payment = (await startPayment(number, await linkOf(number))).body
    await sandbox.approve(payment.id)
    expect((await capture(payment)).body.status).toBe('COMPLETED')
    expect([await refusalOf(one.code), await usesOf(one)]).toEqual([usedUp, 1])
  })

  it('never shares the last use of the code with a checkout that is being paid', async () => {
    const one = await makeCode()
    const checkout = await call<Payment>('POST', '/order', {
      body: { ...makeCheckout(tee, { amount: '31.91' }), discountCode: one.code },
    })
    await sandbox.approve(checkout.body.id)
    const [sent, captured] = await Promise.all([send(await saveWith(one)), capture(checkout.body)])
    expect([sent.status, captured.status].toSorted()[0]).toBe(200)
    expect([sent.status === 200, captured.status === 200]).toContain(false)
    expect(await usesOf(one)).toBe(1)
  })

  it('releases its use when it is canceled or expires', async () => {
    const one = await makeCode()
    const canceled = (await send(await saveWith(one))).body
    expect(await refusalOf(one.code)).toBe(usedUp)
    await cancel(canceled)
    expect(await refusalOf(one.code)).toBeNull()
    const expired = await send(await saveWith(one))
    expect([expired.status, await refusalOf(one.code)]).toEqual([200, usedUp])
    await rowsOf(
      sql`update orders set payable_until = now() - interval '1 minute' where id = ${expired.body.orderId}`,
    )
    expect(await refusalOf(one.code)).toBeNull()
    expect((await send(await saveWith(one))).status).toBe(200)
  })

  it('counts toward the limit of a generated code without affecting the others', async () => {
    const many = await makeCode({})
    const { body } = await call<{ codes: string[] }>(
      'POST',
      `/api/admin/discounts/${many.id}/codes`,
      { as: owner, body: { count: 2, prefix: 'each', maxUses: 1 } },
    )
    const [first = '', second = ''] = body.codes
    expect((await send(await save({ discount: { kind: 'code', code: first } }))).status).toBe(200)
    expect([await refusalOf(first), await refusalOf(second)]).toEqual([usedUp, null])
  })

  it('holds its use for up to 8 days and then can’t be paid while another link holds the code', async () => {
    const one = await makeCode()
    const { body: old } = await send(await saveWith(one))
    await rowsOf(sql`
      update orders set created_at = now() - interval '8 days', payable_until = now() + interval '2 days'
       where id = ${old.orderId}`)
    const key = await linkOf(old.orderNumber)
    expect(await refusalOf(one.code)).toBeNull()
    const { body: newer } = await send(await saveWith(one))
    const late = await startPayment(old.orderNumber, key)
    expect([late.status, late.body]).toEqual([
      409,
      expect.objectContaining({
        code: 'totals_changed',
        error: 'This order’s discount is no longer available. Nothing was charged.',
      }),
    ])
    await cancel(newer)
    expect((await startPayment(old.orderNumber, key)).status).toBe(200)
  })
})

describe('a draft order that was paid another way', () => {
  const record = (draft: Draft, body: Record<string, unknown>) =>
    call<Placed & Failed>('POST', `/api/admin/draft-orders/${draft.id}/paid`, {
      as: staff,
      body: { total: draft.total, ...body },
    })

  it('becomes a paid order with a manual payment only once', async () => {
    const draft = await save()
    const [{ status, body: placed }, again] = [
      await record(draft, { reason: 'Cash at the fall market' }),
      await record(draft, { reason: 'Cash at the fall market' }),
    ]
    expect([status, again.status]).toEqual([200, 409])
    expect(await orderOf(placed.orderId)).toMatchObject({
      status: 'paid',
      payment_state: 'completed',
      payable_until: null,
    })
    expect(
      await rowsOf(
        sql`select kind, reason, amount_cents from payments where order_id = ${placed.orderId}`,
      ),
    ).toEqual([{ kind: 'manual', reason: 'Cash at the fall market', amount_cents: '4055' }])
    expect(
      await rowsOf(
        sql`select action from audit_events where subject_type = 'order' and subject_id = ${String(placed.orderId)}`,
      ),
    ).toEqual([{ action: 'order.created_by_staff' }])
  })

  it('stays an open draft if the payment can’t be recorded', async () => {
    const draft = await save()
    await rowsOf(
      sql`alter table payments add constraint refuse_manual check (kind <> 'manual') not valid`,
    )
    try {
      expect((await record(draft, { reason: 'Cash' })).status).toBe(500)
    } finally {
      await rowsOf(sql`alter table payments drop constraint refuse_manual`)
    }
    expect(await draftOf(draft.id)).toMatchObject({ state: 'open', orderId: null })
    const { body: placed } = await record(draft, { reason: 'Cash' })
    expect((await orderOf(placed.orderId))?.status).toBe('paid')
  })

  it('gets its receipt with the order’s link once, unless it was canceled by then', async () => {
    const { body: placed } = await record(await save(), { reason: 'Cash' })
    const { body: slip } = await record(await save(), { reason: 'Cash' })
    const setStatus = ({ orderId }: Placed, status: string, reason?: string) =>
      call('PUT', `/api/admin/orders/${orderId}`, { as: owner, body: { status, reason } })
    expect((await setStatus(slip, 'cancelled')).status).toBe(200)
    const mailsAbout = async ({ orderNumber }: Placed) => {
      await runWaitingJobs()
      const mails = await sandbox.mails('wren@example.com')
      return mails.filter(({ text }) => text.includes(`/orders/${orderNumber}?key=`))
    }
    const receiptsOf = async (order: Placed) =>
      (await mailsAbout(order)).filter(({ subject }) => subject.startsWith('Thank you'))
    const receipts = await receiptsOf(placed)
    expect(receipts.map(({ subject }) => subject)).toEqual([
      'Thank you, Wren. We’ve got your order.',
    ])
    expect(receipts[0]?.text).toContain('Total: $40.55')
    expect((await mailsAbout(slip)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Your order was canceled\./),
    ])
    for (const status of ['cancelled', 'paid']) {
      await setStatus(placed, status, 'A slip')
      await setStatus(slip, status, 'A slip')
    }
    expect(await receiptsOf(placed)).toHaveLength(1)
    expect(await receiptsOf(slip)).toHaveLength(1)
  })

  it('is free with 100% off, without a link or payment, and is placed once with its reason', async () => {
    const draft = await save({ discount: { kind: 'percent', percent: 100 } })
    expect(draft.total).toBe('0.00')
    const link = await send(draft)
    expect([link.status, link.body.code]).toEqual([409, 'conflict'])
    const placing = await Promise.all([
      record(draft, { reason: 'Won the fall giveaway' }),
      record(draft, { reason: 'Won the fall giveaway' }),
    ])
    expect(placing.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const orderId = placing.find(({ status }) => status === 200)?.body.orderId ?? 0
    expect(await orderOf(orderId)).toMatchObject({
      status: 'paid',
      payment_state: 'completed',
      total_cents: '0',
      payable_until: null,
    })
    expect(await rowsOf(sql`select 1 from payments where order_id = ${orderId}`)).toEqual([])
    expect(
      await rowsOf(
        sql`select type, message, reason from order_events where order_id = ${orderId} order by id limit 2`,
      ),
    ).toEqual([
      {
        type: 'placed',
        message: 'Free order created from a draft',
        reason: 'Won the fall giveaway',
      },
      { type: 'paid', message: 'Nothing to pay', reason: null },
    ])
    await runWaitingJobs()
    const mails = (await sandbox.mails('wren@example.com')).map(({ text }) => text).join()
    expect(mails).toContain('is waiting to be printed')
    expect(mails).not.toContain('giveaway')
  })

  it('isn’t recorded if its payment link was sent with another total', async () => {
    const draft = await save()
    const { body: sent } = await send(draft)
    const refused = await record(draft, { total: '50.00', reason: 'Cash' })
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    expect(await orderOf(sent.orderId)).toMatchObject({ status: 'pending', payment_state: 'none' })
    expect((await record(draft, { reason: 'Cash' })).body).toMatchObject({ orderId: sent.orderId })
    expect(await orderOf(sent.orderId)).toMatchObject({ status: 'paid', total_cents: '4055' })
  })

  it('requires a reason', async () => {
    const { status, body } = await record(await save(), { reason: ' ' })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['reason']])
  })
})

describe('the personal data of a draft order', () => {
  it('is erased when its customer is erased', async () => {
    const draft = await save({ email: 'leaver@example.com' })
    await withTransaction(await getTestPayload(), (req, tx) =>
      eraseRows(req, tx, { userId: null, emails: ['leaver@example.com'] }),
    )
    expect((await call('GET', `/api/admin/draft-orders/${draft.id}`, { as: staff })).status).toBe(
      404,
    )
  })

  it('is deleted once the draft is paid or after 90 days', async () => {
    const [fresh, old, paid] = [await save(), await save(), await save()]
    await call('POST', `/api/admin/draft-orders/${paid.id}/paid`, {
      as: staff,
      body: { total: paid.total, reason: 'Cash' },
    })
    await rowsOf(
      sql`update draft_orders set updated_at = now() - interval '91 days' where id = ${old.id}`,
    )
    await purgeExpired(await getTestPayload())
    const left = await rowsOf<{ id: number }>(
      sql`select id from draft_orders where id in (${fresh.id}, ${old.id}, ${paid.id})`,
    )
    expect(left).toEqual([{ id: fresh.id }])
  })
})
