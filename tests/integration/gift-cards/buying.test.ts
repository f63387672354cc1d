import { randomUUID } from 'node:crypto'

import { jest } from '@jest/globals'
import {
  customer,
  makeCheckout,
  makePerson,
  makeProduct,
  type TestPerson,
} from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'
import { settleFromProvider } from '@/modules/checkout/actions/capture-payment'
import { shopDay } from '@/modules/checkout/delivery-days'
import { recordRefunds } from '@/modules/orders/actions/record-refunds'
import { finishRefunds } from '@/modules/orders/actions/refund-order'
import { getOrderByKey } from '@/modules/orders/queries/get-customer-order'
import type { Product } from '@/payload-types'
import { env } from '@/platform/env'
import { removeJob } from '@/platform/job-queue'
import { addDays } from '@/platform/time-zones'
import { getProviders } from '@/providers'

type Placed = { id: string | null; orderNumber: string; key: string; total: string }
type Failed = { code: string; error: string; fields?: Record<string, string> }
type Delivery = {
  id: number
  card: number | null
  email: string
  sent: boolean
  lastFour: string | null
}

// A purchase makes about a dozen requests, which can be slow on a busy machine.
jest.setTimeout(120_000)

const sandbox = useSandbox()
let owner: TestPerson
let tee: Product
beforeAll(async () => {
  await getTestPayload()
  owner = await makePerson('super_admin')
  tee = await makeProduct({ name: 'Fern Tee' })
})
afterEach(() => sandbox.clearFaults())

const card = (changes: Record<string, unknown> = {}) => ({
  amount: '50.00',
  recipientName: 'Sam',
  recipientEmail: `sam-${randomUUID()}@example.com`,
  senderName: 'Wren',
  message: 'One day at a time.',
  sendOn: null,
  ...changes,
})
const buyer = {
  email: 'wren@example.com',
  newsletterSubscribe: false,
  firstName: 'Wren',
  lastName: 'Okafor',
}
/** Places an order of only gift cards. */
const place = (giftCards: object[], amount: string, changes: object = {}) =>
  call<Placed & Failed>('POST', '/order', {
    body: { ...makeCheckout(tee), items: [], customer: buyer, giftCards, amount, ...changes },
  })
/** Places an order of a tee ($40.55) and gift cards. */
const placeMixed = (giftCards: object[], amount: string, changes: object = {}) =>
  place(giftCards, amount, { items: makeCheckout(tee).items, customer, ...changes })
const pay = async ({ id, key }: Placed): Promise<void> => {
  await sandbox.approve(id ?? '')
  const { body } = await call<{ status: string }>('POST', `/order/${id}/capture`, { body: { key } })
  expect(body.status).toBe('COMPLETED')
}
const buy = async (giftCards: object[], amount: string, isMixed = false): Promise<Placed> => {
  const { status, body } = await (isMixed ? placeMixed : place)(giftCards, amount)
  expect([status, body]).toEqual([200, expect.anything()])
  await pay(body)
  return body
}
const idOf = async ({ orderNumber }: Placed): Promise<number> =>
  (await rowsOf<{ id: number }>(sql`select id from orders where order_number = ${orderNumber}`))[0]
    ?.id ?? 0
const orderOf = async (placed: Placed) =>
  (await getTestPayload()).findByID({ collection: 'orders', id: await idOf(placed), depth: 0 })
const deliveriesOf = async (placed: Placed): Promise<Delivery[]> =>
  rowsOf<Delivery>(sql`select delivery.id, card_id as card, recipient_email as email,
      sent_at is not null as sent, last_four as "lastFour"
    from gift_card_deliveries delivery left join gift_cards on gift_cards.id = card_id
    where order_id = ${await idOf(placed)} order by delivery.id`)
const paymentsOf = async (placed: Placed) =>
  rowsOf<{ kind: string; status: string; cents: number }>(
    sql`select kind, status, amount_cents::integer as cents from payments where order_id = ${await idOf(placed)} order by id`,
  )
const balanceOf = async (cardId: number | null | undefined): Promise<number> =>
  (
    await rowsOf<{ cents: number }>(
      sql`select coalesce(sum(amount_cents), 0)::integer as cents from gift_card_entries where card_id = ${cardId ?? 0}`,
    )
  )[0]?.cents ?? 0
/** Returns what is owed on the gift cards of an order according to the payments ledger. */
const owedOf = async (placed: Placed): Promise<number> =>
  (await paymentsOf(placed)).reduce(
    (sum, { kind, status, cents }) =>
      status !== 'completed'
        ? sum
        : kind === 'gift-card-sale'
          ? sum + cents
          : kind === 'gift-card-cancel'
            ? sum - cents
            : sum,
    0,
  )
