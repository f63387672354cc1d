import { defaultPricingRules } from '@/modules/checkout/rules/pricing'
import { taxDifference } from '@/modules/orders/queries/address-difference'
import {
  type Facts,
  priceRise,
  shareMoveTax,
  toRefundableOrder,
} from '@/modules/orders/queries/refundable-order'
import { refundShares } from '@/modules/orders/rules/line-refund'

import { paidDifference } from './changed-orders'

/** A coat for $150.00 and a tee for $32.00, to California: 8% tax, on shipping too where a state says so. */
const pricing = {
  ...defaultPricingRules,
  stateTaxRules: [
    ...defaultPricingRules.stateTaxRules,
    { stateCode: 'WA', kind: 'rate' as const, rateBasisPoints: 500, taxesShipping: true },
    {
      stateCode: 'RI',
      ...{ kind: 'whole' as const, thresholdCents: 20_000, rateBasisPoints: 1000 },
      taxesShipping: true,
    },
  ].toReversed(),
}
const item = { size: 'M', color: 'Pine', quantity: 1, swapUnitCents: null, discountCents: 0 }
const factsOf = (order: Partial<Facts['order']> = {}): Facts => ({
  order: {
    ...{ id: 1, status: 'paid' as const },
    ...{ shippingCents: 1000, taxCents: 1456, stateCode: 'CA', zip: '93023', taxedState: null },
    items: [
      { ...item, id: 'coat', name: 'Coat', unitCents: 15_000 },
      { ...item, id: 'tee', name: 'Fern Tee', unitCents: 3200 },
    ],
    ...order,
  },
  pricing,
  refunded: new Map(),
  exchanged: new Map(),
  left: { captureId: null, paypalCents: 20_656, cardCents: 0, spentCents: 0 },
  cards: [],
  differences: [],
})
const newYork = { stateCode: 'NY', zip: '10004' }

describe('a swap for a more expensive variant', () => {
  it('of an item for $0.00 costs the price of the variant with its tax', () => {
    const sticker = { ...item, id: 'sticker', name: 'Sticker', unitCents: 0 }
    expect(priceRise(factsOf({ items: [sticker], taxCents: 0 }), 'sticker', 500)).toEqual({
      ...{ subtotalCents: 500, discountCents: 0, taxCents: 40, totalCents: 540 },
      ...{ taxableCents: 500, taxableShippingCents: 0 },
    })
  })

  it('is taxed at the new address of an order that paid no tax where it was bought', () => {
    const moved = factsOf({ taxCents: 0, taxedState: 'PA' })
    expect(priceRise(moved, 'tee', 300)?.taxCents).toBe(24)
    const exempt = factsOf({ taxCents: 0 })
    expect(priceRise(exempt, 'tee', 300)?.taxCents).toBe(0)
  })

  it('that makes shipping taxable adds no tax on shipping that was refunded', () => {
    const toRhodeIsland = { stateCode: 'RI', zip: '02903', taxCents: 0 }
    const facts = factsOf(toRhodeIsland)
    const refunded = new Map([[null, { quantity: 0, amountCents: 1000, taxCents: 0 }]])
    expect(priceRise(facts, 'coat', 5000)?.taxCents).toBe(2100)
    expect(priceRise({ ...facts, refunded }, 'coat', 5000)?.taxCents).toBe(2000)
  })
})

describe('a second swap for a more expensive variant', () => {
  it('is taxed by what was already paid for the item, also where a threshold decides', () => {
    // Clothing from $110.00 on is taxed in New York, in full.
    const jacket = { ...item, id: 'jacket', name: 'Jacket', unitCents: 10_500 }
    const bought = factsOf({ ...newYork, items: [jacket], taxCents: 0 })
    const first = priceRise(bought, 'jacket', 1000)
    expect(first.taxCents).toBe(920)
    const differences = [paidDifference('jacket', first, 1000)]
    expect(priceRise({ ...bought, differences }, 'jacket', 1000).taxCents).toBe(80)
    const [given] = differences.map((one) => ({ ...one, refundedCents: one.totalCents }))
    expect(
      priceRise({ ...bought, differences: given ? [given] : [] }, 'jacket', 1000).taxCents,
    ).toBe(920)
  })
})

