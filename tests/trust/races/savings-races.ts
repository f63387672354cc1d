import { createDiscount, issueGiftCard, prepareCheckout } from '../faults/purchase'
import { type Answer, clientAddress } from '../shop'
import type { Race } from './order-races'
import {
  approvedOrder,
  type Arena,
  atOnce,
  booksOf,
  callFrom,
  capture,
  expectSame,
  type PlacedOrder,
  serverErrors,
  tally,
} from './shop-actions'

const buyersAtOnce = (arena: Arena): number => Math.min(arena.crowd, 10)
const buyer = (arena: Arena, n: number): Arena => ({ ...arena, name: `${arena.name}-${n}` })

/** Every buyer who was told that they paid was charged, and nobody else. */
async function checkCharges(
  arena: Arena,
  orders: readonly PlacedOrder[],
  answers: readonly Answer[],
  dueCents: (order: PlacedOrder) => number,
): Promise<string[]> {
  const wrong: string[] = []
  for (const [n, order] of orders.entries()) {
    const wanted = answers[n]?.status === 200 ? [dueCents(order)] : []
    const { captures } = await booksOf(arena, order)
    wrong.push(...expectSame(`captures for answer ${answers[n]?.status}`, captures, wanted))
  }
  return wrong
}

const lastUse: Race = async (arena) => {
  const code = arena.name.toUpperCase()
  await createDiscount(arena.trust, { code, maxUses: 1 }, arena.owner)
  const orders = await atOnce(buyersAtOnce(arena), (n) =>
    approvedOrder(buyer(arena, n), { discountCode: code }),
  )
  const answers = await Promise.all(orders.map((order) => capture(arena, order)))
  const refused = answers.filter(({ body }) => body.code === 'totals_changed').length
  return [
    ...serverErrors(answers),
    ...expectSame(`refused (${tally(answers)})`, refused, answers.length - 1),
    ...(await checkCharges(arena, orders, answers, ({ totalCents }) => totalCents)),
  ]
}

/** The balance of the cards that orders of this round use. */
const readCards = ({ trust, name }: Arena): Promise<{ balance: number; takes: number }[]> =>
  trust.query(
    `select sum(amount_cents)::int as balance, (count(*) filter (where kind = 'take'))::int as takes
     from gift_card_entries where card_id in (select e.card_id from gift_card_entries e join orders o on o.id = e.order_id
       where o.email like $1) group by card_id`,
    [`trust-${name}-%`],
  )

const cardForPart: Race = async (arena) => {
  const giftCard = await issueGiftCard(arena.trust, 1000, arena.owner)
  const orders: PlacedOrder[] = []
  const answers: Answer[] = []
  const refused: string[] = []
  await atOnce(buyersAtOnce(arena), async (n) => {
    try {
      const order = await approvedOrder(buyer(arena, n), { giftCard })
      const answer = await capture(arena, order)
      orders.push(order)
      answers.push(answer)
    } catch (error) {
      // Another buyer has paid with the card, or their payment is under way.
      refused.push(error instanceof Error ? error.message : '')
    }
  })
  const paid = answers.filter(({ status }) => status === 200).length
  return [
    ...serverErrors(answers),
    ...refused.filter((one) => !/"totals_changed"|"giftCardCode"/.test(one)),
    ...expectSame(`paid (${tally(answers)})`, paid, 1),
    ...(await checkCharges(arena, orders, answers, ({ totalCents }) => totalCents - 1000)),
    ...expectSame('the card', await readCards(arena), [{ balance: 0, takes: 1 }]),
  ]
}

const cardForAll: Race = async (arena) => {
  const { trust, items, owner } = arena
  const [item] = items
  if (!item) return ['There is nothing to buy']
  const lines = [{ ...item, quantity: 1 }]
  const giftCard = await issueGiftCard(trust, 15_000, owner)
  const answers = await atOnce(buyersAtOnce(arena), async (n) => {
    const { name } = buyer(arena, n)
    const address = clientAddress(trust.randomFor(name))
    const email = `trust-${name}@example.com`
    const body = await prepareCheckout(trust, { lines, email, address }, { giftCard })
    return callFrom(arena, 'POST', '/order', { body })
  })
  const paid = answers.filter(({ status }) => status === 200)
  const totals = paid.map(({ body }) => Math.round(Number(body.total) * 100))
  const [card] = await readCards(arena)
  return [
    ...serverErrors(answers),
    ...expectSame(
      'payments at PayPal',
      paid.filter(({ body }) => body.id !== null),
      [],
    ),
    ...expectSame(`the card (${tally(answers)})`, card, {
      balance: 15_000 - totals.reduce((sum, cents) => sum + cents, 0),
      takes: paid.length,
    }),
    // As many as the card can pay for.
    ...expectSame('paid orders', paid.length, Math.floor(15_000 / (totals[0] ?? 1))),
  ]
}

export const savingsRaces: Record<string, Race> = {
  'the last use of a discount code': lastUse,
  'a gift card for a part of several orders': cardForPart,
  'a gift card for all of several orders': cardForAll,
}
