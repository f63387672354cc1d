// @core
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import fc from 'fast-check'
import type { Payload } from 'payload'

import { issueGiftCard, setGiftCardActive } from '@/modules/gift-cards/actions/staff-cards'
import { endReservation, refundToCard, reserveGiftCard } from '@/modules/gift-cards/ledger'
import { findGiftCard } from '@/modules/gift-cards/queries'
import { withTransaction } from '@/platform/transaction'

const marisol = { id: 1, role: 'super_admin', name: 'Marisol' }
let payload: Payload
beforeAll(async () => {
  payload = await getTestPayload()
})

const issue = (amountCents: number) =>
  issueGiftCard(payload, marisol, { amountCents, note: 'A late package' })
const balanceOf = async (cardId: number): Promise<number> =>
  Number(
    (
      await rowsOf<{ cents: string }>(
        sql`select coalesce(sum(amount_cents), 0) as cents from gift_card_entries where card_id = ${cardId}`,
      )
    )[0]?.cents,
  )
const reserve = (cardId: number, orderId: number, wantedCents: number) =>
  withTransaction(payload, (_, tx) => reserveGiftCard(tx, { cardId, orderId, wantedCents }))
const end = (cardId: number, orderId: number, kind: 'take' | 'release') =>
  withTransaction(payload, (_, tx) => endReservation(tx, { cardId, orderId, kind }))
const refund = (cardId: number, orderId: number, amountCents: number, refundId: string) =>
  withTransaction(payload, (_, tx) =>
    refundToCard(tx, { cardId, orderId, amountCents, refundId, actor: 'Marisol' }),
  )

