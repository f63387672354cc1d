import fc from 'fast-check'

import { shippingRegions } from '@/modules/checkout/rules/destination'
import { addGiftCards, payableByGiftCard } from '@/modules/checkout/rules/gift-card-totals'
import { packageLoad } from '@/modules/checkout/rules/package-load'
import {
  calculateTotals,
  defaultPricingRules,
  type PricingRules,
  settingsShippingPrice,
  type StateTaxRule,
} from '@/modules/checkout/rules/pricing'
import { listShippingOptions } from '@/modules/checkout/rules/shipping-options'
import { chooseDiscounts } from '@/modules/discounts/rules'
import {
  cardLineId,
  splitOverCards,
  sumGiftCards,
  uncoveredCents,
} from '@/modules/gift-cards/rules'
import { lineRefundCents, splitRefund } from '@/modules/orders/rules/line-refund'

import { afterRefund, dropPrice, refundsOfEverything, toRefundableOrder } from './refundable-carts'

/** RANDOM_CARTS=100000 npm test -- unit unit/orders/random-carts */
const numRuns = Number(process.env.RANDOM_CARTS ?? 2000)

const cents = (max: number, min = 0) => fc.integer({ min, max })

const cart = fc.array(
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
    basisPoints: fc.integer({ min: 1, max: 9500 }),
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
const firstZips = {
  TX: 75_000,
  NY: 10_000,
  MA: 1000,
  RI: 2800,
  PA: 15_000,
  WA: 98_000,
  AK: 99_500,
  AE: 9000,
}
const stateCode = fc.constantFrom(...(Object.keys(firstZips) as (keyof typeof firstZips)[]))
/** The 100 ZIP codes from a state's first one. */
const zipOf = (state: keyof typeof firstZips, number: number): string =>
  String(firstZips[state] + number).padStart(5, '0')

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

const rules: fc.Arbitrary<PricingRules> = fc
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

const purchase = fc.record({
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
type Purchase = typeof purchase extends fc.Arbitrary<infer Value> ? Value : never

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
const priceOf = (bought: Purchase) => {
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

/** Shuffles items by the given seeds. */
const shuffled = <Item>(items: readonly Item[], seeds: readonly number[]): Item[] =>
  items
    .map((item, index) => ({ item, seed: seeds[index % seeds.length] ?? 0 }))
    .sort((a, b) => a.seed - b.seed)
    .map(({ item }) => item)

it('no total of a purchase is negative, and the totals add up to the cent', () =>
  fc.assert(
    fc.property(purchase, (bought) => {
      const { totals, lines } = priceOf(bought)
      const wrong = Object.entries(totals).filter(
        ([, amount]) => !Number.isSafeInteger(amount) || amount < 0,
      )
      expect(wrong).toEqual([])
      expect(totals.totalCents).toBe(
        totals.subtotalCents -
          totals.discountCents +
          totals.shippingCents +
          totals.taxCents +
          sumGiftCards(bought.giftCards),
      )
      expect(lines.reduce((sum, { discountCents }) => sum + discountCents, 0)).toBe(
        totals.discountCents,
      )
    }),
    { numRuns },
  ))

it('the order of the lines doesn’t change the totals', () =>
  fc.assert(
    fc.property(purchase, (bought) => {
      const reordered = { ...bought, cart: shuffled(bought.cart, bought.seeds) }
      expect(priceOf(reordered).totals).toEqual(priceOf(bought).totals)
    }),
    { numRuns },
  ))

it('gift cards that are bought add their price to the total, and change nothing else', () =>
  fc.assert(
    fc.property(purchase, (bought) => {
      const { totals } = priceOf(bought)
      const { totals: without } = priceOf({ ...bought, giftCards: [] })
      const cards = sumGiftCards(bought.giftCards)
      expect(totals).toEqual({
        ...without,
        purchasedCardsCents: cards,
        totalCents: without.totalCents + cards,
      })
      expect(payableByGiftCard(totals)).toBe(without.totalCents)
    }),
    { numRuns },
  ))

it('a tax rule for ZIP codes takes the place of its state’s rule there, and holds nowhere else', () =>
  fc.assert(
    fc.property(purchase, (bought) => {
      const { stateTaxRules } = bought.rules
      const { number, form } = bought.zip
      const zip = firstZips[bought.stateCode] + number
      const rule =
        form === 'plain' || form === 'plus4'
          ? stateTaxRules.find(
              ({ stateCode: state, zipFrom, zipTo }) =>
                state === bought.stateCode &&
                Number(zipFrom) <= zip &&
                Number(zipTo ?? zipFrom) >= zip,
            )
          : undefined
      const ofStates = stateTaxRules.filter(({ zipFrom }) => !zipFrom)
      const alone = rule ? [{ ...rule, zipFrom: undefined, zipTo: undefined }] : ofStates
      const { totals } = priceOf({ ...bought, rules: { ...bought.rules, stateTaxRules: alone } })
      expect(priceOf(bought).totals).toEqual(totals)
    }),
    { numRuns },
  ))

it('shipping is free only from the threshold or by a discount, whatever the shipping table', () =>
  fc.assert(
    fc.property(purchase, (bought) => {
      const { totals, shipping, isShippingFree } = priceOf(bought)
      expect(shipping?.priceCents).toBeGreaterThan(0)
      const isFree =
        shipping?.method === 'standard' &&
        (isShippingFree ||
          totals.subtotalCents === 0 ||
          totals.subtotalCents >= bought.rules.freeShippingFromCents)
      expect(totals.shippingCents === 0).toBe(isFree)
    }),
    { numRuns },
  ))

it('with rising table prices, a heavier or larger package never costs less', () =>
  fc.assert(
    fc.property(rules, cart, cart, (pricing, lines, more) => {
      const rising = {
        ...pricing,
        shippingSource: 'table' as const,
        shippingRates: pricing.shippingRates.map((row) => ({
          ...row,
          standardCents: 100 + (row.fromOunces ?? row.fromItems),
        })),
        shippingCents: 50,
      }
      const cost = (load: ReturnType<typeof packageLoad>) =>
        settingsShippingPrice(rising, 'contiguous', load) ?? 0
      expect(cost(packageLoad([...lines, ...more]))).toBeGreaterThanOrEqual(
        cost(packageLoad(lines)),
      )
    }),
    { numRuns },
  ))

it('refunds in any order add up exactly to what PayPal and the gift card paid, less what was spent from gift cards bought in the order', () =>
  fc.assert(
    fc.property(purchase, (bought) => {
      const { totals, lines, place } = priceOf(bought)
      const cardCents = Math.min(bought.giftCardCents, payableByGiftCard(totals))
      const paid = { paypalCents: totals.totalCents - cardCents, cardCents }
      const refunded = { paypalCents: 0, cardCents: 0 }
      const cards = bought.giftCards.map((card, id) => ({ id, ...card }))
      const spentCents = cards.reduce(
        (sum, { amountCents, unspentCents }) => sum + amountCents - unspentCents,
        0,
      )
      let left = toRefundableOrder(lines, totals, place, bought.rules, cards)
      const pay = (amount: number): void => {
        const part = splitRefund(amount, paid.paypalCents - refunded.paypalCents)
        for (const value of [amount, part.paypalCents, part.cardCents])
          expect(Number.isSafeInteger(value) && value >= 0).toBe(true)
        refunded.paypalCents += part.paypalCents
        refunded.cardCents += part.cardCents
      }
      /** What the payments still cover pays for every card that wasn't refunded, so nothing comes off it. */
      const expectCardsCovered = (): void => {
        const rest = cards.flatMap(({ id, amountCents, unspentCents }) => {
          const line = left.lines.find((one) => one.id === cardLineId(id))
          const unspent = line?.quantity ? unspentCents : 0
          return [{ id, valueCents: amountCents - unspentCents + unspent, unspentCents: unspent }]
        })
        const covered = totals.totalCents - refunded.paypalCents - refunded.cardCents
        expect(splitOverCards(uncoveredCents(covered, rest), rest)).toEqual([])
      }
      const selections = refundsOfEverything(left, bought.seeds)
      for (const [step, selection] of selections.entries()) {
        for (const drop of bought.drops.filter(({ after }) => after % selections.length === step)) {
          const dropped = dropPrice(left, drop, lines, place, bought.rules)
          pay(dropped.paidCents)
          left = dropped.left
        }
        pay(lineRefundCents(left, selection))
        left = afterRefund(left, selection)
        expectCardsCovered()
      }
      // What was spent from a bought card stays paid, and was paid at PayPal.
      const paypalCents = Math.min(paid.paypalCents, totals.totalCents - spentCents)
      expect(refunded).toEqual({
        paypalCents,
        cardCents: totals.totalCents - spentCents - paypalCents,
      })
      expect(left).toMatchObject({ leftCents: 0, taxCents: 0, shippingCents: 0 })
    }),
    { numRuns },
  ))
