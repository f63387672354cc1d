import fc from 'fast-check'

import { addGiftCards, payableByGiftCard } from '@/modules/checkout/rules/pricing'
import {
  defaultGiftCardSettings,
  giftCardProblem,
  splitOverCards,
  uncoveredCents,
} from '@/modules/gift-cards/rules'

const cents = fc.integer({ min: 0, max: 50_000 })
const card = fc
  .record({ valueCents: cents, spent: fc.double({ min: 0, max: 1, noNaN: true }) })
  .map(({ valueCents, spent }) => ({
    valueCents,
    unspentCents: valueCents - Math.floor(valueCents * spent),
  }))
const cards = fc
  .array(card, { maxLength: 5 })
  .map((list) => list.map((one, id) => ({ id, ...one })))
const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0)

describe('refunding an order that bought gift cards', () => {
  it('leaves every card covered by what is left of the payment, and never takes more than is unspent', () => {
    fc.assert(
      fc.property(
        cards,
        cents,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (bought, other, part) => {
          const paid = other + sum(bought.map(({ valueCents }) => valueCents))
          const spent = sum(bought.map(({ valueCents, unspentCents }) => valueCents - unspentCents))
          const refund = Math.floor((paid - spent) * part)
          const left = paid - refund
          const parts = splitOverCards(uncoveredCents(left, bought), bought)
          expect(parts).not.toBeNull()
          const taken = sum((parts ?? []).map((one) => one.cents))
          expect(sum(bought.map(({ valueCents }) => valueCents)) - taken).toBeLessThanOrEqual(left)
          // Nothing comes off the cards as long as the rest of the payment covers them.
          expect(taken).toBe(Math.max(0, refund - other))
          for (const { id, cents: off } of parts ?? [])
            expect(off).toBeLessThanOrEqual(bought[id]?.unspentCents ?? 0)
        },
      ),
    )
  })

  it('says so when more was spent than could come off', () => {
    expect(splitOverCards(500, [{ id: 1, unspentCents: 499 }])).toBeNull()
    expect(splitOverCards(0, [])).toEqual([])
  })
})

it('adds bought cards to a total, and lets another card pay only for the rest', () => {
  fc.assert(
    fc.property(cents, cents, cents, (subtotalCents, taxCents, bought) => {
      const totals = addGiftCards(
        {
          subtotalCents,
          discountCents: 0,
          shippingCents: 0,
          taxCents,
          totalCents: subtotalCents + taxCents,
        },
        bought,
      )
      expect(totals.totalCents).toBe(subtotalCents + taxCents + bought)
      expect(payableByGiftCard(totals)).toBe(subtotalCents + taxCents)
    }),
  )
})

describe('what can be bought', () => {
  const today = '2026-12-01'
  const problem = (amountCents: number, sendOn: string | null = null, isForSale = true) =>
    giftCardProblem({ amountCents, sendOn }, { ...defaultGiftCardSettings, isForSale }, today)
      ?.field

  it.each([
    ['an offered amount', 5000, null, undefined],
    ['the least', 1000, today, undefined],
    ['the most, a year ahead', 25_000, '2027-12-01', undefined],
    ['too little', 999, null, 'amount'],
    ['too much', 25_001, null, 'amount'],
    ['a day in the past', 5000, '2026-11-30', 'sendOn'],
    ['a day too far ahead', 5000, '2027-12-02', 'sendOn'],
  ] as const)('%s', (_, amount, day, field) => {
    expect(problem(amount, day)).toBe(field)
  })

  it('is nothing when the owner doesn’t sell gift cards', () => {
    expect(problem(5000, null, false)).toBe('amount')
  })
})