describe('a gift card', () => {
  it('is found by its code in any format unless inactive, and stores no plain code', async () => {
    const { id, code } = await issue(5000)
    const found = { id, balanceCents: 5000, lastFour: code.slice(-4) }
    expect(await findGiftCard(payload, code)).toEqual(found)
    expect(await findGiftCard(payload, ` ${code.toLowerCase().replaceAll('-', ' ')} `)).toEqual(
      found,
    )
    expect(await findGiftCard(payload, `${code.slice(0, -1)}U`)).toBeNull()
    const stored = JSON.stringify(await rowsOf(sql`select * from gift_cards where id = ${id}`))
    expect(stored).not.toContain(code.replaceAll('-', ''))
    await setGiftCardActive(payload, marisol, id, false)
    expect(await findGiftCard(payload, code)).toBeNull()
  })

  it('reserves at most its balance when several orders reserve at the same time', async () => {
    const { id } = await issue(5000)
    const orders = await Promise.all(Array.from({ length: 4 }, () => makeOrder()))
    const reserved = await Promise.all(orders.map((order) => reserve(id, order.id, 2000)))
    expect(reserved.toSorted((a, b) => b - a)).toEqual([2000, 2000, 1000, 0])
    expect(await balanceOf(id)).toBe(0)
  })

  it('is either taken or released for an order when both are requested several times at once', async () => {
    const { id } = await issue(5000)
    const order = await makeOrder()
    await reserve(id, order.id, 2000)
    const ends = await Promise.all(
      (['take', 'release', 'take', 'release'] as const).map((kind) => end(id, order.id, kind)),
    )
    expect(new Set(ends).size).toBe(1)
    expect(await balanceOf(id)).toBe(ends[0] === 'take' ? 3000 : 5000)
  })

  it('can be reserved again after a release and refunds only what the order took', async () => {
    const { id } = await issue(5000)
    const order = await makeOrder()
    for (const cents of [2000, 4500, 1500]) {
      expect(await reserve(id, order.id, cents)).toBe(cents)
      if (cents > 1500) expect(await end(id, order.id, 'release')).toBe('release')
    }
    expect(await end(id, order.id, 'take')).toBe('take')
    expect(await end(id, order.id, 'release')).toBe('take')
    await expect(refund(id, order.id, 1501, `more-${id}`)).rejects.toThrow()
    await refund(id, order.id, 1500, `all-${id}`)
    expect(await balanceOf(id)).toBe(5000)
  })

  it('allows one reservation per order at a time, which ends only once and in full', async () => {
    const [first, second] = await Promise.all([issue(5000), issue(5000)])
    const order = await makeOrder()
    let count = 0
    const write = (cardId: number, kind: string, cents: number) =>
      rowsOf(sql`insert into gift_card_entries (card_id, kind, amount_cents, order_id, request_id, actor)
        values (${cardId}, ${kind}, ${cents}, ${order.id}, ${`once-${order.id}-${(count += 1)}`}, 'x')`)
    await expect(write(first.id, 'release', 100)).rejects.toThrow()
    await expect(write(first.id, 'take', 0)).rejects.toThrow()
    await write(first.id, 'reserve', -2000)
    await expect(write(first.id, 'reserve', -100)).rejects.toThrow()
    await expect(write(second.id, 'reserve', -100)).rejects.toThrow()
    await expect(write(second.id, 'take', 0)).rejects.toThrow()
    await expect(write(first.id, 'release', 1999)).rejects.toThrow()
    await write(first.id, 'release', 2000)
    await expect(write(first.id, 'release', 2000)).rejects.toThrow()
    await write(second.id, 'reserve', -300)
    await write(second.id, 'take', 0)
    await expect(write(second.id, 'take', 0)).rejects.toThrow()
    await expect(write(second.id, 'release', 300)).rejects.toThrow()
    await expect(write(first.id, 'reserve', -100)).rejects.toThrow()
    expect([await balanceOf(first.id), await balanceOf(second.id)]).toEqual([5000, 4700])
  })

  it('has a ledger that can’t be changed, deleted, or overdrawn', async () => {
    const { id } = await issue(1000)
    const order = await makeOrder()
    for (const statement of [
      sql`update gift_card_entries set amount_cents = 9900 where card_id = ${id}`,
      sql`delete from gift_card_entries where card_id = ${id}`,
      sql`insert into gift_card_entries (card_id, kind, amount_cents, order_id, request_id, actor) values (${id}, 'reserve', -1001, ${order.id}, 'x-1', 'x')`,
      sql`insert into gift_card_entries (card_id, kind, amount_cents, order_id, request_id, actor) values (${id}, 'reserve', 500, ${order.id}, 'x-2', 'x')`,
    ])
      await expect(rowsOf(statement)).rejects.toThrow()
    expect(await balanceOf(id)).toBe(1000)
  })

  it('has the expected balance after any sequence of operations with retries', async () => {
    const orderCount = 3
    const step = fc.record({
      kind: fc.constantFrom('reserve', 'take', 'release', 'refund'),
      order: fc.integer({ min: 0, max: orderCount - 1 }),
      cents: fc.integer({ min: 1, max: 4000 }),
      times: fc.integer({ min: 1, max: 2 }),
    })
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        run += 1
        const { id } = await issue(5000)
        // Each run gets new orders because an order can’t be reserved for again once its reservation is taken.
        const own = await Promise.all(Array.from({ length: orderCount }, () => makeOrder()))
        const model = own.map(() => ({ reserved: 0, isTaken: false, refunded: 0 }))
        let balance = 5000
        for (const [index, { kind, order, cents, times }] of steps.entries()) {
          const state = model[order]
          const orderId = own[order]?.id
          if (!state || orderId === undefined) continue
          let isRefunded = false
          for (let time = 0; time < times; time += 1) {
            if (kind === 'reserve') {
              const got = await reserve(id, orderId, cents)
              if (state.reserved === 0) {
                state.reserved = Math.min(cents, balance)
                balance -= state.reserved
              }
              expect(got).toBe(state.reserved)
            } else if (kind === 'refund') {
              const left = state.isTaken ? state.reserved - state.refunded : 0
              const paid = refund(id, orderId, cents, `${run}-${id}-${index}`)
              if (time > 0 && isRefunded) await paid
              else if (cents > left) await expect(paid).rejects.toThrow()
              else {
                await paid
                isRefunded = true
                state.refunded += cents
                balance += cents
              }
            } else {
              await end(id, orderId, kind === 'take' ? 'take' : 'release')
              if (state.isTaken || state.reserved === 0) continue
              state.isTaken = kind === 'take'
              if (kind === 'release') {
                balance += state.reserved
                state.reserved = 0
              }
            }
            expect(await balanceOf(id)).toBe(balance)
            expect(balance).toBeGreaterThanOrEqual(0)
          }
        }
      }),
      { numRuns: 15 },
    )
  }, 120_000)
})
