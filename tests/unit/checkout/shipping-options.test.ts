import fc from 'fast-check'

import type { DeliveryDays } from '@/modules/checkout/rules/arrival'
import {
  destinationOf,
  isPoBox,
  shippingMethodIds,
  shippingRegionOf,
  shippingRegions,
  takesExpress,
} from '@/modules/checkout/rules/destination'
import { packageLoad } from '@/modules/checkout/rules/package-load'
import {
  calculateTotals,
  defaultPricingRules,
  type PricingRules,
  shippingSources,
} from '@/modules/checkout/rules/pricing'
import {
  listShippingOptions,
  type LiveRates,
  showShippingOptions,
} from '@/modules/checkout/rules/shipping-options'
import { usRegions } from '@/platform/us/regions'

const days: DeliveryDays = {
  print: { min: 2, max: 5 },
  transit: {
    contiguous: { min: 3, max: 7 },
    remote: { min: 5, max: 15 },
    military: { min: 10, max: 30 },
  },
  express: { min: 1, max: 3 },
}
const table: PricingRules = {
  ...defaultPricingRules,
  shippingSource: 'table',
  shippingRates: [
    { region: 'contiguous', fromItems: 1, standardCents: 499, expressCents: 1499 },
    { region: 'contiguous', fromItems: 4, standardCents: 899, expressCents: null },
    { region: 'remote', fromItems: 1, standardCents: 1299, expressCents: 3999 },
  ],
}
const home = { stateCode: 'CA', isPoBox: false }
const load = (units: number, ounces = 7 * units) => ({ units, ounces })
const optionsFor = (rules: PricingRules, units = 1, destination = home, live?: LiveRates) =>
  listShippingOptions({ load: load(units), destination, rules, days, live }).map(
    ({ method, priceCents }) => [method, priceCents],
  )

