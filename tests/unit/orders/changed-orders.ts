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
  countLeft,
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

type PendingRefund = { shares: RefundShare[]; paidCents: Cents }

/** A paid order after any changes, in the form in which the database stores it. */
export type ChangedOrder = {
  facts: Facts
  totalCents: Cents
  /** Refunds of the order itself, completed or pending. */
  refundedCents: Cents
  /** Refunds without a result so far: they count as refunded until PayPal refuses them. */
  pending: PendingRefund[]
  /** Paid for more expensive variants, by orders of their own. */
  differences: PaidDifference[]
}
export type Change =
  | { kind: 'refund'; line: number; quantity: number; isPending?: boolean }
  | { kind: 'refund-shipping' }
  /** Any part of what is left, without naming items. */
  | { kind: 'refund-amount'; part: number; isPending?: boolean }
  /** The oldest pending refund gets its result. */
  | { kind: 'settle'; fails: boolean }
  /** Sent again in another size at no charge. */
  | { kind: 'exchange'; line: number; quantity: number }
  /** What was sent in exchange comes back for a refund. */
  | { kind: 'refund-exchanged'; line: number; quantity: number }
  | { kind: 'swap'; line: number; unitCents: Cents; isPending?: boolean }
  /** shippingCents: how much more shipping costs there; null if unknown. */
  | { kind: 'move'; to: TaxAddress; shippingCents: Cents | null; isPending?: boolean }

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
      ...{ id: 1, status: 'paid' as const },
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
      ...{ id, cardId: id, recipientName: 'Sam', amountCents, unspentCents, reservedCents: 0 },
      valueCents: amountCents,
    })),
  }
  const { totalCents } = totals
  return { facts, totalCents, refundedCents: 0, pending: [], differences: [] }
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

/** Refunds what was paid for more expensive variants of refunded items; all of it once the order is refunded. */
const follow = (changed: ChangedOrder): ChangedOrder => {
  const { facts, pending, totalCents, refundedCents } = changed
  const pendingCents = pending.reduce((sum, { paidCents }) => sum + paidCents, 0)
  const isOver = totalCents > 0 && refundedCents - pendingCents >= totalCents
  const pendingOf = (id: string): number =>
    pending
      .flatMap(({ shares }) => shares)
      .reduce((sum, { itemId, quantity }) => sum + (itemId === id ? quantity : 0), 0)
  const differences = changed.differences.map((difference) => {
    const parts = difference.parts.map((part) => {
      const pendingQuantity = pendingOf(part.itemId)
      const all = facts.refunded.get(part.itemId)?.quantity ?? 0
      return { ...part, pendingQuantity, refundedQuantity: all - pendingQuantity }
    })
    const now = { ...difference, parts, isOver }
    const dueCents = differenceDueCents(now, ({ refundedQuantity }) => refundedQuantity)
    return { ...now, refundedCents: Math.max(difference.refundedCents, dueCents) }
  })
  return { ...changed, differences }
}

const refundLines = (changed: ChangedOrder, selection: RefundSelection): ChangedOrder => {
  const order = toRefundableOrder(changed.facts)
  return afterShares(changed, refundShares(order, selection), lineRefundCents(order, selection))
}

/** A refund by line. What was paid for more expensive variants of its items follows, as it was announced. */
export function refund(changed: ChangedOrder, selection: RefundSelection): ChangedOrder {
  const after = follow(refundLines(changed, selection))
  const sum = (all: readonly PaidDifference[]) =>
    all.reduce((total, { refundedCents }) => total + refundedCents, 0)
  if (changed.pending.length === 0 && !after.differences.some(({ isOver }) => isOver))
    expect(followingRefundCents(changed.differences, selection.quantities)).toBe(
      sum(after.differences) - sum(changed.differences),
    )
  return after
}

/** A refund of an amount that names no items. */
export function refundAmount(changed: ChangedOrder, amountCents: Cents): ChangedOrder {
  return follow(afterShares(changed, [], amountCents))
}

/** Gives the oldest pending refund its result. Nothing of a failed one was refunded. */
const settle = (changed: ChangedOrder, fails: boolean): ChangedOrder => {
  const [oldest, ...pending] = changed.pending
  if (!oldest) return changed
  const shares = oldest.shares.map(({ itemId, quantity, amountCents, taxCents }) => ({
    itemId,
    quantity: 0 - quantity,
    amountCents: 0 - amountCents,
    taxCents: 0 - taxCents,
  }))
  const settled = { ...changed, pending }
  return follow(fails ? afterShares(settled, shares, 0 - oldest.paidCents) : settled)
}

export function settleAll(changed: ChangedOrder, fails: boolean): ChangedOrder {
  return changed.pending.reduce((settled) => settle(settled, fails), changed)
}