const codeIn = (text: string): string => /Code: ([0-9A-Z-]{19})/.exec(text)?.[1] ?? ''
const emailTo = (address: string) => sandbox.mails(address)
const refund = async (placed: Placed, amount: string) =>
  call<{ status: string; amount: string } & Failed>(
    'POST',
    `/api/admin/orders/${await idOf(placed)}/refund`,
    { as: owner, body: { amount, reason: 'Changed their mind', refundId: randomUUID() } },
  )

describe('buying a gift card', () => {
  it('requires no address, adds no shipping or tax, and emails the card after payment', async () => {
    const bought = card()
    const placed = await buy([bought], '50.00')
    expect(await orderOf(placed)).toMatchObject({
      status: 'paid',
      subtotalCents: 0,
      shippingCents: 0,
      taxCents: 0,
      totalCents: 5000,
      purchasedCardsCents: 5000,
    })
    expect(await paymentsOf(placed)).toEqual([
      { kind: 'capture', status: 'completed', cents: 5000 },
      { kind: 'gift-card-sale', status: 'completed', cents: 5000 },
    ])
    // It has no address to change.
    const { orderNumber, key } = placed
    const view = await getOrderByKey(await getTestPayload(), orderNumber, key)
    expect(view?.changes).toEqual({ address: false, items: false, cancel: true })
    const { firstName, lastName, address1, city, stateCode, zip } = customer
    const moved = { key, firstName, lastName, address1, city, stateCode, zip }
    expect((await call('PUT', `/api/orders/${orderNumber}/address`, { body: moved })).status).toBe(
      409,
    )
    await runWaitingJobs()
    const [delivery] = await deliveriesOf(placed)
    expect(delivery).toMatchObject({ sent: true })
    const [email, ...others] = await emailTo(bought.recipientEmail)
    expect(others).toEqual([])
    expect(email?.subject).toBe('Wren sent you a gift card')
    expect(email?.text).toContain('One day at a time.')
    expect(email?.html).toContain('One day at a time.')
    const code = codeIn(email?.text ?? '')
    expect(code.slice(-4)).toBe(delivery?.lastFour)
    expect((await call('POST', '/api/gift-cards/check', { body: { code } })).body).toEqual({
      lastFour: delivery?.lastFour,
      balance: '50.00',
    })
    // The order is complete because all its cards were emailed.
    expect((await orderOf(placed)).status).toBe('delivered')
    const stored = await rowsOf<{ text: string }>(
      sql`select (select json_agg(d) from gift_card_deliveries d)::text || (select json_agg(c) from gift_cards c)::text as text`,
    )
    expect(stored[0]?.text).not.toContain(code)
    expect(stored[0]?.text).not.toContain(code.replaceAll('-', ''))
  })

  it('issues each card once when the payment is settled several times', async () => {
    const placed = await buy([card(), card({ amount: '25.00' })], '75.00')
    const payload = await getTestPayload()
    const order = await orderOf(placed)
    const { payments } = getProviders()
    await Promise.all([1, 2, 3].map(() => settleFromProvider({ payload, payments }, order)))
    const cards = await deliveriesOf(placed)
    expect(await Promise.all(cards.map((one) => balanceOf(one.card)))).toEqual([5000, 2500])
    expect(await owedOf(placed)).toBe(7500)
  })

  it('is canceled when staff record that its manual payment was refunded, as far as nobody spent it', async () => {
    const { body: placed } = await place([card(), card({ amount: '25.00' })], '75.00')
    const setStatus = async (status: string) =>
      call('PUT', `/api/admin/orders/${await idOf(placed)}`, {
        as: owner,
        body: { status, reason: 'By check' },
      })
    expect((await setStatus('paid')).status).toBe(200)
    const [first, second] = await deliveriesOf(placed)
    await rowsOf(sql`
      insert into gift_card_entries (card_id, order_id, kind, amount_cents, request_id, actor)
      values (${first?.card}, ${(await makeOrder()).id}, 'reserve', -1000, ${randomUUID()}, 'buyer')`)
    const balances = () => Promise.all([first, second].map((one) => balanceOf(one?.card)))
    expect(await balances()).toEqual([4000, 2500])

    expect((await setStatus('refunded')).status).toBe(200)
    expect(await balances()).toEqual([0, 0])
    expect(await owedOf(placed)).toBe(1000)
    expect((await paymentsOf(placed)).filter(({ kind }) => kind === 'refund')).toEqual([
      { kind: 'refund', status: 'completed', cents: 6500 },
    ])

    expect((await setStatus('delivered')).status).toBe(200)
    expect(await balances()).toEqual([4000, 2500])
    expect(await owedOf(placed)).toBe(7500)
    expect((await setStatus('refunded')).status).toBe(200)
    expect(await balances()).toEqual([0, 0])
    expect(await owedOf(placed)).toBe(1000)
  })

  it('can be combined with items without changing their shipping and tax', async () => {
    const placed = await buy([card()], '90.55', true)
    expect(await orderOf(placed)).toMatchObject({
      subtotalCents: 3200,
      shippingCents: 599,
      taxCents: 256,
      purchasedCardsCents: 5000,
      totalCents: 9055,
    })
    await runWaitingJobs()
    expect((await orderOf(placed)).status).toBe('paid')
    const { body: csv } = await call<string>(
      'GET',
      `/api/admin/orders/export?ids=${await idOf(placed)}`,
      { as: owner },
    )
    expect(csv.split(/\r?\n/)[0]).toContain('"tax","purchasedGiftCards","total","giftCard"')
    expect(csv).toContain('"2.56","50.00","90.55","0.00"')
  })

  it('delays the email until the chosen day and lets the buyer correct the address until then', async () => {
    const bought = card({ sendOn: addDays(shopDay(), 7) })
    const placed = await buy([bought], '50.00')
    const [delivery] = await deliveriesOf(placed)
    const waiting = await rowsOf<{ due: boolean }>(
      sql`select run_at > now() + interval '5 days' as due from graphile_worker.jobs where key = ${`gift-card:${delivery?.id}`}`,
    )
    expect(waiting).toEqual([{ due: true }])
    const correct = (recipientEmail: string, key: string) =>
      call<Failed>('PUT', `/api/orders/${placed.orderNumber}/gift-cards/${delivery?.id}`, {
        body: { key, recipientEmail },
      })
    expect((await correct('robin@example.com', '0'.repeat(32))).status).toBe(404)
    expect((await correct('robin', placed.key)).status).toBe(400)
    const address = `robin-${randomUUID()}@example.com`
    expect((await correct(address, placed.key)).status).toBe(200)
    const payload = await getTestPayload()
    await runJob(payload, 'send-gift-card', { deliveryId: delivery?.id ?? 0 })
    await runJob(payload, 'send-gift-card', { deliveryId: delivery?.id ?? 0 })
    expect(await emailTo(bought.recipientEmail)).toEqual([])
    expect(await emailTo(address)).toHaveLength(1)
    expect((await correct('late@example.com', placed.key)).status).toBe(409)
  })

  it('emails a code that works after PAYLOAD_SECRET was changed, on its day and when it is sent again', async () => {
    const bought = card({ sendOn: addDays(shopDay(), 7) })
    const [delivery] = await deliveriesOf(await buy([bought], '50.00'))
    const payload = await getTestPayload()
    const sent = new Set<string>()
    const send = async (again: boolean): Promise<string> => {
      await runJob(payload, 'send-gift-card', { deliveryId: delivery?.id ?? 0, again })
      const codes = (await emailTo(bought.recipientEmail)).map(({ text }) => codeIn(text))
      const newest = codes.find((one) => !sent.has(one)) ?? ''
      sent.add(newest)
      return newest
    }
    const check = async (code: string) =>
      (await call('POST', '/api/gift-cards/check', { body: { code } })).body
    const replaced = jest.replaceProperty(
      env,
      'PAYLOAD_SECRET',
      'a secret that came later, 0123456789',
    )
    let code = ''
    try {
      code = await send(false)
      expect(await check(code)).toEqual({ lastFour: code.slice(-4), balance: '50.00' })
    } finally {
      replaced.restore()
    }
    expect(await check(code)).toMatchObject({ code: expect.any(String) })
    const renewed = await send(true)
    expect(renewed).not.toBe(code)
    expect(await check(renewed)).toEqual({ lastFour: renewed.slice(-4), balance: '50.00' })
  })

  it('emails a card that was disabled on its day once staff enable it again', async () => {
    const bought = card()
    const placed = await buy([bought], '50.00')
    const [delivery] = await deliveriesOf(placed)
    const setActive = (isActive: boolean) =>
      call('PUT', `/api/admin/gift-cards/${delivery?.card}`, { as: owner, body: { isActive } })
    expect((await setActive(false)).status).toBe(200)
    await runWaitingJobs()
    expect(await emailTo(bought.recipientEmail)).toEqual([])
    for (const isActive of [true, false, true]) await setActive(isActive)
    await runWaitingJobs()
    expect(await emailTo(bought.recipientEmail)).toHaveLength(1)
    for (const isActive of [false, true]) await setActive(isActive)
    await runWaitingJobs()
    expect(await emailTo(bought.recipientEmail)).toHaveLength(1)
  })

  describe('of an order that was canceled or marked as refunded', () => {
    const setStatus = async (placed: Placed, status: string) => {
      const path = `/api/admin/orders/${await idOf(placed)}`
      const body = { status, reason: 'Paid back in cash' }
      expect((await call('PUT', path, { as: owner, body })).status).toBe(200)
    }
    const isHeldBack = async ({ orderNumber, key }: Placed) =>
      (await getOrderByKey(await getTestPayload(), orderNumber, key))?.giftCards[0]?.isHeldBack

    it.each([
      ['cancelled', false],
      ['refunded', false],
      ['cancelled', true],
    ])(
      'isn’t emailed until the order is reopened (%s, with items: %s)',
      async (status, isMixed) => {
        const bought = card()
        const placed = await buy([bought], isMixed ? '90.55' : '50.00', isMixed)
        await setStatus(placed, status)
        await runWaitingJobs()
        expect(await emailTo(bought.recipientEmail)).toEqual([])
        expect(await isHeldBack(placed)).toBe(true)
        await setStatus(placed, 'paid')
        await runWaitingJobs()
        expect(await emailTo(bought.recipientEmail)).toHaveLength(1)
        await setStatus(placed, status)
        expect(await isHeldBack(placed)).toBe(false)
        await setStatus(placed, 'paid')
        await runWaitingJobs()
        expect(await emailTo(bought.recipientEmail)).toHaveLength(1)
      },
    )

    it('isn’t emailed when PayPal refuses the refund of a cancellation', async () => {
      const bought = card()
      const placed = await buy([bought], '50.00')
      const [delivery] = await deliveriesOf(placed)
      await sandbox.fault({
        provider: 'paypal',
        match: { method: 'POST', path: '/v2/payments/captures/[^/]+/refund' },
        fault: 'status',
        status: 422,
        body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'REFUND_TIME_LIMIT_EXCEEDED' }] },
      })
      const { status } = await call('POST', `/api/orders/${placed.orderNumber}/cancel`, {
        body: { key: placed.key },
      })
      expect(status).toBe(409)
      expect(await balanceOf(delivery?.card)).toBe(5000)
      await runWaitingJobs()
      expect((await orderOf(placed)).status).toBe('cancelled')
      expect(await emailTo(bought.recipientEmail)).toEqual([])
    })
  })

  it('replaces the code when staff send the card to another address', async () => {
    const bought = card()
    const placed = await buy([bought], '50.00')
    await runWaitingJobs()
    const [delivery] = await deliveriesOf(placed)
    const resend = async (recipientEmail: string) =>
      call<{ isQueued: boolean }>(
        'POST',
        `/api/admin/orders/${await idOf(placed)}/gift-cards/${delivery?.id}/resend`,
        { as: owner, body: { recipientEmail } },
      )
    expect((await resend(bought.recipientEmail)).body.isQueued).toBe(true)
    await runWaitingJobs()
    const [first, second] = (await emailTo(bought.recipientEmail)).map(({ text }) => codeIn(text))
    expect(second).toBe(first)
    const address = `ash-${randomUUID()}@example.com`
    await resend(address)
    await runWaitingJobs()
    const moved = codeIn((await emailTo(address))[0]?.text ?? '')
    const check = (code: string) => call('POST', '/api/gift-cards/check', { body: { code } })
    expect((await check(first ?? '')).status).toBe(400)
    expect((await check(moved)).body).toMatchObject({ balance: '50.00' })
  })

  it.each(['the buyer corrects', 'staff correct'])(
    'emails a card whose email failed for good once %s its address',
    async (who) => {
      const bought = card()
      const placed = await buy([bought], '50.00')
      const [delivery] = await deliveriesOf(placed)
      await sandbox.fault({ provider: 'mail', fault: 'reset-before', times: 1 })
      await expect(
        runJob(await getTestPayload(), 'send-gift-card', { deliveryId: delivery?.id ?? 0 }),
      ).rejects.toThrow()
      await sandbox.clearFaults()
      await removeJob((await getTestPayload()).db.drizzle, `gift-card:${delivery?.id}`)
      const recipientEmail = `ash-${randomUUID()}@example.com`
      const corrected =
        who === 'staff correct'
          ? await call(
              'POST',
              `/api/admin/orders/${await idOf(placed)}/gift-cards/${delivery?.id}/resend`,
              { as: owner, body: { recipientEmail } },
            )
          : await call('PUT', `/api/orders/${placed.orderNumber}/gift-cards/${delivery?.id}`, {
              body: { key: placed.key, recipientEmail },
            })
      expect(corrected.status).toBe(200)
      await runWaitingJobs()
      expect(await emailTo(recipientEmail)).toHaveLength(1)
      expect(await emailTo(bought.recipientEmail)).toEqual([])
      expect((await orderOf(placed)).status).toBe('delivered')
    },
  )

  it('lets staff change nothing while the card is being emailed, but does once a sender was lost', async () => {
    const bought = card({ sendOn: addDays(shopDay(), 7) })
    const placed = await buy([bought], '50.00')
    const [delivery] = await deliveriesOf(placed)
    const address = `ash-${randomUUID()}@example.com`
    const resend = async () =>
      call<Failed>(
        'POST',
        `/api/admin/orders/${await idOf(placed)}/gift-cards/${delivery?.id}/resend`,
        { as: owner, body: { recipientEmail: address } },
      )
    const sendingFor = (minutes: number) =>
      rowsOf(sql`update gift_card_deliveries set sending_at = now() - make_interval(mins => ${minutes})
        where id = ${delivery?.id ?? 0} returning code_seed as seed`)
    const [before] = await sendingFor(1)
    const refused = await resend()
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'This gift card is being sent right now. Try again in a few minutes.',
    ])
    expect((await deliveriesOf(placed))[0]?.email).toBe(bought.recipientEmail)
    // The lost sender may have reached the old address, so the code changes.
    await sendingFor(30)
    expect((await resend()).status).toBe(200)
    expect((await deliveriesOf(placed))[0]?.email).toBe(address)
    expect(await sendingFor(0)).not.toEqual([before])
  })

  it.each([
    ['an amount that isn’t sold', { amount: '9.99' }, '9.99', 'giftCards.0.amount'],
    ['a day in the past', { sendOn: '2020-01-01' }, '50.00', 'giftCards.0.sendOn'],
    ['no email address', { recipientEmail: 'sam' }, '50.00', 'giftCards.0.recipientEmail'],
    ['no name', { recipientName: ' ' }, '50.00', 'giftCards.0.recipientName'],
  ])('is rejected with %s', async (_, changes, amount, field) => {
    const { status, body } = await place([card(changes)], amount)
    expect(status).toBe(400)
    expect(Object.keys(body.fields ?? {})).toContain(field)
  })

  it('is rejected when gift cards are turned off and when items lack an address', async () => {
    await call('PUT', '/api/admin/settings', { as: owner, body: { sellsGiftCards: false } })
    expect((await place([card()], '50.00')).status).toBe(400)
    await call('PUT', '/api/admin/settings', { as: owner, body: { sellsGiftCards: true } })
    const { status, body } = await placeMixed([card()], '90.55', { customer: buyer })
    expect(status).toBe(400)
    expect(Object.keys(body.fields ?? {}).toSorted()).toEqual([
      'customer.address1',
      'customer.city',
      'customer.stateCode',
      'customer.zip',
    ])
    expect((await place([], '0.00')).status).toBe(400)
  })

  it('can’t be paid for with another gift card, which only covers the items', async () => {
    const { body: issued } = await call<{ code: string }>('POST', '/api/admin/gift-cards', {
      as: owner,
      body: { amount: '200.00', note: 'Test' },
    })
    const withCard = (amount: string) => ({ giftCard: { code: issued.code, amount } })
    expect((await place([card()], '50.00', withCard('50.00'))).body.code).toBe('totals_changed')
    expect((await placeMixed([card()], '90.55', withCard('90.55'))).body.code).toBe(
      'totals_changed',
    )
    const { body } = await placeMixed([card()], '90.55', withCard('40.55'))
    await pay(body)
    expect((await paymentsOf(body)).filter(({ kind }) => kind === 'capture')).toEqual([
      { kind: 'capture', status: 'completed', cents: 5000 },
    ])
  })
})

