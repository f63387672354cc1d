import fc from 'fast-check'

import { calculateTax } from '@/modules/checkout/rules/pricing'
import { allocateCents } from '@/modules/discounts/rules'
import { taxDifference } from '@/modules/orders/queries/address-difference'
import {
  priceRise,
  shareMoveTax,
  toRefundableOrder,
} from '@/modules/orders/queries/refundable-order'
import { refundShares } from '@/modules/orders/rules/line-refund'

import {
  type Change,
  change,
  type ChangedOrder,
  paidDifference,
  refund,
  refundAmount,
  settleAll,
  toChangedOrder,
} from './changed-orders'
import { cents, numRuns, priceOf, purchase, stateCode, zipOf } from './random-purchases'
import { refundsOfEverything } from './refundable-carts'

// Each of these orders is priced and refunded many times.
const runs = Math.ceil(numRuns / 2)

const line = fc.nat(20)
const place = fc
  .record({ state: stateCode, number: fc.nat(99) })
  .map(({ state, number }) => ({ stateCode: state, zip: zipOf(state, number) }))
const unitCents = fc.oneof(
  cents(30_000),
  fc.constantFrom(10_999, 11_000, 11_001, 17_500, 17_501, 25_001),
)
const swaps = fc.record({ kind: fc.constant('swap' as const), line, unitCents })
const moves = fc.record({
  kind: fc.constant('move' as const),
  to: place,
  shippingCents: fc.oneof(fc.constantFrom(0, null), cents(3000, -3000)),
})
const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.oneof(
    swaps,
    moves,
    fc.record({
      kind: fc.constant('refund' as const),
      line,
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
    fc.constant({ kind: 'refund-shipping' as const }),
  ),
  { maxLength: 8 },
)

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0)

/** What the payments cover is what the kept parts cost, and nothing is negative. */
const expectBalanced = (paidCents: number, { facts, refundedCents, differences }: ChangedOrder) => {
  const { lines, shippingCents, taxCents, leftCents } = toRefundableOrder(facts)
  const amounts = [
    ...lines.flatMap((one) => [one.amountCents, one.taxableCents, one.quantity]),
    ...[shippingCents, taxCents, leftCents, refundedCents],
    ...differences.flatMap(({ totalCents, refundedCents: back }) => [back, totalCents - back]),
  ]
  const wrong = amounts.filter((amount) => !Number.isSafeInteger(amount) || amount < 0)
  const remainingCents = sum(lines.map(({ amountCents }) => amountCents)) + shippingCents + taxCents
  expect([wrong, leftCents, paidCents - refundedCents]).toEqual([
    [],
    remainingCents,
    remainingCents,
  ])
}

it('whatever is swapped, moved, and refunded in whatever order, payments less refunds are the price of what is kept', () =>
  fc.assert(
    fc.property(purchase, changes, (bought, list) => {
      let order = toChangedOrder(priceOf(bought), bought)
      // What was spent from bought gift cards stays paid.
      const paidCents = toRefundableOrder(order.facts).leftCents
      for (const one of list) {
        order = change(order, one)
        expectBalanced(paidCents, order)
      }
      for (const selection of refundsOfEverything(toRefundableOrder(order.facts), bought.seeds))
        order = refund(order, selection)
      expectBalanced(paidCents, order)
      const left = toRefundableOrder(order.facts)
      expect(left).toMatchObject({ leftCents: 0, taxCents: 0, shippingCents: 0 })
      expect(order.differences.map(({ refundedCents }) => refundedCents)).toEqual(
        order.differences.map(({ totalCents }) => totalCents),
      )
    }),
    { numRuns: runs },
  ))

