import fc from 'fast-check'

import { addGiftCards, payableByGiftCard } from '@/modules/checkout/rules/gift-card-totals'
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
  it('keeps the cards covered by the remaining payment and never takes more than is unspent', () => {
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

  it('returns null when too little is unspent', () => {
    expect(splitOverCards(500, [{ id: 1, unspentCents: 499 }])).toBeNull()
    expect(splitOverCards(0, [])).toEqual([])
  })

  it('takes nothing from a card of which more was chosen than is unspent', () => {
    const cards = [
      { id: 1, unspentCents: -300 },
      { id: 2, unspentCents: 500 },
    ]
    expect(splitOverCards(500, cards)).toEqual([{ id: 2, cents: 500 }])
  })
})

it('purchased gift cards add to the total, but another gift card can’t pay for them', () => {
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

describe('validating a gift card purchase', () => {
  const today = '2026-12-01'
  const problem = (amountCents: number, sendOn: string | null = null, isForSale = true) =>
    giftCardProblem({ amountCents, sendOn }, { ...defaultGiftCardSettings, isForSale }, today)
      ?.field

  it.each([
    ['accepts an offered amount', 5000, null, undefined],
    ['accepts the minimum amount', 1000, today, undefined],
    ['accepts the maximum amount a year ahead', 25_000, '2027-12-01', undefined],
    ['rejects an amount below the minimum', 999, null, 'amount'],
    ['rejects an amount above the maximum', 25_001, null, 'amount'],
    ['rejects a date in the past', 5000, '2026-11-30', 'sendOn'],
    ['rejects a date more than a year ahead', 5000, '2027-12-02', 'sendOn'],
  ] as const)('%s', (_, amount, day, field) => {
    expect(problem(amount, day)).toBe(field)
  })

  it('rejects any amount when gift cards are not for sale', () => {
    expect(problem(5000, null, false)).toBe('amount')
  })
})
