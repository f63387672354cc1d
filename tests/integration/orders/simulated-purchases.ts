import { randomUUID } from 'node:crypto'

import {
  address,
  customer,
  makeCheckout,
  makePerson,
  type TestPerson,
} from '@tests/support/factories'
import { runWaitingJobs } from '@tests/support/jobs'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import type { useSandbox } from '@tests/support/sandbox'

import { submitToPrintful } from '@/modules/fulfillment/actions/submit-order'
import type { Product } from '@/payload-types'
import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'
import { getProviders } from '@/providers'

/*
 * Purchases of the simulated day, each with its expected amounts. The books at the end of the day have all of them.
 *
 */

export type Placed = { id: string; orderNumber: string; key: string }
export type Bought = Placed & { orderId: number; items: { id: string; size: string }[] }
/** What was refunded of an order in the end, and how much of that was tax. */
export type Settled = { orderId: number; refundedCents: number; taxRefundedCents: number }
/** What PayPal reports to have been paid with. */
export type Source = 'paypal' | 'card' | 'venmo' | 'apple_pay' | 'google_pay'

/** What a purchase needs of the day. */
export type Day = {
  sandbox: ReturnType<typeof useSandbox>
  staff: () => TestPerson
  /** In Black: S and M for $32.00, L for $28.00, and XL for $35.00. */
  tee: () => Product
  boughtOf: (placed: Placed) => Promise<Bought>
  pay: (placed: Placed, source?: Source) => Promise<void>
  print: (orders: readonly { orderId: number }[]) => Promise<void>
  admin: <Body>(method: string, path: string, body?: unknown) => Promise<Body>
  visitor: <Body>(method: string, path: string, body?: unknown) => Promise<Body>
  buyByLink: (source?: Source) => Promise<Bought>
  refundItems: (
    order: Bought,
    quantity: number,
    amount: string,
    shipping?: boolean,
  ) => Promise<void>
}

const philadelphia = { city: 'Philadelphia', stateCode: 'PA', zip: '19103' }