describe('refunding a purchased gift card', () => {
  const spend = async (
    placed: Placed,
    amount: string,
    send = runWaitingJobs,
    checkout = makeCheckout(tee),
  ): Promise<Placed> => {
    await send()
    const [delivery] = await deliveriesOf(placed)
    const code = codeIn((await emailTo(delivery?.email ?? ''))[0]?.text ?? '')
    const { status, body } = await call<Placed>('POST', '/order', {
      body: { ...checkout, giftCard: { code, amount } },
    })
    expect(status).toBe(200)
    return body
  }

  it('cancels an unspent card before it is emailed', async () => {
    const placed = await buy([card()], '50.00')
    const [delivery] = await deliveriesOf(placed)
    expect((await refund(placed, '50.00')).body).toMatchObject({ status: 'completed' })
    expect(await balanceOf(delivery?.card)).toBe(0)
    expect(await owedOf(placed)).toBe(0)
    expect((await orderOf(placed)).status).toBe('refunded')
    // The email had not been sent before the refund, so it is never sent.
    await runWaitingJobs()
    expect(await emailTo(delivery?.email ?? '')).toEqual([])
  })

  it('tells a buyer who cancels after one was spent from once, with the refund of the rest', async () => {
    const email = `wren-${randomUUID()}@example.com`
    const cards = [card(), card({ sendOn: addDays(shopDay(), 7) })]
    const { body: placed } = await place(cards, '100.00', { customer: { ...buyer, email } })
    await pay(placed)
    // The other one isn't due yet; an order whose cards are all sent can't be canceled.
    await spend(placed, '40.55', async () => send((await deliveriesOf(placed))[0]))
    const canceled = await call<{ refunded: string }>(
      'POST',
      `/api/orders/${placed.orderNumber}/cancel`,
      { body: { key: placed.key } },
    )
    expect(canceled).toMatchObject({ status: 200, body: { refunded: '59.45' } })
    expect((await orderOf(placed)).status).toBe('cancelled')
    await runWaitingJobs()
    const mails = (await emailTo(email)).filter(({ subject }) => !subject.startsWith('Thank you'))
    expect(mails.map(({ subject }) => subject)).toEqual([
      `We sent you a refund. Order ${placed.orderNumber}`,
    ])
    expect(mails[0]?.text).toContain('Gift cards you bought with it can’t be used anymore.')
  })

  const refundCard = async (placed: Placed, delivery?: Delivery) => {
    const { status, body } = await call<Failed>(
      'POST',
      `/api/admin/orders/${await idOf(placed)}/refund-lines`,
      {
        as: owner,
        body: {
          ...{ lines: [{ itemId: `card-${delivery?.id}`, quantity: 1 }], amount: '50.00' },
          ...{ reason: 'Changed their mind', refundId: randomUUID() },
        },
      },
    )
    expect([status, body]).toEqual([200, expect.anything()])
    expect(await balanceOf(delivery?.card)).toBe(0)
  }
  const send = async (delivery?: Delivery) =>
    runJob(await getTestPayload(), 'send-gift-card', { deliveryId: delivery?.id ?? 0 })

  it.each([
    ['the others were emailed', true],
    ['the others are emailed', false],
  ])('completes the order when a card is refunded before its day, after %s', async (_, isSent) => {
    const placed = await buy([card(), card({ sendOn: addDays(shopDay(), 7) })], '100.00')
    const [first, later] = await deliveriesOf(placed)
    if (isSent) await send(first)
    await refundCard(placed, later)
    if (!isSent) {
      await send(later)
      expect((await orderOf(placed)).status).toBe('paid')
      await send(first)
    }
    expect((await orderOf(placed)).status).toBe('delivered')
    // The timeline is kept when the recipient is erased, so it doesn't name them.
    expect(
      await rowsOf(
        sql`select message from order_events where order_id = ${await idOf(placed)} and type = 'refund_requested'`,
      ),
    ).toEqual([{ message: 'Refund of $50.00 requested: gift card' }])
    expect(await emailTo(later?.email ?? '')).toEqual([])
    expect((await refund(placed, '50.00')).body).toMatchObject({ status: 'completed' })
    expect((await orderOf(placed)).status).toBe('refunded')
  })

  it('leaves a gift card to an erased recipient unsent, and doesn’t say that it’s being sent', async () => {
    const placed = await buy([card({ sendOn: addDays(shopDay(), 7) })], '50.00')
    const [delivery] = await deliveriesOf(placed)
    await rowsOf(
      sql`update gift_card_deliveries set recipient_email = 'erased' where id = ${delivery?.id}`,
    )
    await send(delivery)
    expect(
      await rowsOf(
        sql`select sending_at, sent_at from gift_card_deliveries where id = ${delivery?.id}`,
      ),
    ).toEqual([{ sending_at: null, sent_at: null }])
  })

  it('refunds only the unspent balance', async () => {
    const placed = await buy([card()], '50.00')
    await spend(placed, '40.55')
    expect((await refund(placed, '50.00')).body.fields).toEqual({
      amount: 'You can refund up to $9.45.',
    })
    expect((await refund(placed, '9.45')).status).toBe(200)
    const [delivery] = await deliveriesOf(placed)
    expect(await balanceOf(delivery?.card)).toBe(0)
    expect(await owedOf(placed)).toBe(4055)
  })

  it('leaves its order open while the rest is only reserved, and not yet spent', async () => {
    const placed = await buy([card()], '90.55', true)
    const items = [{ productId: tee.id, size: 'M', color: 'Pine', quantity: 2 }]
    // The rest of this order is for PayPal, and never paid.
    await spend(placed, '50.00', runWaitingJobs, makeCheckout(tee, { items, amount: '69.12' }))
    expect((await refund(placed, '40.55')).status).toBe(200)
    expect((await orderOf(placed)).status).toBe('paid')
  })

  it('closes its order as refunded in full when PayPal gave back what was spent, too', async () => {
    const placed = await buy([card()], '90.55', true)
    await spend(placed, '40.55')
    await recordRefunds(await getTestPayload(), await idOf(placed), [
      {
        id: `ALL${placed.id}`,
        captureId: null,
        status: 'completed',
        amountCents: 9055,
        currency: 'USD',
      },
    ])
    expect(
      await rowsOf(
        sql`select message from order_events where order_id = ${await idOf(placed)} and type = 'refunded'`,
      ),
    ).toEqual([{ message: 'Refunded in full' }])
  })

  it('refunds the items first and takes only the excess from the card', async () => {
    const placed = await buy([card()], '90.55', true)
    const [delivery] = await deliveriesOf(placed)
    await refund(placed, '40.55')
    expect(await balanceOf(delivery?.card)).toBe(5000)
    await refund(placed, '20.00')
    expect(await balanceOf(delivery?.card)).toBe(3000)
    expect(await owedOf(placed)).toBe(3000)
  })

  it('closes its order once all but what was spent is refunded, so that nothing of it is printed', async () => {
    const placed = await buy([card()], '90.55', true)
    await spend(placed, '40.55')
    expect((await refund(placed, '30.00')).status).toBe(200)
    expect((await orderOf(placed)).status).toBe('paid')
    expect((await refund(placed, '20.00')).status).toBe(200)
    expect((await orderOf(placed)).status).toBe('refunded')
    expect(
      await rowsOf(
        sql`select message from order_events where order_id = ${await idOf(placed)} and type = 'refunded'`,
      ),
    ).toEqual([{ message: 'Refunded, except for what was spent from its gift cards' }])
    expect(await owedOf(placed)).toBe(4055)
  })

  it('restores the card’s balance if PayPal refuses the refund', async () => {
    const placed = await buy([card()], '50.00')
    const [delivery] = await deliveriesOf(placed)
    await sandbox.fault({
      provider: 'paypal',
      match: { method: 'POST', path: '/v2/payments/captures/[^/]+/refund' },
      fault: 'status',
      status: 422,
      body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'REFUND_TIME_LIMIT_EXCEEDED' }] },
    })
    expect((await refund(placed, '50.00')).status).toBe(409)
    expect(await balanceOf(delivery?.card)).toBe(5000)
    expect(await owedOf(placed)).toBe(5000)
    await finishRefunds({ payload: await getTestPayload(), payments: getProviders().payments })
    expect(await balanceOf(delivery?.card)).toBe(5000)
  })

  /** PayPal's refund of an order, which it doesn't complete at once. */
  const lateRefund = (placed: Placed, status: string) => ({
    ...{ id: `LATE${placed.id}`, status },
    amount: { currency_code: 'USD', value: '50.00' },
  })
  const holdRefund = (placed: Placed) =>
    sandbox.fault({
      ...{ provider: 'paypal', fault: 'status', status: 201, body: lateRefund(placed, 'PENDING') },
      match: { method: 'POST', path: '/v2/payments/captures/[^/]+/refund' },
    })
  /** Reads the refund from PayPal again, which now has this status. */
  const askPayPal = async (placed: Placed, status: string) => {
    await sandbox.clearFaults()
    await sandbox.fault({
      ...{ provider: 'paypal', fault: 'status', status: 200 },
      match: { method: 'GET', path: `/v2/checkout/orders/${placed.id}` },
      body: {
        id: placed.id,
        status: 'COMPLETED',
        purchase_units: [{ payments: { refunds: [lateRefund(placed, status)] } }],
      },
    })
    await rowsOf(sql`
      update payments set updated_at = now() - interval '11 minutes'
      where order_id = ${await idOf(placed)} and kind = 'refund'`)
    await finishRefunds({ payload: await getTestPayload(), payments: getProviders().payments })
  }

  it('restores the card’s balance, emails the card, and tells staff if PayPal declines a pending refund later, once', async () => {
    const payload = await getTestPayload()
    const placed = await buy([card()], '50.00')
    const [delivery] = await deliveriesOf(placed)
    await holdRefund(placed)
    expect((await refund(placed, '50.00')).body).toMatchObject({ status: 'pending' })
    expect(await balanceOf(delivery?.card)).toBe(0)
    await runWaitingJobs()
    expect(await emailTo(delivery?.email ?? '')).toEqual([])
    await askPayPal(placed, 'FAILED')
    await askPayPal(placed, 'FAILED')
    expect(await paymentsOf(placed)).toContainEqual({
      kind: 'refund',
      status: 'failed',
      cents: 5000,
    })
    expect(await balanceOf(delivery?.card)).toBe(5000)
    expect(await owedOf(placed)).toBe(5000)
    const { id } = await orderOf(placed)
    expect(
      await rowsOf(
        sql`select message from order_events where order_id = ${id} and type = 'refund_failed'`,
      ),
    ).toEqual([{ message: 'The refund didn’t go through; no money was sent' }])
    expect(
      await rowsOf(
        sql`select kind from staff_notifications where order_id = ${id} and event_key like 'refund-failed:%'`,
      ),
    ).toEqual([{ kind: 'problems' }])
    // An older response doesn't make it pending again.
    await recordRefunds(payload, id, [
      {
        ...{ id: `LATE${placed.id}`, captureId: null, status: 'pending' },
        ...{ amountCents: 5000, currency: 'USD' },
      },
    ])
    expect((await paymentsOf(placed)).at(-1)?.status).toBe('failed')
    // The day of its email passed during the refund.
    await runWaitingJobs()
    expect(await emailTo(delivery?.email ?? '')).toHaveLength(1)
  })

  it.each([
    ['completes it', 'COMPLETED', 'delivered'],
    ['declines it', 'FAILED', 'paid'],
  ])(
    'leaves the order open while the refund of its last card is pending, until PayPal %s',
    async (_, result, ends) => {
      const placed = await buy([card(), card({ sendOn: addDays(shopDay(), 7) })], '100.00')
      const [first, later] = await deliveriesOf(placed)
      await send(first)
      await holdRefund(placed)
      await refundCard(placed, later)
      await send(later)
      expect((await orderOf(placed)).status).toBe('paid')
      await askPayPal(placed, result)
      expect((await orderOf(placed)).status).toBe(ends)
      await send(later)
      expect((await orderOf(placed)).status).toBe('delivered')
      expect(await emailTo(later?.email ?? '')).toHaveLength(result === 'FAILED' ? 1 : 0)
    },
  )

  describe('while its refund is pending', () => {
    const cancellation = async (placed: Placed) =>
      (await paymentsOf(placed)).filter(({ kind }) => kind === 'gift-card-cancel')
    const isCanceled = (status: string, cents = 5000) => [
      { kind: 'gift-card-cancel', status, cents },
    ]

    it.each([
      ['COMPLETED', 'completed', 0],
      ['FAILED', 'failed', 5000],
    ])('counts as owed until PayPal says %s', async (result, status, owedCents) => {
      const placed = await buy([card()], '50.00')
      await holdRefund(placed)
      await refundCard(placed, (await deliveriesOf(placed))[0])
      expect(await cancellation(placed)).toEqual(isCanceled('pending'))
      expect(await owedOf(placed)).toBe(5000)
      await askPayPal(placed, result)
      expect(await cancellation(placed)).toEqual(isCanceled(status))
      expect(await owedOf(placed)).toBe(owedCents)
    })

    it('counts as owed also if the refund was made at PayPal', async () => {
      const placed = await buy([card()], '50.00')
      const made = { id: `MADE${placed.id}`, captureId: null, amountCents: 2000, currency: 'USD' }
      const record = async (status: 'pending' | 'completed') =>
        recordRefunds(await getTestPayload(), await idOf(placed), [{ ...made, status }])
      await record('pending')
      expect(await cancellation(placed)).toEqual(isCanceled('pending', 2000))
      await record('completed')
      expect(await cancellation(placed)).toEqual(isCanceled('completed', 2000))
    })
  })

  it('keeps the card balances equal to what is owed after various refunds', async () => {
    const placed = await buy([card({ amount: '30.00' }), card({ amount: '20.00' })], '90.55', true)
    for (const amount of ['12.34', '33.21', '9.99', '20.01', '15.00', '50.00'])
      await refund(placed, amount)
    const cards = await deliveriesOf(placed)
    const balances = await Promise.all(cards.map((one) => balanceOf(one.card)))
    expect(balances.reduce((sum, cents) => sum + cents, 0)).toBe(await owedOf(placed))
    const rows = await paymentsOf(placed)
    const left = rows.reduce(
      (sum, { kind, cents }) =>
        kind === 'capture' ? sum + cents : kind === 'refund' ? sum - cents : sum,
      0,
    )
    expect(left).toBeGreaterThanOrEqual(await owedOf(placed))
  })
})
