import type { TaxAddress } from '@/modules/checkout/rules/pricing'
import { cardLineId } from '@/modules/gift-cards/rules'
import { taxDifference } from '@/modules/orders/queries/address-difference'
import {
  type Facts,
  priceDrop,
  priceRise,
  toRefundableOrder,
} from '@/modules/orders/queries/refundable-order'
import {
  lineRefundCents,
  type RefundSelection,
  type RefundShare,
  refundShares,
} from '@/modules/orders/rules/line-refund'
import {
  differenceDueCents,
  followingRefundCents,
  type PaidDifference,
} from '@/modules/orders/rules/price-difference'
import type { Cents } from '@/platform/money'

import { type priceOf, type Purchase } from './random-purchases'

/** A paid order after any changes, kept the way the database keeps it. */
export type ChangedOrder = {
  facts: Facts
  /** What went back to the buyer of the order itself. */
  refundedCents: Cents
  /** Paid for more expensive variants, by orders of their own. */
  differences: PaidDifference[]
}
export type Change =
  | { kind: 'refund'; line: number; quantity: number }
  | { kind: 'refund-shipping' }
  | { kind: 'swap'; line: number; unitCents: Cents }
  /** shippingCents: how much more shipping costs there; null if unknown. */
  | { kind: 'move'; to: TaxAddress; shippingCents: Cents | null }

export function toChangedOrder(
  { place, lines, totals }: ReturnType<typeof priceOf>,
  { rules, giftCards }: Purchase,
): ChangedOrder {
  const spentCents = giftCards.reduce(
    (sum, { amountCents, unspentCents }) => sum + amountCents - unspentCents,
    0,
  )
  const facts = {
    order: {
      id: 1,
      shippingCents: totals.shippingCents,
      taxCents: totals.taxCents,
      ...place,
      taxedState: null,
      items: lines.map(({ quantity, unitCents, discountCents }, index) => ({
        ...{ id: `i${index}`, name: 'Tee', size: 'M', color: 'Pine' },
        ...{ quantity, unitCents, swapUnitCents: null, discountCents },
      })),
    },
    pricing: rules,
    refunded: new Map(),
    exchanged: new Map(),
    left: { ...{ captureId: null, paypalCents: totals.totalCents, cardCents: 0, spentCents } },
    differences: [],
    cards: giftCards.map(({ amountCents, unspentCents }, id) => ({
      ...{ id, cardId: id, recipientName: 'Sam', amountCents, unspentCents },
      valueCents: amountCents,
    })),
  }
  return { facts, refundedCents: 0, differences: [] }
}

/** The order after a refund for these shares. */
const afterShares = (
  changed: ChangedOrder,
  shares: readonly RefundShare[],
  paidCents: Cents,
): ChangedOrder => {
  const { facts } = changed
  const refunded = new Map(facts.refunded)
  for (const { itemId, quantity, amountCents, taxCents } of shares) {
    const before = refunded.get(itemId) ?? { quantity: 0, amountCents: 0, taxCents: 0 }
    refunded.set(itemId, {
      quantity: before.quantity + quantity,
      amountCents: before.amountCents + amountCents,
      taxCents: before.taxCents + taxCents,
    })
  }
  const isRefunded = (id: number): boolean => refunded.has(cardLineId(id))
  return {
    ...changed,
    facts: {
      ...facts,
      refunded,
      left: facts.left && { ...facts.left, paypalCents: facts.left.paypalCents - paidCents },
      cards: facts.cards.map((card) => (isRefunded(card.id) ? { ...card, unspentCents: 0 } : card)),
    },
    refundedCents: changed.refundedCents + paidCents,
  }
}

/** A refund by line. What was paid for more expensive variants of its items follows, as it was announced. */
export function refund(changed: ChangedOrder, selection: RefundSelection): ChangedOrder {
  const order = toRefundableOrder(changed.facts)
  const after = afterShares(
    changed,
    refundShares(order, selection),
    lineRefundCents(order, selection),
  )
  const differences = changed.differences.map((difference) => {
    const parts = difference.parts.map((part) => ({
      ...part,
      refundedQuantity: after.facts.refunded.get(part.itemId)?.quantity ?? 0,
    }))
    const refundedCents = differenceDueCents(difference, (part) => {
      return after.facts.refunded.get(part.itemId)?.quantity ?? 0
    })
    return { ...difference, parts, refundedCents }
  })
  const sum = (all: readonly PaidDifference[]) =>
    all.reduce((total, { refundedCents }) => total + refundedCents, 0)
  expect(followingRefundCents(changed.differences, selection.quantities)).toBe(
    sum(differences) - sum(changed.differences),
  )
  return { ...after, differences }
}