describe('destinations', () => {
  it.each([
    'PO Box 12',
    'P.O. Box 12',
    'P. O. Box #12',
    'p.o.box 12',
    'POB 12',
    'Post Office Box 12',
    'Box 12',
    '18 Alder Lane, PO BOX 9A',
    'Apartado 123',
  ])('%s is a PO box', (line) => expect(isPoBox(line)).toBe(true))

  it.each([
    '18 Alder Lane',
    '4 Boxwood Ct',
    '12 Poboy St',
    '9 Post Oak Blvd 3',
    'Box Hill Rd 4',
    '',
  ])('“%s” is not a PO box', (line) => expect(isPoBox(line, null, undefined)).toBe(false))

  it('states, territories, and military regions map to the right shipping region', () => {
    const of = (region: string) =>
      usRegions.filter(({ code }) => shippingRegionOf(code) === region).map(({ code }) => code)
    expect(of('remote')).toEqual(['AK', 'HI', 'AS', 'GU', 'MP', 'PR', 'VI'])
    expect(of('military')).toEqual(['AA', 'AE', 'AP'])
    expect(of('contiguous')).toHaveLength(49)
  })

  it('express is available only for street addresses in the states', () => {
    const takes = (stateCode: string, address1 = '18 Alder Lane') =>
      takesExpress(destinationOf({ stateCode, address1 }))
    expect([takes('CA'), takes('AK'), takes('HI')]).toEqual([true, true, true])
    expect([takes('PR'), takes('AE'), takes('GU'), takes('CA', 'PO Box 3')]).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})

describe('shipping options', () => {
  it('have one flat price by default', () => {
    expect(optionsFor(defaultPricingRules)).toEqual([['standard', 599]])
    expect(optionsFor(defaultPricingRules, 9, { stateCode: 'AE', isPoBox: false })).toEqual([
      ['standard', 599],
    ])
  })

  it('follow the table by region and number of items', () => {
    expect(optionsFor(table)).toEqual([
      ['standard', 499],
      ['express', 1499],
    ])
    expect(optionsFor(table, 3)).toEqual(optionsFor(table))
    expect(optionsFor(table, 4)).toEqual([['standard', 899]])
    expect(optionsFor(table, 1, { stateCode: 'AK', isPoBox: false })).toEqual([
      ['standard', 1299],
      ['express', 3999],
    ])
    expect(optionsFor(table, 1, { stateCode: 'PR', isPoBox: false })).toEqual([['standard', 1299]])
    expect(optionsFor(table, 1, { stateCode: 'CA', isPoBox: true })).toEqual([['standard', 499]])
    // Without a row, the flat price applies.
    expect(optionsFor(table, 1, { stateCode: 'AP', isPoBox: false })).toEqual([['standard', 599]])
  })

  it('follow a table by weight, and the flat price for regions without a row', () => {
    const byWeight: PricingRules = {
      ...table,
      shippingRates: [
        {
          region: 'contiguous',
          fromItems: 1,
          fromOunces: 0,
          standardCents: 499,
          expressCents: 999,
        },
        {
          region: 'contiguous',
          fromItems: 1,
          fromOunces: 16.1,
          standardCents: 899,
          expressCents: null,
        },
      ],
    }
    const pricesAt = (ounces: number, destination = home) =>
      listShippingOptions({ load: load(1, ounces), destination, rules: byWeight, days }).map(
        ({ priceCents }) => priceCents,
      )
    expect(pricesAt(0.1)).toEqual([499, 999])
    expect(pricesAt(16)).toEqual([499, 999])
    expect(pricesAt(16.1)).toEqual([899])
    expect(pricesAt(900)).toEqual([899])
    expect(pricesAt(5, { stateCode: 'AK', isPoBox: false })).toEqual([599])
  })

  it('add up item weights and count an item without a weight as a heavy one', () => {
    expect(packageLoad([{ quantity: 3, ounces: 6.7 }])).toEqual({ units: 3, ounces: 20.1 })
    expect(packageLoad([{ quantity: 2 }, { quantity: 1, ounces: 0.5 }])).toEqual({
      units: 3,
      ounces: 34.5,
    })
  })

  it('use Printful’s live rates where available, and the table otherwise', () => {
    const rules: PricingRules = { ...table, shippingSource: 'printful' }
    const live: LiveRates = {
      standard: { priceCents: 475, service: 'STANDARD', days: { min: 4, max: 8 } },
    }
    expect(optionsFor(rules, 1, home, live)).toEqual([
      ['standard', 475],
      ['express', 1499],
    ])
    expect(optionsFor(rules)).toEqual(optionsFor(table))
    // Live rates are ignored unless the settings use them.
    expect(optionsFor(table, 1, home, live)).toEqual(optionsFor(table))
    const [standard] = listShippingOptions({ load: load(1), destination: home, rules, days, live })
    expect(standard).toMatchObject({ service: 'STANDARD', days: { transit: { min: 4, max: 8 } } })
  })

  it('make standard free from the threshold or by a discount, but never express', () => {
    const options = listShippingOptions({ load: load(1), destination: home, rules: table, days })
    const shown = (unitCents: number, isShippingFree = false) =>
      showShippingOptions(options, [{ unitCents, quantity: 1 }], table, {
        isShippingFree,
        ordered: '2026-11-24',
      }).map(({ cents }) => cents)
    expect(shown(4999)).toEqual([499, 1499])
    expect(shown(5000)).toEqual([0, 1499])
    expect(shown(3200, true)).toEqual([0, 1499])
  })

  const rate = fc.record({
    region: fc.constantFrom(...shippingRegions),
    fromItems: fc.integer({ min: 1, max: 100 }),
    standardCents: fc.integer({ min: 0, max: 9999 }),
    expressCents: fc.option(fc.integer({ min: 0, max: 9999 })),
  })
  const liveRate = fc.record({
    priceCents: fc.integer({ min: 0, max: 9999 }),
    service: fc.string(),
    days: fc.constant(null),
  })

  it('are never free by accident, even if the table, flat price, or live rates say 0', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...shippingSources.filter((source) => source !== 'flat')),
        fc.array(rate, { maxLength: 6 }),
        fc.integer({ min: 0, max: 2000 }),
        fc.record({ standard: liveRate, express: liveRate }, { requiredKeys: [] }),
        fc.constantFrom(...usRegions.map(({ code }) => code)),
        fc.boolean(),
        fc.integer({ min: 1, max: 100 }),
        (shippingSource, shippingRates, shippingCents, live, stateCode, isBox, units) => {
          const rules = { ...defaultPricingRules, shippingSource, shippingRates, shippingCents }
          const destination = { stateCode, isPoBox: isBox }
          const options = listShippingOptions({ load: load(units), destination, rules, days, live })
          expect(options[0]?.method).toBe('standard')
          for (const { method, priceCents } of options) {
            expect(priceCents).toBeGreaterThan(0)
            expect(shippingMethodIds).toContain(method)
            expect(method === 'standard' || takesExpress(destination)).toBe(true)
            const totals = calculateTotals(
              [{ unitCents: 10, quantity: units }],
              { stateCode, zip: '' },
              rules,
              { shipping: { method, priceCents } },
            )
            expect(totals.shippingCents).toBe(priceCents)
            expect(totals.totalCents).toBe(
              totals.subtotalCents + totals.shippingCents + totals.taxCents,
            )
          }
        },
      ),
    ))
})
