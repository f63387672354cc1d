import fc from 'fast-check'

import { shippingRegions } from '@/modules/checkout/rules/destination'
import { addGiftCards } from '@/modules/checkout/rules/gift-card-totals'
import { packageLoad } from '@/modules/checkout/rules/package-load'
import {
  calculateTotals,
  defaultPricingRules,
  type PricingRules,
  type StateTaxRule,
} from '@/modules/checkout/rules/pricing'
import { listShippingOptions } from '@/modules/checkout/rules/shipping-options'
import { chooseDiscounts } from '@/modules/discounts/rules'
import { sumGiftCards } from '@/modules/gift-cards/rules'

/** RANDOM_CARTS=100000 npm test -- unit unit/orders/random-carts; with RANDOM_SEED=7, the same carts again. */
export const numRuns = Number(process.env.RANDOM_CARTS ?? 500)
if (process.env.RANDOM_SEED) fc.configureGlobal({ seed: Number(process.env.RANDOM_SEED) })

export function cents(max: number, min = 0) {
  return fc.integer({ min, max })
}

export const cart = fc.array(
  fc.record({
    productId: fc.integer({ min: 1, max: 6 }),
    categoryId: fc.constantFrom(1, 2, null),
    // Any price, plus prices around the thresholds of states that tax clothing by price.
    unitCents: fc.oneof(
      cents(30_000),
      fc.constantFrom(10_999, 11_000, 11_001, 17_500, 17_501, 25_001),
    ),
    quantity: fc.integer({ min: 1, max: 6 }),
    ounces: fc.integer({ min: 1, max: 400 }).map((tenths) => tenths / 10),
  }),
  { minLength: 1, maxLength: 8 },
)

const discounts = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 99 }),
    name: fc.constant('Any'),
    code: fc.constantFrom(null, 'CODE'),
    kind: fc.constantFrom('percent' as const, 'amount' as const, 'free_shipping' as const),
    basisPoints: fc.integer({ min: 1, max: 10_000 }),
    amountCents: cents(50_000, 1),
    scope: fc.constantFrom('all' as const, 'products' as const, 'categories' as const),
    productIds: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }),
    categoryIds: fc.array(fc.integer({ min: 1, max: 2 }), { maxLength: 2 }),
    minimumSubtotalCents: cents(20_000),
  }),
  { maxLength: 3 },
)

const rate = (start: fc.Arbitrary<{ fromItems: number; fromOunces: number | null }>) =>
  fc
    .tuple(
      fc.constantFrom(...shippingRegions),
      start,
      cents(5_000, 1),
      fc.option(cents(9_000, 1), { nil: null }),
    )
    .map(([region, from, standardCents, expressCents]) => ({
      region,
      ...from,
      standardCents,
      expressCents,
    }))
/** Any shipping table, including tables with gaps, which the settings don't allow. */
const shippingRates = fc.oneof(
  fc.array(rate(cents(20, 1).map((fromItems) => ({ fromItems, fromOunces: null }))), {
    maxLength: 6,
  }),
  fc.array(rate(cents(300).map((fromOunces) => ({ fromItems: 1, fromOunces }))), { maxLength: 6 }),
)

/** Taxed in full, from a price, above a price, not at all, with shipping, far away, and by military mail. */
export const firstZips = {
  TX: 75_000,
  NY: 10_000,
  MA: 1000,
  RI: 2800,
  PA: 15_000,
  WA: 98_000,
  AK: 99_500,
  AE: 9000,
}
export const stateCode = fc.constantFrom(...(Object.keys(firstZips) as (keyof typeof firstZips)[]))
/** The 100 ZIP codes from a state's first one. */
export function zipOf(state: keyof typeof firstZips, number: number): string {
  return String(firstZips[state] + number).padStart(5, '0')
}

