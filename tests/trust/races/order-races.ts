import { randomUUID } from 'node:crypto'

import { waitFor } from '../shop'
import {
  approvedOrder,
  type Arena,
  atOnce,
  booksOf,
  callFrom,
  capture,
  expectSame,
  paidOrder,
  type PlacedOrder,
  serverErrors,
  tally,
} from './shop-actions'

export type RaceArena = Arena & {
  /** A new session of the owner, also for the next rounds, after a race has ended the old one. */
  signInAgain: () => Promise<string>
}
/** One round of a race; returns what went wrong. */
export type Race = (arena: RaceArena) => Promise<string[]>

type Row = { status: string; state: string; captures: number; paid: number }
const readOrder = async ({ trust }: Arena, { id }: PlacedOrder): Promise<Row | undefined> =>
  (
    await trust.query<Row>(
      `select status, payment_state as state,
        (select count(*)::int from payments p where p.order_id = o.id and p.kind = 'capture' and p.status = 'completed') as captures,
        (select count(*)::int from order_events e where e.order_id = o.id and e.type = 'paid') as paid
       from orders o where id = $1`,
      [id],
    )
  )[0]

const settled = (arena: Arena, order: PlacedOrder): Promise<Row> =>
  waitFor('The capture is over', async () => {
    const row = await readOrder(arena, order)
    return row && row.state !== 'capturing' ? row : undefined
  })

const captures: Race = async (arena) => {
  const order = await approvedOrder(arena)
  const answers = await atOnce(arena.crowd, () => capture(arena, order))
  const books = await booksOf(arena, order)
  return [
    ...serverErrors(answers),
    ...expectSame(
      'unexpected answers',
      answers.filter(({ status }) => status !== 200 && status !== 202).length,
      0,
    ),
    ...expectSame('captures at PayPal', books.captures, [order.totalCents]),
    ...expectSame('the order', await settled(arena, order), {
      status: 'paid',
      state: 'completed',
      captures: 1,
      paid: 1,
    }),
  ]
}

const edits: Race = async (arena) => {
  const order = await paidOrder(arena)
  const answers = await atOnce(Math.min(arena.crowd, 20), () =>
    callFrom(arena, 'PUT', `/api/admin/orders/${order.id}`, {
      body: { status: 'processing', version: order.version },
      cookie: arena.owner,
    }),
  )
  const winners = answers.filter(({ status }) => status === 200).length
  const losers = answers.filter(({ status }) => status === 409).length
  return [
    ...serverErrors(answers),
    ...expectSame(`winners (${tally(answers)})`, [winners, losers], [1, answers.length - 1]),
  ]
}

const captureAndCancel: Race = async (arena) => {
  const order = await approvedOrder(arena)
  const answers = await Promise.all([
    capture(arena, order),
    callFrom(arena, 'PUT', `/api/admin/orders/${order.id}`, {
      body: { status: 'cancelled', reason: 'The buyer called' },
      cookie: arena.owner,
    }),
  ])
  const row = await settled(arena, order)
  const isCharged = (await booksOf(arena, order)).captures.length > 0
  return [
    ...serverErrors(answers),
    // Every charged buyer has a paid order; staff who canceled after that got the matching answer.
    ...expectSame(`charged (${tally(answers)}, ${row.status})`, row.captures === 1, isCharged),
    ...expectSame(`told (${tally(answers)})`, answers[0].status === 200, isCharged),
    ...(isCharged || row.status === 'cancelled' || answers[1].status !== 200
      ? []
      : [`canceled, but it is ${row.status}`]),
  ]
}

const refunds: Race = async (arena) => {
  const order = await paidOrder(arena)
  const answers = await atOnce(2, () =>
    callFrom(arena, 'POST', `/api/admin/orders/${order.id}/refund`, {
      body: {
        amount: (order.totalCents / 100).toFixed(2),
        reason: 'Came late',
        refundId: randomUUID(),
      },
      cookie: arena.owner,
    }),
  )
  return [
    ...serverErrors(answers),
    ...expectSame(
      `winners (${tally(answers)})`,
      answers.filter(({ status }) => status === 200).length,
      1,
    ),
    ...expectSame('refunded', (await booksOf(arena, order)).refundedCents, order.totalCents),
  ]
}

const submissions: Race = async (arena) => {
  const order = await paidOrder(arena)
  const answers = await atOnce(10, () =>
    callFrom(arena, 'POST', `/api/admin/printful/submit-order/${order.id}`, {
      body: { wait: 0 },
      cookie: arena.owner,
    }),
  )
  await waitFor('Printing is requested', async () => {
    const [row] = await arena.trust.query<{ fulfillment: string }>(
      'select fulfillment from orders where id = $1',
      [order.id],
    )
    return ['submitted', 'in-production', 'shipped'].includes(row?.fulfillment ?? '')
  })
  const ledger = await arena.trust.control<{ orders: { external_id: string }[] }>(
    'GET',
    '/printful/ledger',
  )
  const id = order.uuid.replaceAll('-', '')
  const printed = ledger.orders.filter(({ external_id: theirs }) => theirs.startsWith(id))
  return [...serverErrors(answers), ...expectSame('orders at Printful', printed.length, 1)]
}

const priceEdit: Race = async (arena) => {
  const { trust, items, owner } = arena
  const [item] = items
  if (!item) return ['There is nothing to buy']
  const body = { items: [{ ...item, quantity: 1 }], place: { stateCode: 'CA', zip: '93023' } }
  const quote = await callFrom(arena, 'POST', '/api/cart/check', { body })
  const [product] = await trust.query<{ cents: number }>(
    'select base_price_cents::int as cents from products where id = $1',
    [item.productId],
  )
  const price = ((product?.cents ?? 0) + 100) / 100
  const [placed, edited] = await Promise.all([
    callFrom(arena, 'POST', '/order', {
      body: {
        checkoutId: randomUUID(),
        amount: quote.body.totals.total,
        currency: 'USD',
        intent: 'CAPTURE',
        items: body.items,
        customer: {
          email: `trust-${arena.name}@example.com`,
          firstName: 'Wren',
          lastName: 'Okafor',
          address1: '18 Alder Lane',
          city: 'Ojai',
          countryCode: 'US',
          ...body.place,
        },
        billing: null,
      },
    }),
    callFrom(arena, 'PUT', `/api/admin/products/${item.productId}`, {
      body: { basePrice: price.toFixed(2) },
      cookie: owner,
    }),
  ])
  // An order has the price that the buyer saw, or is refused with the new one.
  return [
    ...serverErrors([placed, edited]),
    ...expectSame('the edit', edited.status, 200),
    ...(placed.status === 200
      ? expectSame('the total', placed.body.total, quote.body.totals.total)
      : expectSame(`the refusal (${placed.status})`, placed.body.code, 'totals_changed')),
  ]
}

export const orderRaces: Record<string, Race> = {
  'captures of one order': captures,
  'edits of one version': edits,
  'capture and cancellation': captureAndCancel,
  'refund and refund': refunds,
  'submissions to the printer': submissions,
  'order and price edit': priceEdit,
}
