import fc from 'fast-check'

import { calculateTotals, defaultPricingRules } from '@/modules/checkout/rules/pricing'
import {
  lineRefundCents,
  refundDestinationText,
  refundShares,
  splitRefund,
  sumShares,
} from '@/modules/orders/rules/line-refund'

import { afterRefund, dropPrice, refundsOfEverything, toRefundableOrder } from './refundable-carts'

const cart = fc.record({
  items: fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 6 }),
      unitCents: fc.integer({ min: 0, max: 30_000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  // These states tax in full, from a threshold, above a threshold, not at all, and including shipping.
  stateCode: fc.constantFrom('TX', 'NY', 'MA', 'PA', 'WA'),
})
const rules = {
  ...defaultPricingRules,
  stateTaxRules: [
    ...defaultPricingRules.stateTaxRules,
    { stateCode: 'WA', kind: 'rate' as const, rateBasisPoints: 1025, taxesShipping: true },
  ],
}

/** A paid order without refunds. */
const orderOf = ({ items, stateCode }: typeof cart extends fc.Arbitrary<infer T> ? T : never) => {
  const lines = items.map(({ quantity, unitCents, share }) => ({
    quantity,
    unitCents,
    discountCents: Math.floor(quantity * unitCents * share),
  }))
  const place = { stateCode, zip: '' }
  const totals = calculateTotals(lines, place, rules)
  const order = toRefundableOrder(lines, totals, place, rules)
  return { order, totals, lines, place }
}