const isPending = fc.boolean()
const quantity = fc.integer({ min: 1, max: 3 })
/** What can happen to an order that is returned in parts while PayPal is slow or refuses. */
const returnedInParts: fc.Arbitrary<Change[]> = fc.array(
  fc.oneof(
    fc.tuple(swaps, isPending).map(([one, pends]) => ({ ...one, isPending: pends })),
    fc.tuple(moves, isPending).map(([one, pends]) => ({ ...one, isPending: pends })),
    fc.record({ kind: fc.constant('refund' as const), line, quantity, isPending }),
    fc.constant({ kind: 'refund-shipping' as const }),
    fc.record({
      kind: fc.constant('refund-amount' as const),
      part: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
      isPending,
    }),
    fc.record({ kind: fc.constant('settle' as const), fails: fc.boolean() }),
    fc.record({ kind: fc.constant('exchange' as const), line, quantity }),
    fc.record({ kind: fc.constant('refund-exchanged' as const), line, quantity }),
  ),
  { maxLength: 12 },
)

it('with refunds of amounts, pending and failed refunds, and exchanges, no item is refunded twice, and all that was paid can be refunded, and no more', () =>
  fc.assert(
    fc.property(purchase, returnedInParts, fc.boolean(), (bought, list, fails) => {
      // Refunds of amounts also come off the gift cards that an order bought, which isn't calculated here.
      const withoutCards = { ...bought, giftCards: [] }
      let order = toChangedOrder(priceOf(withoutCards), withoutCards)
      const paidCents = order.totalCents
      let hasNamedAll = true
      const expectConsistent = (): void => {
        const { lines, shippingCents, taxCents, leftCents } = toRefundableOrder(order.facts)
        const amounts = [
          ...lines.flatMap((one) => [
            one.amountCents,
            one.taxableCents,
            one.quantity,
            one.exchanged,
          ]),
          ...lines.map((one) => one.quantity - one.exchanged),
          ...[shippingCents, taxCents, leftCents, order.refundedCents],
          ...order.differences.flatMap((one) => [
            one.refundedCents,
            one.totalCents - one.refundedCents,
          ]),
        ]
        const wrong = amounts.filter((amount) => !Number.isSafeInteger(amount) || amount < 0)
        expect([wrong, leftCents]).toEqual([[], paidCents - order.refundedCents])
        const remainingCents =
          sum(lines.map(({ amountCents }) => amountCents)) + shippingCents + taxCents
        if (hasNamedAll) expect(leftCents).toBe(remainingCents)
      }
      for (const one of list) {
        hasNamedAll &&= one.kind !== 'refund-amount'
        order = change(order, one)
        expectConsistent()
      }
      order = settleAll(order, fails)
      expectConsistent()
      for (const selection of refundsOfEverything(toRefundableOrder(order.facts), bought.seeds))
        order = refund(order, selection)
      // Items may be gone when a refund fails that lowered their price, or for which less was left to pay out for them.
      const hasFailed = fails || list.some((one) => one.kind === 'settle' && one.fails)
      if (!hasFailed)
        expect(toRefundableOrder(order.facts)).toMatchObject({ taxCents: 0, shippingCents: 0 })
      order = refundAmount(order, toRefundableOrder(order.facts).leftCents)
      expect(order.refundedCents).toBe(paidCents)
      expect(order.differences.map(({ refundedCents }) => refundedCents)).toEqual(
        order.differences.map(({ totalCents }) => totalCents),
      )
    }),
    { numRuns: runs },
  ))

it('a moved order pays at most the tax of its new address, also with a later paid swap, and only on what is taxed there', () =>
  fc.assert(
    fc.property(purchase, moves, line, cents(20_000, 1), (bought, move, index, extraCents) => {
      const priced = priceOf(bought)
      const { totals } = priced
      const { facts } = change(toChangedOrder(priced, bought), move)
      const { items } = facts.order
      const left = toRefundableOrder(facts)
      const taxAt = (lines: typeof items) =>
        calculateTax(lines, left.shippingCents, move.to, bought.rules)
      const there = taxAt(items)
      expect(left.taxCents).toBe(Math.min(totals.taxCents, there.taxCents))

      const item = items[index % items.length]
      const rise = priceRise(facts, item?.id ?? '', extraCents)
      const raised = items.map((one) =>
        one === item
          ? {
              ...one,
              unitCents: one.unitCents + extraCents,
              discountCents: one.discountCents + rise.discountCents,
            }
          : one,
      )
      // The ZIP code of a place that an order left isn't stored: if no tax was due there, its buyer may look exempt.
      const mayLookExempt =
        totals.taxCents === 0 &&
        bought.rules.stateTaxRules.some(
          ({ stateCode: state, zipFrom }) => zipFrom && state === bought.stateCode,
        )
      if (!mayLookExempt) expect(rise.taxCents).toBe(taxAt(raised).taxCents - there.taxCents)

      if (left.taxCents < totals.taxCents && left.taxCents > 0)
        for (const [at, { id, quantity }] of items.entries()) {
          const all = { quantities: new Map([[id, quantity]]), shipping: false }
          if (there.lines[at] === 0) expect(refundShares(left, all)[0]?.taxCents).toBe(0)
        }
    }),
    { numRuns: runs },
  ))