/** Rules for ZIP codes as the settings take them: of any kind, for one code or up to ten, without overlap. */
const zipRules: fc.Arbitrary<StateTaxRule[]> = fc
  .uniqueArray(
    fc.record({
      stateCode,
      tens: fc.nat(9),
      last: fc.option(fc.nat(9), { nil: null }),
      kind: fc.constantFrom('none' as const, 'excess' as const, 'whole' as const, 'rate' as const),
      thresholdCents: fc.oneof(cents(30_000), fc.constantFrom(11_000, 17_500)),
      rateBasisPoints: fc.constantFrom(0, 125, 400, 887, 1235),
      taxesShipping: fc.boolean(),
    }),
    { maxLength: 12, selector: ({ stateCode: state, tens }) => `${state}${tens}` },
  )
  .map((ranges) =>
    ranges.map(({ tens, last, ...rule }) => ({
      ...rule,
      zipFrom: zipOf(rule.stateCode, tens * 10),
      ...(last === null ? {} : { zipTo: zipOf(rule.stateCode, tens * 10 + last) }),
    })),
  )

export const rules: fc.Arbitrary<PricingRules> = fc
  .record({
    zipRules,
    zipRulesFirst: fc.boolean(),
    shippingSource: fc.constantFrom('flat' as const, 'table' as const, 'printful' as const),
    shippingRates,
    freeShippingFromCents: fc.constantFrom(0, 5000, 100_000_000),
    taxBasisPoints: fc.constantFrom(0, 600, 800, 1025),
  })
  .map(({ zipRules: ranges, zipRulesFirst, ...changes }) => ({
    ...defaultPricingRules,
    ...changes,
    stateTaxRules: [
      ...(zipRulesFirst ? ranges : []),
      ...defaultPricingRules.stateTaxRules,
      { stateCode: 'WA', kind: 'rate' as const, rateBasisPoints: 1025, taxesShipping: true },
      ...(zipRulesFirst ? [] : ranges),
    ],
  }))

/** Gift cards that are bought, and how much of each is spent before anything is refunded. */
const giftCards = fc.array(
  fc
    .record({
      amountCents: cents(25_000, 1000),
      spent: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })),
    })
    .map(({ amountCents, spent }) => ({
      amountCents,
      unspentCents: amountCents - Math.floor(amountCents * spent),
    })),
  { maxLength: 3 },
)

export const purchase = fc.record({
  cart,
  discounts,
  rules,
  giftCards,
  stateCode,
  zip: fc.record({
    number: fc.nat(99),
    // Complete, with its last four digits, still being typed, and not known yet.
    form: fc.constantFrom('plain' as const, 'plus4' as const, 'partial' as const, 'none' as const),
  }),
  wantsExpress: fc.boolean(),
  giftCardCents: fc.oneof(fc.constant(0), cents(60_000)),
  seeds: fc.array(fc.integer(), { minLength: 5, maxLength: 40 }),
  // Swaps for cheaper variants between the refunds.
  drops: fc.array(
    fc.record({
      after: fc.nat(12),
      line: fc.nat(20),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { maxLength: 4 },
  ),
})
export type Purchase = typeof purchase extends fc.Arbitrary<infer Value> ? Value : never

const days = {
  print: { min: 2, max: 5 },
  transit: {
    contiguous: { min: 3, max: 7 },
    remote: { min: 5, max: 15 },
    military: { min: 10, max: 30 },
  },
  express: { min: 1, max: 3 },
}

/** Where an order goes. */
const placeOf = ({ stateCode: state, zip: { number, form } }: Purchase) => {
  const zip = zipOf(state, number)
  const forms = { plain: zip, plus4: `${zip}-1234`, partial: zip.slice(0, 4), none: '' }
  return { stateCode: state, zip: forms[form] }
}

/** Prices a cart the way the shop does. */
export function priceOf(bought: Purchase) {
  const { cart: lines, discounts: offered, rules: pricing, ...where } = bought
  const place = placeOf(bought)
  const chosen = chooseDiscounts(lines, offered)
  const options = listShippingOptions({
    load: packageLoad(lines),
    destination: { stateCode: where.stateCode, isPoBox: false },
    rules: pricing,
    days,
  })
  const wanted = where.wantsExpress ? 'express' : 'standard'
  const shipping = options.find(({ method }) => method === wanted) ?? options[0]
  const isShippingFree = chosen.shipping !== null
  const totals = addGiftCards(
    calculateTotals(chosen.lines, place, pricing, { isShippingFree, shipping }),
    sumGiftCards(where.giftCards),
  )
  return { place, lines: chosen.lines, isShippingFree, shipping, totals }
}