const seeds = fc.array(fc.integer(), { minLength: 5, maxLength: 40 })
const priceDrops = fc.array(
  fc.record({
    after: fc.nat(12),
    line: fc.nat(20),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { maxLength: 8 },
)

it('refunds of all items one by one, in any order, are never negative and add up to the total', () => {
  fc.assert(
    fc.property(cart, seeds, (bought, order) => {
      const { order: paid, totals } = orderOf(bought)
      let left = paid
      let refunded = 0
      for (const selection of refundsOfEverything(paid, order)) {
        for (const share of refundShares(left, selection)) {
          expect(share.amountCents).toBeGreaterThanOrEqual(0)
          expect(share.taxCents).toBeGreaterThanOrEqual(0)
        }
        refunded += lineRefundCents(left, selection)
        left = afterRefund(left, selection)
      }
      expect(refunded).toBe(totals.totalCents)
      expect(left).toMatchObject({ taxCents: 0, shippingCents: 0, leftCents: 0 })
    }),
    { numRuns: 500 },
  )
})

it('refunds with swaps for cheaper variants in between are never negative and add up to the total', () => {
  fc.assert(
    fc.property(cart, seeds, priceDrops, (bought, order, drops) => {
      const { order: paid, totals, lines, place } = orderOf(bought)
      const selections = refundsOfEverything(paid, order)
      let left = paid
      let refunded = 0
      for (const [step, selection] of selections.entries()) {
        for (const drop of drops.filter(({ after }) => after % selections.length === step)) {
          const dropped = dropPrice(left, drop, lines, place, rules)
          expect(dropped.share.amountCents).toBeGreaterThanOrEqual(0)
          expect(dropped.share.taxCents).toBeGreaterThanOrEqual(0)
          refunded += dropped.paidCents
          left = dropped.left
        }
        for (const share of refundShares(left, selection)) {
          expect(share.amountCents).toBeGreaterThanOrEqual(0)
          expect(share.taxCents).toBeGreaterThanOrEqual(0)
        }
        refunded += lineRefundCents(left, selection)
        left = afterRefund(left, selection)
      }
      expect(refunded).toBe(totals.totalCents)
      expect(left).toMatchObject({ taxCents: 0, shippingCents: 0, leftCents: 0 })
    }),
    { numRuns: 500 },
  )
})

it.each([
  ['the price difference and its tax', 'TX', 3200, 0, 2800, 432],
  ['the price difference and its tax less a 10% discount', 'TX', 3200, 0.1, 2800, 388],
  ['only the price difference where clothing is tax-free', 'PA', 3200, 0, 2800, 400],
  [
    'the price difference and all tax where the new price is tax-free',
    'NY',
    12_000,
    0,
    10_000,
    2960,
  ],
  ['nothing if it isn’t cheaper', 'TX', 3200, 0, 3200, 0],
] as const)('a swap refunds %s', (_, stateCode, unitCents, share, wantedCents, refund) => {
  const bought = orderOf({ items: [{ quantity: 1, unitCents, share }], stateCode })
  const drop = { after: 0, line: 0, part: wantedCents / unitCents }
  const { order, lines, place } = bought
  expect(dropPrice(order, drop, lines, place, rules).paidCents).toBe(refund)
})

it('refunding the whole order at once equals its total, and a partial refund never exceeds it', () => {
  fc.assert(
    fc.property(cart, seeds, (bought, picks) => {
      const { order, totals } = orderOf(bought)
      const all = new Map(order.lines.map(({ id, quantity }) => [id, quantity]))
      expect(lineRefundCents(order, { quantities: all, shipping: true })).toBe(totals.totalCents)
      const some = new Map(
        order.lines.map(({ id, quantity }, index) => [
          id,
          Math.abs(picks[index % picks.length] ?? 0) % (quantity + 1),
        ]),
      )
      expect(lineRefundCents(order, { quantities: some, shipping: false })).toBeLessThanOrEqual(
        totals.totalCents,
      )
    }),
    { numRuns: 300 },
  )
})

it('refunds add up to the total even if the tax rules change in between', () => {
  fc.assert(
    fc.property(cart, seeds, fc.array(fc.boolean(), { minLength: 3 }), (bought, order, changes) => {
      const { order: paid, totals } = orderOf(bought)
      let left = paid
      let refunded = 0
      refundsOfEverything(paid, order).forEach((selection, index) => {
        // After a rule change, the taxed part is unknown, so the full amount counts as taxable.
        const seen = changes[index % changes.length]
          ? {
              ...left,
              lines: left.lines.map((line) => ({ ...line, taxableCents: line.amountCents })),
            }
          : left
        refunded += sumShares(refundShares(seen, selection))
        const next = afterRefund(seen, selection)
        left = {
          ...next,
          lines: next.lines.map((line, at) => ({
            ...line,
            taxableCents: Math.ceil(
              ((paid.lines[at]?.taxableCents ?? 0) * line.quantity) / line.bought,
            ),
          })),
        }
      })
      expect(refunded).toBe(totals.totalCents)
    }),
    { numRuns: 300 },
  )
})

it('a tax-free item is refunded without tax', () => {
  // New York taxes the $120 item, not the $32 one.
  const { order } = orderOf({
    items: [
      { quantity: 1, unitCents: 12_000, share: 0 },
      { quantity: 1, unitCents: 3200, share: 0 },
    ],
    stateCode: 'NY',
  })
  const amountOf = (id: string) =>
    lineRefundCents(order, { quantities: new Map([[id, 1]]), shipping: false })
  expect(amountOf('i0')).toBe(12_960)
  expect(amountOf('i1')).toBe(3200)
})

it('a refund never exceeds what is left of the payments', () => {
  const { order } = orderOf({
    items: [{ quantity: 1, unitCents: 3200, share: 0 }],
    stateCode: 'TX',
  })
  const all = { quantities: new Map([['i0', 1]]), shipping: false }
  expect(lineRefundCents(order, all)).toBe(3456)
  expect(lineRefundCents({ ...order, leftCents: 1000 }, all)).toBe(1000)
})

it.each([
  [4055, 4055, '$40.55 will be refunded through PayPal.'],
  [4055, 1555, '$15.55 will be refunded through PayPal, and $25.00 will go back on the gift card.'],
  [4055, 0, '$40.55 will go back on the gift card.'],
])('a refund of %d cents with %d left at PayPal says where it goes', (cents, paypalLeft, text) =>
  expect(refundDestinationText(splitRefund(cents, paypalLeft))).toBe(text),
)
