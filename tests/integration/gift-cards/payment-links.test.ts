import { randomUUID } from 'node:crypto'

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
import { giftCardRefusal } from '@/modules/gift-cards/rules'
import { getOrderByKey } from '@/modules/orders/queries/get-customer-order'
import type { Product } from '@/payload-types'

type Card = { id: number; code: string }
type Entered = { code: string; amount: string }
type Link = { orderId: number; orderNumber: string; key: string; draftId: number }
type Opened = { id: string | null; orderNumber: string; key: string; total: string; due: string }
type Failed = { code: string; error: string; fields?: Record<string, string> }

const sandbox = useSandbox()
let owner: TestPerson
let tee: Product
beforeAll(async () => {
  await getTestPayload()
  owner = await makePerson('super_admin')
})
beforeEach(async () => {
  await rowsOf(sql`truncate rate_limits`)
  tee = await makeProduct({ name: 'Fern Tee' })
})

/**
 * Returns the orders whose books don’t match. The gift card amount of an unpaid order must be reserved, and that of a
 * paid order must be taken and recorded as a payment.
 */
const books = () =>
  rowsOf(sql`
    with held as (
      select order_id, card_id, -sum(amount_cents) filter (where kind in ('reserve', 'release')) as cents,
             count(*) filter (where kind = 'take') as takes from gift_card_entries where order_id is not null group by 1, 2
    )
    select o.order_number from orders o left join held h on h.order_id = o.id and h.cents <> 0
     where o.payable_until is not null and (
       coalesce(o.gift_card_cents, 0) <> coalesce(h.cents, 0) or coalesce(o.gift_card_id, 0) <> coalesce(h.card_id, 0)
       or coalesce(h.takes, 0) <> (select count(*) from payments p where p.order_id = o.id and p.kind = 'gift-card' and p.amount_cents = h.cents)
       or o.status = 'paid' and o.total_cents <> (select sum(amount_cents) from payments p
            where p.order_id = o.id and p.status = 'completed' and p.kind in ('capture', 'gift-card', 'manual')))`)
afterEach(async () => {
  await sandbox.clearFaults()
  expect(await books()).toEqual([])
})