/** What a change refunded, as rows. */
const sharesOf = (before: ChangedOrder, after: ChangedOrder): RefundShare[] =>
  [...after.facts.refunded].map(([itemId, { quantity, amountCents, taxCents }]) => {
    const earlier = before.facts.refunded.get(itemId)
    return {
      itemId,
      quantity: quantity - (earlier?.quantity ?? 0),
      amountCents: amountCents - (earlier?.amountCents ?? 0),
      taxCents: taxCents - (earlier?.taxCents ?? 0),
    }
  })

/** What was paid for a change, as the database has it. */
export function paidDifference(
  itemId: string | null,
  paid: { discountCents?: Cents; shippingCents?: Cents; taxCents: Cents },
  unitCents: Cents = 0,
): Facts['differences'][number] {
  const { discountCents = 0, shippingCents = 0, taxCents } = paid
  return {
    ...{
      id: 2,
      uuid: 'two',
      orderNumber: 'DF-2',
      itemId,
      unitCents,
      quantity: 1,
      subtotalCents: unitCents,
    },
    ...{ discountCents, shippingCents, taxCents, status: 'delivered' },
    ...{ totalCents: 1, leftCents: 1, refundedCents: 0 },
  }
}

const swap = (changed: ChangedOrder, line: number, unitCents: Cents): ChangedOrder => {
  const { facts, differences } = changed
  const item = facts.order.items[line % facts.order.items.length]
  if (!item) return changed
  const { id, quantity } = item
  const earlier = facts.differences.filter(({ itemId }) => itemId === id)
  const paidCents = earlier.reduce((sum, one) => sum + one.unitCents, 0)
  const extraCents = unitCents - (item.swapUnitCents ?? item.unitCents) - paidCents
  // What was paid separately is refunded only as a whole.
  if (extraCents < 0 && earlier.length > 0) return changed
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
    return rise.totalCents > 0
      ? {
          ...changed,
          facts: {
            ...facts,
            differences: [...facts.differences, paidDifference(id, rise, extraCents)],
          },
          differences: [...differences, paid],
        }
      : changed
  }
  const { share, refundCents } = priceDrop(facts, toRefundableOrder(facts), id, unitCents)
  // Without a refund, the item keeps the price that was paid.
  if (extraCents < 0 && refundCents === 0) return changed
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
  const { taxCents } = taxDifference(
    left,
    { chargedCents: order.taxCents, from, to, shippingCents },
    pricing,
  )
  // What costs more isn't charged, and what the payments no longer cover isn't refunded.
  const less = {
    taxCents: Math.max(0, Math.min(-taxCents, left.taxCents)),
    shippingCents: Math.max(0, Math.min(-(shippingCents ?? 0), left.shippingCents)),
  }
  const isCovered = less.taxCents + less.shippingCents <= left.leftCents
  const savings = isCovered ? less : { taxCents: 0, shippingCents: 0 }
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

const exchange = (changed: ChangedOrder, itemId: string, quantity: number): ChangedOrder => {
  const { facts } = changed
  const exchanged = new Map(facts.exchanged)
  exchanged.set(itemId, (exchanged.get(itemId) ?? 0) + quantity)
  return { ...changed, facts: { ...facts, exchanged } }
}

const apply = (changed: ChangedOrder, one: Change): ChangedOrder => {
  const { lines, leftCents } = toRefundableOrder(changed.facts)
  switch (one.kind) {
    case 'swap':
      return swap(changed, one.line, one.unitCents)
    case 'move':
      return move(changed, one.to, one.shippingCents)
    case 'refund-shipping':
      return refund(changed, { quantities: new Map(), shipping: true })
    case 'refund-amount':
      return afterShares(changed, [], Math.ceil(leftCents * one.part))
    case 'settle':
      return settle(changed, one.fails)
  }
  const line = lines[one.line % lines.length]
  if (!line) return changed
  const isBack = one.kind === 'refund-exchanged'
  const quantity = Math.min(one.quantity, isBack ? line.exchanged : countLeft(line))
  if (quantity === 0) return changed
  if (one.kind === 'exchange')
    return line.isGiftCard ? changed : exchange(changed, line.id, quantity)
  const selection = { quantities: new Map([[line.id, quantity]]), shipping: false }
  if (isBack) return exchange(refund(changed, selection), line.id, 0 - quantity)
  return one.isPending ? refundLines(changed, selection) : refund(changed, selection)
}

export function change(changed: ChangedOrder, one: Change): ChangedOrder {
  const after = apply(changed, one)
  const paidCents = after.refundedCents - changed.refundedCents
  if (!('isPending' in one && one.isPending) || paidCents <= 0) return follow(after)
  const pending = [...after.pending, { shares: sharesOf(changed, after), paidCents }]
  return follow({ ...after, pending })
}