it('a move that the buyer paid for, also after a paid swap, brings the tax to what is due there, and shares it by what is taxed there', () =>
  fc.assert(
    fc.property(
      purchase,
      place,
      cents(3000),
      line,
      cents(20_000),
      (bought, to, shippingCents, index, extraCents) => {
        const changed = toChangedOrder(priceOf(bought), bought)
        const { order, pricing } = changed.facts
        const item = order.items[index % order.items.length]
        const rise = priceRise(changed.facts, item?.id ?? '', extraCents)
        const items = order.items.map((one) =>
          one === item
            ? {
                ...one,
                unitCents: one.unitCents + extraCents,
                discountCents: one.discountCents + rise.discountCents,
              }
            : one,
        )
        const paidTaxCents = order.taxCents + rise.taxCents
        const charged = { chargedCents: paidTaxCents, from: order, to, shippingCents }
        const raised = toRefundableOrder({ ...changed.facts, order: { ...order, items } })
        const { taxCents } = taxDifference(raised, { ...charged, isCharged: true }, pricing)
        // Where tax costs less and shipping more, staff settle it.
        if (taxCents < 0) return
        const there = calculateTax(items, order.shippingCents + shippingCents, to, pricing)
        expect(paidTaxCents + taxCents).toBe(there.taxCents)
        const facts = {
          ...changed.facts,
          order: { ...order, ...to, taxedState: taxCents > 0 ? null : order.stateCode },
          differences: [
            paidDifference(item?.id ?? '', rise, extraCents),
            paidDifference(null, { shippingCents, taxCents }),
          ],
        }
        const shares = shareMoveTax(facts).map((share) => share.cents)
        // What is offered to buyers leaves each item with the tax that is due for it. Tax on shipping stays with that.
        const isOffered = pricing.stateTaxRules.every(
          ({ stateCode: state, thresholdCents, taxesShipping }) =>
            ![order.stateCode, to.stateCode].includes(state) ||
            (!taxesShipping && (paidTaxCents === 0 || !thresholdCents)),
        )
        if (taxCents > 0 && isOffered) {
          const due = allocateCents(there.taxCents, [...there.lines, there.taxableShippingCents])
          const left = toRefundableOrder(facts)
          const ownOf = (id: string, count: number) =>
            refundShares(left, { quantities: new Map([[id, count]]), shipping: false })[0]
              ?.taxCents ?? 0
          const wrong = items.filter((one, at) => {
            const swapCents = one.id === item?.id ? rise.taxCents : 0
            const paid = swapCents + ownOf(one.id, one.quantity) + (shares[at] ?? 0)
            return Math.abs(paid - (due[at] ?? 0)) > 3
          })
          expect(wrong).toEqual([])
        }
        expect(shares.filter((share) => !Number.isSafeInteger(share) || share < 0)).toEqual([])
        expect(sum(shares)).toBeLessThanOrEqual(taxCents)
        if (taxCents > 0)
          expect(shares.filter((share, at) => share > 0 && there.lines[at] === 0)).toEqual([])
        let moved: ChangedOrder = { ...changed, facts }
        for (const selection of refundsOfEverything(toRefundableOrder(facts), bought.seeds))
          moved = refund(moved, selection)
        expect(toRefundableOrder(moved.facts)).toMatchObject({ leftCents: 0, taxCents: 0 })
      },
    ),
    { numRuns: runs },
  ))