const issue = async (amount: string): Promise<Card> => {
  const { status, body } = await call<Card>('POST', '/api/admin/gift-cards', {
    as: owner,
    body: { amount, note: 'A late package' },
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}
const readCard = async ({ id }: Card) =>
  (
    await call<{ balance: string; entries: { kind: string; amount: string }[] }>(
      'GET',
      `/api/admin/gift-cards/${id}`,
      { as: owner },
    )
  ).body
const balanceOf = async (card: Card): Promise<string> => (await readCard(card)).balance
const entriesOf = async (card: Card) =>
  (await readCard(card)).entries.map(({ kind, amount }) => `${kind} ${amount}`).toReversed()

const { countryCode: _, ...shippingAddress } = address
const sendDraft = (draft: { id: number; total: string }) =>
  call<{ orderId: number; orderNumber: string }>(
    'POST',
    `/api/admin/draft-orders/${draft.id}/send`,
    { as: owner, body: { total: draft.total } },
  )
/** Sends the payment link of a draft order for $40.55. @returns the order and the key of the link */
const sendLink = async (): Promise<Link> => {
  const draft = await call<{ id: number; total: string }>('POST', '/api/admin/draft-orders', {
    as: owner,
    body: {
      email: 'wren@example.com',
      shippingAddress,
      items: [{ productId: tee.id, size: 'M', color: 'Pine', quantity: 1 }],
    },
  })
  const { body } = await sendDraft(draft.body)
  await runWaitingJobs()
  const mails = await sandbox.mails('wren@example.com')
  const text = mails.map((mail) => mail.text).find((one) => one.includes(body.orderNumber))
  const key = /\/checkout\/DF-\d+\?key=([a-f0-9]{32})/.exec(text ?? '')?.[1] ?? ''
  return { ...body, key, draftId: draft.body.id }
}
const pay = ({ orderNumber, key }: Link, giftCard?: Entered, paymentMethod = 'paypal') =>
  call<Opened & Failed>('POST', `/api/orders/${orderNumber}/payment`, {
    body: { key, paymentMethod, giftCard },
  })
/** Starts paying with a gift card. @returns the payment of the rest */
const begin = async (link: Link, { code }: Card, amount: string): Promise<Opened> => {
  const { status, body } = await pay(link, { code, amount })
  expect([status, body.error]).toEqual([200, undefined])
  return body
}
const capture = ({ id, key }: Opened) =>
  call<{ status: string } & Failed>('POST', `/order/${id}/capture`, { body: { key } })
const approveAndCapture = async (opened: Opened) => {
  await sandbox.approve(opened.id ?? '')
  return capture(opened)
}
const checkOut = ({ code }: Card, amount: string) =>
  call<Opened & Failed>('POST', '/order', {
    body: { ...makeCheckout(tee), checkoutId: randomUUID(), giftCard: { code, amount } },
  })
const rowOf = async ({ orderId }: Pick<Link, 'orderId'>) =>
  (
    await rowsOf<{ status: string; state: string; card: number; paypal: string | null }>(sql`
      select status, payment_state as state, gift_card_cents::integer as card, paypal_order_id as paypal from orders where id = ${orderId}`)
  )[0]
const paymentsOf = ({ orderId }: Link) =>
  rowsOf<{ kind: string; status: string; cents: number }>(
    sql`select kind, status, amount_cents::integer as cents from payments where order_id = ${orderId} order by id`,
  )
/** Returns the orders that have reserved the card or were paid with it. */
const holdersOf = ({ id }: Card) =>
  rowsOf<{ number: string }>(sql`
    select order_number as number from orders where gift_card_id = ${id} and gift_card_cents > 0 and status <> 'cancelled'`)
const reconcile = async () => runJob(await getTestPayload(), 'reconcile-payments', {})
/** Backdates the gift card entries of an order. */
const age = async ({ orderId }: Link, hours: number): Promise<void> => {
  await rowsOf(sql`alter table gift_card_entries disable trigger keep_gift_card_entries`)
  await rowsOf(
    sql`update gift_card_entries set created_at = created_at - make_interval(hours => ${hours}::integer) where order_id = ${orderId}`,
  )
  await rowsOf(sql`alter table gift_card_entries enable trigger keep_gift_card_entries`)
}

describe('a gift card on a payment link', () => {
  it('is reserved when the buyer starts paying, and PayPal charges exactly the rest', async () => {
    const [card, link] = [await issue('25.00'), await sendLink()]
    await call('POST', '/api/gift-cards/check', { body: { code: card.code } })
    expect(await entriesOf(card)).toEqual(['issue 25.00'])
    const opened = await begin(link, card, '25.00')
    expect([opened.total, opened.due]).toEqual(['40.55', '15.55'])
    expect(await balanceOf(card)).toBe('0.00')
    expect((await approveAndCapture(opened)).body.status).toBe('COMPLETED')
    expect(await rowOf(link)).toMatchObject({ status: 'paid', state: 'completed', card: 2500 })
    expect(await paymentsOf(link)).toEqual([
      { kind: 'capture', status: 'completed', cents: 1555 },
      { kind: 'gift-card', status: 'completed', cents: 2500 },
    ])
    expect(await entriesOf(card)).toEqual(['issue 25.00', 'reserve -25.00', 'take 0.00'])
  })

  it('pays only once without PayPal if it covers the total, even with double clicks', async () => {
    const [card, link] = [await issue('100.00'), await sendLink()]
    const clicks = await Promise.all(
      [1, 2, 3].map(() => pay(link, { code: card.code, amount: '40.55' })),
    )
    const paid = clicks.filter(({ status }) => status === 200)
    expect(paid.length).toBeGreaterThan(0)
    for (const { body } of paid) expect([body.id, body.due]).toEqual([null, '0.00'])
    for (const { status, body } of clicks)
      if (status !== 200) expect([status, body.code]).toEqual([409, 'already_paid'])
    const again = await pay(link, { code: card.code, amount: '40.55' })
    expect(again.body).toMatchObject({ code: 'already_paid', orderNumber: link.orderNumber })
    expect(await paymentsOf(link)).toEqual([
      { kind: 'gift-card', status: 'completed', cents: 4055 },
    ])
    expect(await balanceOf(card)).toBe('59.45')
    expect(
      await rowsOf(
        sql`select 1 from order_events where order_id = ${link.orderId} and type = 'paid'`,
      ),
    ).toHaveLength(1)
    await runWaitingJobs()
    const receipts = (await sandbox.mails('wren@example.com')).filter(
      ({ text }) => text.includes(link.orderNumber) && text.includes('Gift card'),
    )
    expect(receipts).toHaveLength(1)
  })

  it('is rejected if unknown, disabled, or empty, and the link can still be paid', async () => {
    const [disabled, empty, link] = [await issue('50.00'), await issue('40.55'), await sendLink()]
    await call('PUT', `/api/admin/gift-cards/${disabled.id}`, {
      as: owner,
      body: { isActive: false },
    })
    expect((await checkOut(empty, '40.55')).status).toBe(200)
    for (const code of ['ABCD-EFGH-JKMN-PQRS', 'nonsense', disabled.code, empty.code]) {
      const { status, body } = await pay(link, { code, amount: '40.55' })
      expect([status, body.fields?.giftCardCode]).toEqual([400, giftCardRefusal])
    }
    expect(await rowOf(link)).toEqual({ status: 'pending', state: 'none', card: 0, paypal: null })
    const opened = await pay(link)
    expect(opened.body.due).toBe('40.55')
    expect((await approveAndCapture(opened.body)).body.status).toBe('COMPLETED')
  })

  it('is rejected if the amount differs from what the card pays', async () => {
    const [card, link] = [await issue('30.00'), await sendLink()]
    for (const amount of ['29.99', '30.01', '40.55', '0.00', '99.00'])
      expect((await pay(link, { code: card.code, amount })).body.code).toBe('totals_changed')
    expect(await entriesOf(card)).toEqual(['issue 30.00'])
  })

  it('is rejected if it was spent in the meantime, and the full amount is due', async () => {
    const [card, link] = [await issue('30.00'), await sendLink()]
    const bought = await checkOut(card, '30.00')
    expect((await approveAndCapture(bought.body)).body.status).toBe('COMPLETED')
    expect((await pay(link, { code: card.code, amount: '30.00' })).body.error).toBe(giftCardRefusal)
    expect((await pay(link)).body.due).toBe('40.55')
  })

  it('gets its part back when the whole order is refunded', async () => {
    const [card, link] = [await issue('25.00'), await sendLink()]
    await approveAndCapture(await begin(link, card, '25.00'))
    const refunded = await call('POST', `/api/admin/orders/${link.orderId}/refund`, {
      as: owner,
      body: { amount: '40.55', reason: 'Wrong size', refundId: randomUUID() },
    })
    expect(refunded.status).toBe(200)
    expect(await balanceOf(card)).toBe('25.00')
  })
})

describe('a payment started with a gift card', () => {
  it('reuses the same payment and reservation when it is repeated, even concurrently', async () => {
    const [card, link] = [await issue('25.00'), await sendLink()]
    const opened = await Promise.all([1, 2, 3].map(() => begin(link, card, '25.00')))
    opened.push(await begin(link, card, '25.00'))
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1)
    expect(await entriesOf(card)).toEqual(['issue 25.00', 'reserve -25.00'])
  })

  it('keeps one reservation when it is retried after PayPal’s response was lost', async () => {
    const [card, link] = [await issue('25.00'), await sendLink()]
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/checkout/orders$' },
      fault: 'reset-after',
      times: 10,
    })
    expect((await pay(link, { code: card.code, amount: '25.00' })).status).toBe(503)
    await sandbox.clearFaults()
    const opened = await begin(link, card, '25.00')
    expect((await approveAndCapture(opened)).body.status).toBe('COMPLETED')
    expect(await entriesOf(card)).toEqual(['issue 25.00', 'reserve -25.00', 'take 0.00'])
  })

  it('is paid once when the response to its capture was lost, and can’t be changed until then', async () => {
    const [card, link] = [await issue('25.00'), await sendLink()]
    const opened = await begin(link, card, '25.00')
    await sandbox.approve(opened.id ?? '')
    await sandbox.fault({ provider: 'paypal', fault: 'reset-after', times: 20 })
    expect((await capture(opened)).body.status).toBe('WORKING')
    await sandbox.clearFaults()
    expect((await pay(link)).body.code).toBe('payment_in_progress')
    expect((await checkOut(card, '25.00')).body.error).toBe(giftCardRefusal)
    await rowsOf(
      sql`update orders set capture_lease_until = now() - interval '1 second' where id = ${link.orderId}`,
    )
    await age(link, 3)
    await reconcile()
    expect(await rowOf(link)).toMatchObject({ status: 'paid', card: 2500 })
    expect(await entriesOf(card)).toEqual(['issue 25.00', 'reserve -25.00', 'take 0.00'])
  })

  it('can’t pay an order whose earlier payment is being looked into', async () => {
    const [card, link] = [await issue('50.00'), await sendLink()]
    await rowsOf(sql`update orders set payment_state = 'mismatch' where id = ${link.orderId}`)
    const { status, body } = await pay(link, { code: card.code, amount: '40.55' })
    expect([status, body.code]).toEqual([409, 'payment_in_progress'])
    expect(await balanceOf(card)).toBe('50.00')
  })

  it('keeps the reservation after a decline for the next attempt', async () => {
    const [card, link] = [await issue('25.00'), await sendLink()]
    const first = await begin(link, card, '25.00')
    await sandbox.approve(first.id ?? '', 'card-decline', 'card')
    expect((await capture(first)).body.code).toBe('payment_declined')
    const second = await begin(link, card, '25.00')
    expect(second.id).not.toBe(first.id)
    expect((await approveAndCapture(second)).body.status).toBe('COMPLETED')
    expect(await entriesOf(card)).toEqual(['issue 25.00', 'reserve -25.00', 'take 0.00'])
  })

  it('releases the card when the buyer pays without it, and the older payment can’t be captured', async () => {
    const [card, link] = [await issue('25.00'), await sendLink()]
    const older = await begin(link, card, '25.00')
    await sandbox.approve(older.id ?? '')
    const newer = (await pay(link)).body
    expect([newer.due, await balanceOf(card)]).toEqual(['40.55', '25.00'])
    expect((await capture(older)).body.code).toBe('not_found')
    expect((await approveAndCapture(newer)).body.status).toBe('COMPLETED')
    expect(await paymentsOf(link)).toEqual([{ kind: 'capture', status: 'completed', cents: 4055 }])
  })

  it('can switch to another card and back', async () => {
    const [first, second, link] = [await issue('25.00'), await issue('10.00'), await sendLink()]
    await begin(link, first, '25.00')
    expect((await begin(link, second, '10.00')).due).toBe('30.55')
    expect(await entriesOf(first)).toEqual(['issue 25.00', 'reserve -25.00', 'release 25.00'])
    const opened = await begin(link, first, '25.00')
    expect((await approveAndCapture(opened)).body.status).toBe('COMPLETED')
    expect(await Promise.all([balanceOf(first), balanceOf(second)])).toEqual(['0.00', '10.00'])
  })

  it('stays consistent when several tabs choose different payments at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      await rowsOf(sql`truncate rate_limits`)
      const [card, other, link] = [await issue('25.00'), await issue('10.00'), await sendLink()]
      const opened = await Promise.all([
        pay(link, { code: card.code, amount: '25.00' }),
        pay(link, undefined, 'venmo'),
        pay(link, { code: other.code, amount: '10.00' }, 'card'),
        pay(link),
      ])
      for (const { status } of opened) expect([200, 409]).toContain(status)
      let paid = 0
      for (const { status, body } of opened) {
        if (status !== 200) continue
        await sandbox.approve(body.id ?? '')
        if ((await capture(body)).body.status === 'COMPLETED') paid += 1
      }
      if (paid === 0) expect((await approveAndCapture((await pay(link)).body)).status).toBe(200)
      expect((await rowOf(link))?.state).toBe('completed')
    }
  })

  it('releases the card after two hours, and the link can still be paid with it', async () => {
    const [card, link] = [await issue('25.00'), await sendLink()]
    const left = await begin(link, card, '25.00')
    await age(link, 1)
    await reconcile()
    expect(await balanceOf(card)).toBe('0.00')
    await age(link, 1)
    await reconcile()
    expect(await balanceOf(card)).toBe('25.00')
    expect(await rowOf(link)).toEqual({
      status: 'pending',
      state: 'created',
      card: 0,
      paypal: null,
    })
    await sandbox.approve(left.id ?? '')
    expect((await capture(left)).body.code).toBe('not_found')
    const opened = await begin(link, card, '25.00')
    await reconcile()
    expect((await approveAndCapture(opened)).body.status).toBe('COMPLETED')
    expect(await paymentsOf(link)).toEqual([
      { kind: 'capture', status: 'completed', cents: 1555 },
      { kind: 'gift-card', status: 'completed', cents: 2500 },
    ])
  })

  it('shows the card’s amount to the buyer only once the order is paid', async () => {
    const [card, link] = [await issue('25.00'), await sendLink()]
    const view = async () =>
      (await getOrderByKey(await getTestPayload(), link.orderNumber, link.key))?.totals
        .giftCardCents
    const opened = await begin(link, card, '25.00')
    expect(await view()).toBe(0)
    await approveAndCapture(opened)
    expect(await view()).toBe(2500)
  })
})