/** @returns what was refunded of each of these orders, once the tests have run */
export function describePurchases(day: Day): Settled[] {
  const { sandbox, admin, visitor, boughtOf, pay, print, refundItems } = day
  const settled: Settled[] = []
  let owner: TestPerson
  beforeAll(async () => {
    owner = await makePerson('super_admin')
    await save({ appleDomainFile: '7b22', expressCheckout: true })
  })

  const settle = ({ orderId }: { orderId: number }, refundedCents = 0, taxRefundedCents = 0) =>
    settled.push({ orderId, refundedCents, taxRefundedCents })
  const itemsOf = (quantity: number) => [
    { productId: day.tee().id, size: 'M', color: 'Black', quantity },
  ]
  const place = async (changes: object = {}, as?: TestPerson): Promise<Placed> => {
    const body = { ...makeCheckout(day.tee(), { items: itemsOf(1) }), ...changes }
    const answer = await call<Placed & { error?: string }>('POST', '/order', { as, body })
    expect([answer.status, answer.body.error]).toEqual([200, undefined])
    return answer.body
  }
  /** A tee for $32.00 with $5.99 shipping and 8% tax to California: $40.55. */
  const buy = async (
    changes: object = {},
    { source = 'paypal', as }: { source?: Source; as?: TestPerson } = {},
  ): Promise<Bought> => {
    const placed = await place(changes, as)
    await pay(placed, source)
    return boughtOf(placed)
  }
  const save = async (settings: Record<string, unknown>): Promise<void> => {
    const { status } = await call('PUT', '/api/admin/settings', { as: owner, body: settings })
    expect(status).toBe(200)
  }
  const saveRates = (rows: { region: string; standard: number; express: number | null }[]) =>
    save({
      shippingSource: rows.length > 0 ? 'table' : 'flat',
      shippingRates: rows.map((row) => ({ ...row, fromItems: 1 })),
    })
  const refund = ({ orderId }: Bought, amount: string) =>
    call<{ fields?: Record<string, string> }>('POST', `/api/admin/orders/${orderId}/refund`, {
      as: day.staff(),
      body: { amount, reason: 'Changed their mind', refundId: randomUUID() },
    })
  const codeIn = async (email: string): Promise<string> => {
    await runWaitingJobs()
    const texts = (await sandbox.mails(email)).map(({ text }) => text).join('\n')
    return /Code: ([0-9A-Z-]{19})/.exec(texts)?.[1] ?? ''
  }

  const orderOf = async ({ orderId }: Pick<Bought, 'orderId'>) => {
    const [row] = await rowsOf<{
      status: string
      total: number
      discount: number
      shipping: number
      tax: number
      city: string
      printful: string | null
      cost: number | null
    }>(sql`
      select status::text, total_cents::integer as total, discount_cents::integer as discount, shipping_cents::integer as shipping,
             tax_cents::integer as tax, shipping_address_city as city, printful_order_id as printful, fulfillment_cost_cents::integer as cost
        from orders where id = ${orderId}`)
    if (!row) throw new Error(`No order ${orderId}`)
    return row
  }
  /** What the ledger has of an order: 'capture paypal venmo 4055'. */
  const ledgerOf = async ({ orderId }: Pick<Bought, 'orderId'>): Promise<string[]> => {
    const rows = await rowsOf<{ line: string }>(sql`
      select concat_ws(' ', nullif(status::text, 'completed'), kind, provider, method, amount_cents::integer) as line
        from payments where order_id = ${orderId} order by id`)
    return rows.map(({ line }) => line)
  }
  /** Sends an order to Printful, whose confirmation fails: it stays a draft there. */
  const holdAtPrinter = async ({ orderId }: Bought): Promise<void> => {
    await sandbox.fault({
      provider: 'printful',
      match: { method: 'POST', path: '/orders/\\d+/confirm' },
      fault: 'status',
      status: 503,
      times: 9,
    })
    const printful = getProviders().printful({ token: 'sandbox-printful-token' })
    await submitToPrintful({ payload: await getTestPayload(), printful }, orderId, { byHand: true })
    await sandbox.clearFaults()
    resetCircuitBreakers()
  }
  const atPrinter = async (order: Bought) => {
    const { printful } = await orderOf(order)
    const theirs = await getProviders()
      .printful({ token: 'sandbox-printful-token' })
      .getOrder({ id: printful ?? '' })
    if (!theirs) throw new Error('It isn’t at the printer.')
    const [item] = theirs.items
    const variants = await rowsOf<{ size: string }>(sql`
      select size from products_variants where _parent_id = ${day.tee().id} and printful_variant_id = ${item?.syncVariantId ?? ''}`)
    return { status: theirs.status, city: theirs.recipient.city, size: variants[0]?.size }
  }

  describe('on the way to the simulated day’s books', () => {
    it('a larger size that the buyer pays the difference for is refunded with its item', async () => {
      const order = await buy()
      const difference = await visitor<{ orderNumber: string; path: string }>(
        'POST',
        `/api/orders/${order.orderNumber}/items/${order.items[0]?.id}/paid-swap`,
        { key: order.key, size: 'XL', color: 'Black', amount: '3.24' },
      )
      const key = difference.path.replace(/^.*key=/, '')
      const opened = await visitor<Placed>(
        'POST',
        `/api/orders/${difference.orderNumber}/payment`,
        { key, paymentMethod: 'paypal' },
      )
      const paid = { ...opened, orderNumber: difference.orderNumber, key }
      await pay(paid)
      await runWaitingJobs()
      const { orderId } = await boughtOf(paid)
      expect(await ledgerOf({ orderId })).toEqual(['capture paypal paypal 324'])
      await print([order])
      expect(await atPrinter(order)).toMatchObject({ size: 'XL' })
      await refundItems(order, 1, '34.56')
      await runWaitingJobs()
      expect(await ledgerOf(order)).toEqual(['capture paypal paypal 4055', 'refund paypal 3456'])
      expect(await ledgerOf({ orderId })).toEqual([
        'capture paypal paypal 324',
        'refund paypal 324',
      ])
      settle(order, 3456, 256)
      settle({ orderId }, 324, 24)
    })

    it('a cheaper size gives back its difference, and its item later only the rest', async () => {
      const order = await buy()
      await visitor('PUT', `/api/orders/${order.orderNumber}/items/${order.items[0]?.id}`, {
        key: order.key,
        size: 'L',
        color: 'Black',
        refund: '4.32',
      })
      await print([order])
      expect(await atPrinter(order)).toMatchObject({ size: 'L' })
      await refundItems(order, 1, '30.24')
      expect(await ledgerOf(order)).toEqual([
        'capture paypal paypal 4055',
        'refund paypal 432',
        'refund paypal 3024',
      ])
      settle(order, 3456, 256)
    })

    it('a discount code lowers what is paid, and what a refund of the item gives back', async () => {
      await admin('POST', '/api/admin/discounts', {
        name: 'A quarter off',
        kind: 'percent',
        percent: 25,
        code: 'QUARTER',
      })
      const order = await buy({ discountCode: 'QUARTER', amount: '31.91' })
      expect(await orderOf(order)).toMatchObject({ total: 3191, discount: 800, tax: 192 })
      await print([order])
      await refundItems(order, 1, '25.92')
      expect(await ledgerOf(order)).toEqual(['capture paypal paypal 3191', 'refund paypal 2592'])
      settle(order, 2592, 192)
    })

    it('express shipping is paid at its price, and refunded by itself', async () => {
      await saveRates([{ region: 'contiguous', standard: 5.99, express: 14.99 }])
      const order = await buy({ shippingMethod: 'express', amount: '49.55' })
      await saveRates([])
      expect(await orderOf(order)).toMatchObject({ total: 4955, shipping: 1499, tax: 256 })
      await print([order])
      await refundItems(order, 0, '14.99', true)
      expect(await ledgerOf(order)).toEqual(['capture paypal paypal 4955', 'refund paypal 1499'])
      settle(order, 1499)
    })

    it('a tax-exempt customer pays no tax from their certificate on, and gets none back', async () => {
      const person = await makePerson('customer')
      const before = await buy({}, { as: person })
      await admin('PUT', `/api/admin/customers/${before.orderId}/tax-certificate`, {
        certificate: 'CA-501-C3',
      })
      const order = await buy({ amount: '37.99' }, { as: person })
      expect([(await orderOf(before)).tax, (await orderOf(order)).tax]).toEqual([256, 0])
      await print([before, order])
      await refundItems(order, 1, '32.00')
      expect(await ledgerOf(order)).toEqual(['capture paypal paypal 3799', 'refund paypal 3200'])
      settle(before)
      settle(order, 3200)
    })

    it('of a bought gift card that is partly spent, only the rest is refunded with its order', async () => {
      const recipientEmail = `sam-${randomUUID()}@example.com`
      const { email, firstName, lastName } = customer
      const card = await buy({
        items: [],
        customer: { email, newsletterSubscribe: false, firstName, lastName },
        giftCards: [
          {
            amount: '50.00',
            recipientName: 'Sam',
            recipientEmail,
            senderName: 'Wren',
            message: 'One day at a time.',
            sendOn: null,
          },
        ],
        amount: '50.00',
      })
      const spent = await boughtOf(
        await place({ giftCard: { code: await codeIn(recipientEmail), amount: '40.55' } }),
      )
      expect(await ledgerOf(spent)).toEqual(['gift-card gift-card 4055'])
      await print([spent])
      expect((await refund(card, '50.00')).body.fields).toEqual({
        amount: 'You can refund up to $9.45.',
      })
      expect((await refund(card, '9.45')).status).toBe(200)
      expect((await ledgerOf(card)).toSorted()).toEqual([
        'capture paypal paypal 5000',
        'gift-card-cancel gift-card 945',
        'gift-card-sale gift-card 5000',
        'refund paypal 945',
      ])
      settle(card, 945)
      settle(spent)
    })

    it('store credit from a return is spent on the next order, whose rest PayPal takes', async () => {
      const email = `robin-${randomUUID()}@example.com`
      const order = await buy({ customer: { ...customer, email } })
      await print([order])
      const { id } = await visitor<{ id: number }>(
        'POST',
        `/api/orders/${order.orderNumber}/returns`,
        {
          key: order.key,
          requestId: randomUUID(),
          reason: 'size',
          wish: 'store-credit',
          lines: [{ itemId: order.items[0]?.id, quantity: 1 }],
        },
      )
      const step = (body: object) => admin('POST', `/api/admin/returns/${id}/steps`, body)
      await step({ step: 'approve', message: 'Send it to 18 Alder Lane.' })
      await step({ step: 'refund', amount: '34.56', storeCredit: true })
      expect(await ledgerOf(order)).toEqual([
        'capture paypal paypal 4055',
        'refund store-credit 3456',
      ])
      const next = await buy({ giftCard: { code: await codeIn(email), amount: '34.56' } })
      expect((await ledgerOf(next)).toSorted()).toEqual([
        'capture paypal paypal 599',
        'gift-card gift-card 3456',
      ])
      await print([next])
      settle(order, 3456, 256)
      settle(next)
    })

    it('an address that staff correct keeps the total, also in a state without sales tax, and a refund gives all tax back', async () => {
      const order = await buy()
      await admin('PUT', `/api/admin/orders/${order.orderId}/address`, {
        ...address,
        address1: '7 Juniper Street',
        city: 'Portland',
        stateCode: 'OR',
        zip: '97201',
      })
      expect(await orderOf(order)).toMatchObject({ total: 4055, tax: 256, city: 'Portland' })
      await print([order])
      expect(await atPrinter(order)).toMatchObject({ city: 'Portland' })
      await refundItems(order, 1, '34.56')
      expect(await ledgerOf(order)).toEqual(['capture paypal paypal 4055', 'refund paypal 3456'])
      settle(order, 3456, 256)
    })

    it('a swap while Printful holds a draft is refunded, printed as swapped, and charged once', async () => {
      const order = await buy()
      await holdAtPrinter(order)
      expect(await atPrinter(order)).toMatchObject({ status: 'draft', size: 'M' })
      await admin('PUT', `/api/admin/orders/${order.orderId}/items/${order.items[0]?.id}`, {
        size: 'L',
        color: 'Black',
        refund: '4.32',
      })
      expect(await atPrinter(order)).toMatchObject({ status: 'draft', size: 'L' })
      await print([order])
      const { printful: id, cost } = await orderOf(order)
      const { charges } = await sandbox.control<{ charges: { orderId: number; amount: string }[] }>(
        'printful',
        'GET',
        '/ledger',
      )
      const charged = charges.filter(({ orderId }) => String(orderId) === id)
      expect(charged.map(({ amount }) => Math.round(Number(amount) * 100))).toEqual([cost])
      expect(await ledgerOf(order)).toEqual(['capture paypal paypal 4055', 'refund paypal 432'])
      settle(order, 432, 32)
    })

    it('a purchase with Venmo that is canceled before printing goes back to Venmo in full', async () => {
      const order = await buy({ paymentMethod: 'venmo' }, { source: 'venmo' })
      await visitor('POST', `/api/orders/${order.orderNumber}/cancel`, { key: order.key })
      expect(await ledgerOf(order)).toEqual(['capture paypal venmo 4055', 'refund paypal 4055'])
      expect(await orderOf(order)).toMatchObject({ printful: null, cost: null })
      settle(order, 4055, 256)
    })

    it('a card in the checkout’s own fields is charged, and refunded by item', async () => {
      await save({ paymentMethods: ['card', 'venmo', 'card_fields'] })
      const placed = await place({ paymentMethod: 'card_fields' })
      await sandbox.enterCard(placed.id)
      await visitor('POST', `/order/${placed.id}/capture`, { key: placed.key })
      await save({ paymentMethods: ['card', 'venmo'] })
      const order = await boughtOf(placed)
      await print([order])
      await refundItems(order, 1, '34.56')
      expect(await ledgerOf(order)).toEqual([
        'capture paypal card_fields 4055',
        'refund paypal 3456',
      ])
      settle(order, 3456, 256)
    })

    it('a declined card and then PayPal are one order, paid once', async () => {
      const checkoutId = randomUUID()
      const declined = await place({ checkoutId, paymentMethod: 'card' })
      await sandbox.approve(declined.id, 'card-decline', 'card')
      const { status } = await call('POST', `/order/${declined.id}/capture`, {
        body: { key: declined.key },
      })
      expect(status).toBe(422)
      const order = await buy({ checkoutId, paymentMethod: 'paypal' })
      expect(order.orderNumber).toBe(declined.orderNumber)
      expect(await ledgerOf(order)).toEqual([
        'declined capture paypal card 4055',
        'capture paypal paypal 4055',
      ])
      await print([order])
      settle(order)
    })

    it('a payment link with a discount of staff is paid by card, and refunded item by item to the cent', async () => {
      const order = await day.buyByLink('card')
      expect(await orderOf(order)).toMatchObject({ total: 5875, discount: 960, tax: 435 })
      await print([order])
      await refundItems(order, 1, '29.37')
      await refundItems(order, 1, '29.38')
      expect(await ledgerOf(order)).toEqual([
        'capture paypal card 5875',
        'refund paypal 2937',
        'refund paypal 2938',
      ])
      settle(order, 5875, 435)
    })

    it.each([
      ['Apple Pay', 'apple_pay', 'apple_pay'],
      ['Google Pay', 'google_pay', 'google_pay'],
      ['Pay Later', 'paylater', 'paypal'],
    ] as const)(
      'what %s paid is refunded there, by item and with a cancellation',
      async (_, paymentMethod, source) => {
        await save({ paymentMethods: ['apple_pay', 'google_pay', 'paylater'] })
        const order = await buy({ paymentMethod }, { source })
        const canceled = await buy({ paymentMethod }, { source })
        await save({ paymentMethods: ['card', 'venmo'] })
        await visitor('POST', `/api/orders/${canceled.orderNumber}/cancel`, { key: canceled.key })
        await print([order])
        await refundItems(order, 1, '34.56')
        const capture = `capture paypal ${paymentMethod} 4055`
        expect(await ledgerOf(order)).toEqual([capture, 'refund paypal 3456'])
        expect(await ledgerOf(canceled)).toEqual([capture, 'refund paypal 4055'])
        settle(order, 3456, 256)
        settle(canceled, 4055, 256)
      },
    )

    it('express checkout takes the total at the address from PayPal’s window, and refunds by item', async () => {
      const checkout = makeCheckout(day.tee(), { items: itemsOf(1) })
      const { checkoutId, items } = checkout
      const express = { checkoutId, items }
      const { id, key, total } = await visitor<{ id: string; key: string; total: string }>(
        'POST',
        '/order/express',
        express,
      )
      const { stateCode, zip, countryCode } = address
      const priced = await visitor<{ total: string }>('POST', `/order/express/${id}/address`, {
        key,
        ...express,
        place: { stateCode, zip, countryCode },
      })
      // Tax is added once the address is known.
      expect([total, priced.total]).toEqual(['37.99', '40.55'])
      await sandbox.approve(id)
      const { buyer } = await visitor<{ buyer: { city: string } }>(
        'POST',
        `/order/express/${id}/buyer`,
        { key },
      )
      const placed = await place({
        ...checkout,
        customer: { ...customer, ...buyer },
        paymentMethod: 'paypal_express',
        expressPayment: { id, key },
      })
      await visitor('POST', `/order/${placed.id}/capture`, { key: placed.key })
      const order = await boughtOf(placed)
      await print([order])
      expect(await atPrinter(order)).toMatchObject({ city: buyer.city })
      await refundItems(order, 1, '34.56')
      expect(await ledgerOf(order)).toEqual([
        'capture paypal paypal_express 4055',
        'refund paypal 3456',
      ])
      settle(order, 3456, 256)
    })

    it('a discount of 100% makes orders free: one is printed once staff accept its cost, one is canceled without a refund', async () => {
      await admin('POST', '/api/admin/discounts', {
        name: 'On the house',
        kind: 'percent',
        percent: 100,
        code: 'ONTHEHOUSE',
      })
      // Two tees ship for free.
      const free = { items: itemsOf(2), discountCode: 'ONTHEHOUSE', amount: '0.00' }
      const order = await boughtOf(await place(free))
      const canceled = await boughtOf(await place(free))
      expect([order.id, canceled.id]).toEqual([null, null])
      const { refunded } = await visitor<{ refunded: string }>(
        'POST',
        `/api/orders/${canceled.orderNumber}/cancel`,
        { key: canceled.key },
      )
      expect(refunded).toBe('0.00')
      // The printer charges more than the buyer paid, so staff must confirm the order.
      await admin('POST', '/api/admin/orders/bulk', { ids: [order.orderId], action: 'submit' })
      await runWaitingJobs()
      expect(await atPrinter(order)).toMatchObject({ status: 'draft' })
      const submit = `/api/admin/printful/submit-order/${order.orderId}`
      await admin('POST', submit, { accept: true, wait: 0 })
      await runWaitingJobs()
      await print([order])
      const { cost, ...costless } = await orderOf(order)
      expect(costless).toMatchObject({ total: 0, discount: 6400, shipping: 0, tax: 0 })
      expect(cost).toBeGreaterThan(0)
      expect((await refund(order, '1.00')).status).not.toBe(200)
      expect([await ledgerOf(order), await ledgerOf(canceled)]).toEqual([[], []])
      settle(order)
      settle(canceled)
    })

    it('a buyer who moves an order to where tax and shipping cost less gets that back, and later the rest by line', async () => {
      await saveRates([
        { region: 'contiguous', standard: 5.99, express: null },
        { region: 'remote', standard: 15, express: null },
      ])
      const honolulu = { city: 'Honolulu', stateCode: 'HI', zip: '96815' }
      const order = await buy({ customer: { ...customer, ...honolulu }, amount: '49.56' })
      await visitor('PUT', `/api/orders/${order.orderNumber}/address`, {
        key: order.key,
        ...address,
        ...philadelphia,
      })
      await saveRates([])
      expect(await orderOf(order)).toMatchObject({ total: 4956, shipping: 1500, tax: 256 })
      await print([order])
      expect(await atPrinter(order)).toMatchObject({ city: 'Philadelphia' })
      await refundItems(order, 1, '32.00')
      await refundItems(order, 0, '5.99', true)
      expect(await ledgerOf(order)).toEqual([
        'capture paypal paypal 4956',
        'refund paypal 1157',
        'refund paypal 3200',
        'refund paypal 599',
      ])
      settle(order, 4956, 256)
    })

    it('staff who move an order that Printful holds refund what its check showed, and its item then gives back no tax', async () => {
      const order = await buy()
      await holdAtPrinter(order)
      const path = `/api/admin/orders/${order.orderId}/address`
      const moved = { ...address, ...philadelphia }
      const checked = await admin<{ refund: string }>('POST', `${path}/check`, moved)
      expect(checked.refund).toBe('2.56')
      await admin('PUT', path, { ...moved, refund: checked.refund })
      expect(await atPrinter(order)).toMatchObject({ status: 'draft', city: 'Philadelphia' })
      await print([order])
      await refundItems(order, 1, '32.00')
      expect(await ledgerOf(order)).toEqual([
        'capture paypal paypal 4055',
        'refund paypal 256',
        'refund paypal 3200',
      ])
      settle(order, 3456, 256)
    })
  })
  return settled
}