describe('a move to another address', () => {
  it('refunds the tax on what was paid, whatever shipping would cost there', () => {
    const order = toRefundableOrder(factsOf())
    const taxWith = (shippingCents: number) => {
      const move = { chargedCents: 1456, from: { stateCode: 'CA', zip: '93023' } }
      const to = { stateCode: 'WA', zip: '98101' }
      return taxDifference(order, { ...move, to, shippingCents }, pricing).taxCents
    }
    // 5% of $192.00, and of $187.00 after $5.00 back.
    expect(taxWith(0)).toBe(960 - 1456)
    expect(taxWith(2000)).toBe(960 - 1456)
    expect(taxWith(-500)).toBe(935 - 1456)
  })

  it('leaves shipping that costs less there only the tax of the rest', () => {
    // 5% of $187.00, after $5.00 of shipping went back with all other tax.
    const refunded = new Map([[null, { quantity: 0, amountCents: 500, taxCents: 521 }]])
    const toWashington = { stateCode: 'WA', zip: '98101' }
    const left = toRefundableOrder({ ...factsOf(toWashington), refunded })
    const all = new Map(['coat', 'tee'].map((id) => [id, 1]))
    expect(refundShares(left, { quantities: all, shipping: true })).toMatchObject([
      { itemId: 'coat', amountCents: 15_000, taxCents: 750 },
      { itemId: 'tee', amountCents: 3200, taxCents: 160 },
      { itemId: null, amountCents: 500, taxCents: 25 },
    ])
  })

  it('leaves the tax with the items that are taxed there', () => {
    const refunded = new Map([[null, { quantity: 0, amountCents: 0, taxCents: 256 }]])
    const left = toRefundableOrder({ ...factsOf(newYork), refunded })
    const shareOf = (id: string) =>
      refundShares(left, { quantities: new Map([[id, 1]]), shipping: false })
    expect(shareOf('tee')).toMatchObject([{ amountCents: 3200, taxCents: 0 }])
    expect(shareOf('coat')).toMatchObject([{ amountCents: 15_000, taxCents: 1200 }])
  })
})

describe('an order whose buyer paid for an address with more tax', () => {
  /** Bought to Pennsylvania without tax, and moved to New York, where only the coat is taxed: 8% of $150.00. */
  const moved = factsOf({ ...newYork, taxCents: 0 })
  const differences = [paidDifference(null, { taxCents: 1200 })]
  const paid = { ...moved, differences }

  it('shares that tax by what is taxed there', () => {
    expect(shareMoveTax(paid)).toEqual([
      { itemId: 'coat', quantity: 1, cents: 1200 },
      { itemId: 'tee', quantity: 1, cents: 0 },
    ])
    expect(toRefundableOrder(paid).lines.map(({ taxableCents }) => taxableCents)).toEqual([
      15_000, 0,
    ])
  })

  it('keeps it with the items it was paid for when another one is swapped for a taxed one later', () => {
    const later = paidDifference('tee', { taxCents: 1056 }, 10_000)
    const swapped = { ...paid, differences: [...differences, later] }
    expect(shareMoveTax(swapped)).toEqual(shareMoveTax(paid))
    expect(toRefundableOrder(swapped).lines.map(({ taxableCents }) => taxableCents)).toEqual([
      15_000, 0,
    ])
  })

  it('leaves a part of it with shipping, where that is taxed', () => {
    const toWashington = factsOf({ stateCode: 'WA', zip: '98101', taxCents: 0 })
    // 5% of $150.00, $32.00, and $20.00 of shipping, $10.00 of which were paid with the move.
    const shares = shareMoveTax({
      ...toWashington,
      differences: [paidDifference(null, { shippingCents: 1000, taxCents: 1010 })],
    })
    expect(shares.map(({ cents }) => cents)).toEqual([750, 160])
  })

  it('isn’t taken for one of an exempt customer when an item is swapped later', () => {
    expect(priceRise(moved, 'coat', 5000).taxCents).toBe(0)
    expect(priceRise(paid, 'coat', 5000).taxCents).toBe(400)
    const refunded = differences.map((one) => ({ ...one, status: 'refunded' as const }))
    expect(priceRise({ ...moved, differences: refunded }, 'coat', 5000).taxCents).toBe(400)
  })
})

it('tax that was charged where the shop no longer collects it isn’t charged again at another address', () => {
  const order = toRefundableOrder(factsOf())
  const from = { stateCode: 'CA', zip: '93023' }
  const move = { from, to: { stateCode: 'WA', zip: '98101' }, shippingCents: 0 }
  const inWashingtonOnly = { ...pricing, taxStates: ['WA'] }
  expect(taxDifference(order, { ...move, chargedCents: 1456 }, inWashingtonOnly).taxCents).toBe(0)
  expect(taxDifference(order, { ...move, chargedCents: 0 }, inWashingtonOnly).taxCents).toBe(960)
})

it('shipping that the buyer pays for is taxed where a state says so', () => {
  const order = toRefundableOrder(factsOf({ taxCents: 0 }))
  const to = { stateCode: 'WA', zip: '98101' }
  const move = { chargedCents: 0, from: { stateCode: 'PA', zip: '19103' }, to, shippingCents: 2000 }
  // 5% of $182.00 and of $30.00 of shipping, or of the $10.00 that were paid.
  expect(taxDifference(order, { ...move, isCharged: true }, pricing)).toEqual({
    ...{ taxCents: 1060, taxableCents: 18_200, taxableShippingCents: 3000 },
  })
  expect(taxDifference(order, move, pricing).taxCents).toBe(960)
})