describe('a gift card on a payment link that can’t be paid anymore', () => {
  const expectReleased = async (card: Card, link: Link, opened: Opened) => {
    expect(await balanceOf(card)).toBe('25.00')
    expect(await rowOf(link)).toMatchObject({ status: 'cancelled', card: 0 })
    expect((await capture(opened)).status).toBe(404)
    expect((await pay(link, { code: card.code, amount: '25.00' })).body.code).toBe('link_expired')
    expect(await balanceOf(card)).toBe('25.00')
  }

  it('is released when the link expires and can’t be reserved again', async () => {
    const [card, link] = [await issue('25.00'), await sendLink()]
    const opened = await begin(link, card, '25.00')
    await sandbox.approve(opened.id ?? '')
    await rowsOf(
      sql`update orders set payable_until = now() - interval '2 hours' where id = ${link.orderId}`,
    )
    await reconcile()
    await expectReleased(card, link, opened)
  })

  it('is released when staff cancel the order, and the draft can be sent again', async () => {
    const [card, link] = [await issue('25.00'), await sendLink()]
    const opened = await begin(link, card, '25.00')
    await sandbox.approve(opened.id ?? '')
    await call('PUT', `/api/admin/orders/${link.orderId}`, {
      as: owner,
      body: { status: 'cancelled' },
    })
    await expectReleased(card, link, opened)
    const draft = await call<{ id: number; total: string; state: string }>(
      'GET',
      `/api/admin/draft-orders/${link.draftId}`,
      { as: owner },
    )
    expect(draft.body.state).toBe('open')
    expect((await sendDraft(draft.body)).body.orderId).not.toBe(link.orderId)
  })

  it('isn’t reserved for an item that is no longer for sale', async () => {
    const [card, link] = [await issue('25.00'), await sendLink()]
    await (
      await getTestPayload()
    ).update({
      collection: 'products',
      id: tee.id,
      data: { isActive: false },
      context: withoutAudit(),
    })
    expect((await pay(link, { code: card.code, amount: '25.00' })).body.code).toBe('totals_changed')
    expect(await entriesOf(card)).toEqual(['issue 25.00'])
  })

  it('pays its part when staff mark the order as paid', async () => {
    const [card, link] = [await issue('25.00'), await sendLink()]
    await begin(link, card, '25.00')
    const marked = await call('PUT', `/api/admin/orders/${link.orderId}`, {
      as: owner,
      body: { status: 'paid', reason: 'Paid by check' },
    })
    expect(marked.status).toBe(200)
    expect(await paymentsOf(link)).toEqual([
      { kind: 'gift-card', status: 'completed', cents: 2500 },
      { kind: 'manual', status: 'completed', cents: 1555 },
    ])
    // Staff decide what happens to the part that was paid elsewhere.
    const view = await getOrderByKey(await getTestPayload(), link.orderNumber, link.key)
    expect(view?.changes).toEqual({ address: true, items: false, cancel: false })
    const canceled = await call<{ code: string }>(
      'POST',
      `/api/orders/${link.orderNumber}/cancel`,
      { body: { key: link.key } },
    )
    expect([canceled.status, canceled.body.code]).toEqual([409, 'conflict'])
    expect(await paymentsOf(link)).toHaveLength(2)
  })
})