const swap = (changed: ChangedOrder, line: number, unitCents: Cents): ChangedOrder => {
  const { facts, differences } = changed
  const item = facts.order.items[line % facts.order.items.length]
  // An item has one paid difference, and is only swapped at the same price afterwards.
  if (!item || differences.some(({ parts }) => parts.some(({ itemId }) => itemId === item.id)))
    return changed
  const { id, quantity } = item
  const extraCents = unitCents - (item.swapUnitCents ?? item.unitCents)
  if (extraCents > 0) {
    if (facts.refunded.get(id)?.quantity) return changed
    const rise = priceRise(facts, id, extraCents)
    expect(Object.values(rise).every((cents) => Number.isSafeInteger(cents) && cents >= 0)).toBe(
      true,
    )
    expect(rise.totalCents).toBe(rise.subtotalCents - rise.discountCents + rise.taxCents)
    const { totalCents } = rise
    const part = {
      itemId: id,
      quantity,
      cents: totalCents,
      refundedQuantity: 0,
      pendingQuantity: 0,
    }
    const paid = { totalCents, refundedCents: 0, isOver: false, parts: [part] }
    return rise.totalCents > 0 ? { ...changed, differences: [...differences, paid] } : changed
  }
  const { share, refundCents } = priceDrop(facts, toRefundableOrder(facts), id, unitCents)
  const items = facts.order.items.map((one) =>
    one === item && extraCents < 0 ? { ...one, swapUnitCents: unitCents } : one,
  )
  const swapped = { ...changed, facts: { ...facts, order: { ...facts.order, items } } }
  return afterShares(swapped, [share], refundCents)
}

const move = (
  changed: ChangedOrder,
  to: TaxAddress,
  costsMoreCents: Cents | null,
): ChangedOrder => {
  const { order, pricing } = changed.facts
  const { taxedState, stateCode, zip } = order
  const from = taxedState ? { stateCode: taxedState, zip: '' } : { stateCode, zip }
  const left = toRefundableOrder(changed.facts)
  // Where no items are left, nothing is sent.
  const shippingCents = left.lines.some(({ quantity, isGiftCard }) => quantity > 0 && !isGiftCard)
    ? costsMoreCents
    : 0
  const taxCents = taxDifference(
    left,
    { chargedCents: order.taxCents, from, to, shippingCents },
    pricing,
  )
  // What costs more isn't charged.
  const savings = {
    taxCents: Math.max(0, Math.min(-taxCents, left.taxCents)),
    shippingCents: Math.max(0, Math.min(-(shippingCents ?? 0), left.shippingCents)),
  }
  const keptState = stateCode === to.stateCode ? taxedState : (taxedState ?? stateCode)
  const facts = {
    ...changed.facts,
    order: { ...order, ...to, taxedState: savings.taxCents > 0 ? null : keptState },
  }
  const sumCents = savings.taxCents + savings.shippingCents
  const share = { itemId: null, quantity: 0, amountCents: savings.shippingCents }
  return sumCents > 0
    ? afterShares({ ...changed, facts }, [{ ...share, taxCents: savings.taxCents }], sumCents)
    : { ...changed, facts }
}

export function change(changed: ChangedOrder, one: Change): ChangedOrder {
  switch (one.kind) {
    case 'swap':
      return swap(changed, one.line, one.unitCents)
    case 'move':
      return move(changed, one.to, one.shippingCents)
    case 'refund-shipping':
      return refund(changed, { quantities: new Map(), shipping: true })
    case 'refund': {
      const { lines } = toRefundableOrder(changed.facts)
      const line = lines[one.line % lines.length]
      const quantity = Math.min(one.quantity, line?.quantity ?? 0)
      return line && quantity > 0
        ? refund(changed, { quantities: new Map([[line.id, quantity]]), shipping: false })
        : changed
    }
  }
}
