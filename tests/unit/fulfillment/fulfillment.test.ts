import {
  calculateMargin,
  calculateProfit,
  costExceedsRevenue,
  externalOrderId,
  type FulfillmentStatus,
  hasSameLines,
  holdDaysLeft,
  isSameAddress,
  matchesExternalOrderId,
  mergeShipments,
  nextFulfillmentStatus,
  type PrintfulOrderStatus,
  type Shipment,
} from '@/modules/fulfillment/rules/fulfillment'
import { formatPerMille, priceForMargin, unitMargin } from '@/modules/fulfillment/rules/margin'

const uuid = '3f2c9a10-1b2c-4d3e-8f4a-5b6c7d8e9f00'

it('the external order ID has at most 32 characters and is unique per attempt', () => {
  expect(externalOrderId(uuid, 1)).toBe('3f2c9a101b2c4d3e8f4a5b6c7d8e9f00')
  for (const attempt of [1, 2, 9, 10, 999]) {
    const name = externalOrderId(uuid, attempt)
    expect(name).toMatch(/^[A-Za-z0-9_-]{1,32}$/)
    expect(matchesExternalOrderId(name, uuid)).toBe(true)
    expect(matchesExternalOrderId(name, '00000000-1b2c-4d3e-8f4a-5b6c7d8e9f00')).toBe(false)
  }
  expect(new Set([1, 2, 9, 10, 999].map((attempt) => externalOrderId(uuid, attempt))).size).toBe(5)
})

it.each<[FulfillmentStatus, PrintfulOrderStatus, FulfillmentStatus]>([
  ['submitting', 'draft', 'draft'],
  ['draft', 'pending', 'submitted'],
  ['draft', 'inreview', 'submitted'],
  ['submitted', 'inprocess', 'in-production'],
  ['in-production', 'partial', 'in-production'],
  ['in-production', 'fulfilled', 'shipped'],
  // Outdated statuses are ignored.
  ['in-production', 'pending', 'in-production'],
  ['submitted', 'draft', 'submitted'],
  ['shipped', 'inprocess', 'shipped'],
  ['shipped', 'onhold', 'shipped'],
  ['returned', 'fulfilled', 'returned'],
  // Holds, failures, and cancellations, and the way back from them.
  ['submitted', 'onhold', 'on-hold'],
  ['on-hold', 'pending', 'submitted'],
  ['submitted', 'failed', 'failed'],
  ['failed', 'pending', 'submitted'],
  ['submitted', 'canceled', 'canceled'],
  ['draft', 'archived', 'canceled'],
  // A draft doesn’t end a hold that the shop set.
  ['on-hold', 'draft', 'on-hold'],
])('fulfillment status %s and Printful’s status %s result in %s', (before, reported, after) => {
  expect(nextFulfillmentStatus(before, reported)).toBe(after)
})

it('lines match in any order, but not with a missing line or a different quantity', () => {
  const lines = [
    { externalId: 'a', syncVariantId: '1', quantity: 2 },
    { externalId: 'b', syncVariantId: '2', quantity: 1 },
  ]
  expect(hasSameLines(lines, [...lines].reverse())).toBe(true)
  expect(hasSameLines(lines, lines.slice(1))).toBe(false)
  expect(
    hasSameLines(lines, [
      { externalId: 'a', syncVariantId: '1', quantity: 3 },
      { externalId: 'b', syncVariantId: '2', quantity: 1 },
    ]),
  ).toBe(false)
})

it('addresses match regardless of case and commas, but not with a different house number or apartment', () => {
  const place = {
    name: 'Wren Okafor',
    address1: '18 Alder Lane',
    address2: null,
    city: 'Ojai',
    zip: '93023',
    stateCode: 'CA',
    countryCode: 'US',
  }
  expect(isSameAddress(place, { ...place, address1: '18 ALDER LANE,', city: ' ojai ' })).toBe(true)
  expect(isSameAddress(place, { ...place, address2: '' })).toBe(true)
  expect(isSameAddress(place, { ...place, address1: '19 Alder Lane' })).toBe(false)
  expect(isSameAddress(place, { ...place, address2: 'Apt 4' })).toBe(false)
})

it('an order’s profit is its revenue and paid differences less discounts, refunds, fees, and printing costs', () => {
  const money = {
    subtotalCents: 6900,
    discountCents: 500,
    shippingCents: 599,
    differenceCents: 300,
    refundedCents: 1000,
    feeCents: 271,
    costCents: 3100,
  }
  expect(calculateProfit(money)).toBe(2928)
  expect(calculateMargin(2628, 5999)).toBe(438)
  expect(calculateMargin(0, 0)).toBeNull()
  expect(costExceedsRevenue(6300, money)).toBe(true)
  expect(costExceedsRevenue(6299, money)).toBe(false)
})

it('shipments are merged by ID without duplicates, and none is dropped', () => {
  const shipment = (id: string, trackingNumber: string | null): Shipment => ({
    id,
    carrier: 'USPS',
    trackingNumber,
    trackingUrl: null,
    shippedAt: null,
    isReshipment: false,
    lines: [],
  })
  const merged = mergeShipments(
    [{ ...shipment('1', null), isReturned: true }, shipment('2', 'B')],
    [shipment('1', 'A'), shipment('3', 'C')],
  )
  expect(
    merged.map(({ id, trackingNumber, isReturned }) => [id, trackingNumber, isReturned]),
  ).toEqual([
    ['1', 'A', true],
    ['2', 'B', undefined],
    ['3', 'C', undefined],
  ])
})

it('a hold has 30 days, and the days left are never negative', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  expect(holdDaysLeft(now, now)).toBe(30)
  expect(holdDaysLeft(new Date('2026-11-11T11:00:00Z'), now)).toBe(20)
  expect(holdDaysLeft(new Date('2025-11-11T11:00:00Z'), now)).toBe(0)
})

it('the margin calculator returns the margin per unit and the price for a target margin', () => {
  const fee = { feeBasisPoints: 349, feeFixedCents: 49 }
  expect(unitMargin({ priceCents: 3200, costCents: 1369, ...fee })).toEqual({
    feeCents: 161,
    profitCents: 1670,
    perMille: 522,
  })
  expect(unitMargin({ priceCents: 0, costCents: 1369, ...fee })).toEqual({
    feeCents: 0,
    profitCents: -1369,
    perMille: null,
  })
  const price = priceForMargin({ costCents: 1369, perMille: 400, ...fee }) as number
  expect(
    unitMargin({ priceCents: price, costCents: 1369, ...fee }).perMille,
  ).toBeGreaterThanOrEqual(400)
  expect(
    unitMargin({ priceCents: price - 5, costCents: 1369, ...fee }).profitCents / (price - 5),
  ).toBeLessThan(0.4)
  expect(priceForMargin({ costCents: 1369, perMille: 970, ...fee })).toBeNull()
  expect(formatPerMille(522)).toBe('52.2%')
})