describe('one gift card for several orders', () => {
  it('moves from a payment link to a checkout, and the link can still be paid in full', async () => {
    const [card, link] = [await issue('25.00'), await sendLink()]
    const older = await begin(link, card, '25.00')
    await sandbox.approve(older.id ?? '')
    const newer = await checkOut(card, '25.00')
    expect(newer.status).toBe(200)
    expect((await capture(older)).body.code).toBe('not_found')
    expect(await rowOf(link)).toMatchObject({ status: 'pending', card: 0, paypal: null })
    expect((await approveAndCapture(newer.body)).body.status).toBe('COMPLETED')
    const opened = (await pay(link)).body
    expect(opened.due).toBe('40.55')
    expect((await approveAndCapture(opened)).body.status).toBe('COMPLETED')
  })

  it('moves from a checkout to a payment link, and the checkout can’t be captured', async () => {
    const [card, link] = [await issue('25.00'), await sendLink()]
    const older = (await checkOut(card, '25.00')).body
    await sandbox.approve(older.id ?? '')
    const opened = await begin(link, card, '25.00')
    expect((await capture(older)).body.code).toBe('conflict')
    expect((await approveAndCapture(opened)).body.status).toBe('COMPLETED')
  })

  it('pays for at most one order when two links and a checkout use it at once', async () => {
    const card = await issue('45.00')
    const links = [await sendLink(), await sendLink()]
    await Promise.all([
      ...links.map((link) => pay(link, { code: card.code, amount: '40.55' })),
      checkOut(card, '40.55'),
    ])
    const [spent] = await rowsOf<{ cents: number; times: number }>(
      sql`select coalesce(sum(amount_cents), 0)::integer as cents, count(*)::integer as times from payments
           where kind = 'gift-card' and order_id in (select id from orders where gift_card_id = ${card.id})`,
    )
    expect(spent?.times).toBeLessThanOrEqual(1)
    expect(await balanceOf(card)).toBe(spent?.times === 1 ? '4.45' : '45.00')
  })

  it('stays with the first order when newer payments are rejected', async () => {
    const [card, link, other] = [await issue('25.00'), await sendLink(), await sendLink()]
    const opened = await begin(link, card, '25.00')
    const refused = await Promise.all([
      pay(other, { code: card.code, amount: '24.00' }),
      checkOut(card, '24.00'),
    ])
    for (const { body } of refused) expect(body.code).toBe('totals_changed')
    expect(await entriesOf(card)).toEqual(['issue 25.00', 'reserve -25.00'])
    expect((await approveAndCapture(opened)).body.status).toBe('COMPLETED')
    expect(await rowOf(link)).toMatchObject({ status: 'paid', card: 2500 })
  })

  it('pays in full for exactly one of several orders placed at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      await rowsOf(sql`truncate rate_limits`)
      const [card, links] = [await issue('45.00'), [await sendLink(), await sendLink()]]
      const answers = await Promise.all([
        ...links.map((link) => pay(link, { code: card.code, amount: '40.55' })),
        checkOut(card, '40.55'),
        checkOut(card, '40.55'),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const { status, body } of answers)
        if (status !== 200) expect([status, body.code]).toEqual([409, 'totals_changed'])
      expect(await balanceOf(card)).toBe('4.45')
    }
  })

  it('is found with its balance while an order reserves it', async () => {
    const [card, link] = [await issue('25.00'), await sendLink()]
    const payload = await getTestPayload()
    const checked = await payload.db.drizzle.transaction(async (tx) => {
      await tx.execute(sql`lock table gift_card_entries in access exclusive mode`)
      const checking = call<{ balance?: string }>('POST', '/api/gift-cards/check', {
        body: { code: card.code },
      })
      const isBlocked = async (): Promise<boolean> =>
        (
          await rowsOf(
            sql`select from pg_locks where relation = 'gift_card_entries'::regclass and not granted`,
          )
        ).length > 0
      while (!(await isBlocked()));
      await tx.execute(sql`
        insert into gift_card_entries (card_id, kind, amount_cents, order_id, request_id, actor)
        values (${card.id}, 'reserve', -2500, ${link.orderId}, ${randomUUID()}, 'buyer')`)
      await tx.execute(
        sql`update orders set gift_card_id = ${card.id}, gift_card_cents = 2500 where id = ${link.orderId}`,
      )
      return { checking }
    })
    expect((await checked.checking).body).toMatchObject({ balance: '25.00' })
  })

  it('is reserved in part for exactly one of several orders placed at once, which can be paid', async () => {
    for (let round = 0; round < 3; round += 1) {
      await rowsOf(sql`truncate rate_limits`)
      const [card, links] = [await issue('25.00'), [await sendLink(), await sendLink()]]
      const answers = await Promise.all([
        ...links.map((link) => pay(link, { code: card.code, amount: '25.00' })),
        checkOut(card, '25.00'),
        checkOut(card, '25.00'),
      ])
      for (const { status, body } of answers)
        if (status !== 200) expect([status, body.code]).toEqual([409, 'totals_changed'])
      const holders = await holdersOf(card)
      expect([holders.length, await balanceOf(card)]).toEqual([1, '0.00'])
      const winner = answers.find(({ body }) => body.orderNumber === holders[0]?.number)
      if (!winner) throw new Error('The order with the card was not opened')
      expect((await approveAndCapture(winner.body)).body.status).toBe('COMPLETED')
    }
  })

  it('isn’t moved away from a payment that is being captured', async () => {
    for (let round = 0; round < 3; round += 1) {
      await rowsOf(sql`truncate rate_limits`)
      const [card, link, other] = [await issue('25.00'), await sendLink(), await sendLink()]
      const opened = await begin(link, card, '25.00')
      await sandbox.approve(opened.id ?? '')
      await Promise.all([
        capture(opened),
        pay(other, { code: card.code, amount: '25.00' }),
        checkOut(card, '25.00'),
      ])
      expect(await holdersOf(card)).toHaveLength(1)
      const { state, card: cents } = (await rowOf(link)) ?? {}
      expect(['completed 2500', 'created 0']).toContain(`${state} ${cents}`)
    }
  })
})
