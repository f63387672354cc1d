import fc from 'fast-check'

import { type TotalOptions, totalRows } from '@/modules/checkout/rules/total-rows'
import { refundRows, type RefundSum } from '@/modules/orders/rules/refund-rows'

const totals = {
  subtotalCents: 3200,
  discountCents: 0,
  shippingCents: 599,
  taxCents: 256,
  totalCents: 4055,
}
const textOf = (
  changes: Partial<typeof totals> & Record<string, number>,
  { refunds = [], ...options }: TotalOptions & { refunds?: readonly RefundSum[] },
) => {
  const costs = { ...totals, ...changes }
  return [...totalRows(costs, options), ...refundRows(costs.totalCents, refunds)].map(
    ({ name, amount }) => `${name} ${amount}`,
  )
}

it('an order shows its costs, and its total', () =>
  expect(textOf({}, {})).toEqual([
    'Subtotal $32.00',
    'Shipping $5.99',
    'Tax $2.56',
    'Total $40.55',
  ]))

it('refunds are told apart by where they went, and the rest of the total is named', () =>
  expect(
    textOf(
      {},
      {
        refunds: [
          { place: 'paypal', cents: 1000 },
          { place: 'store-credit', cents: 500 },
          { place: 'paypal', cents: 55 },
          { place: 'gift-card', cents: 1500 },
        ],
      },
    ).slice(4),
  ).toEqual([
    'Refunded −$10.55',
    'Refunded as store credit −$5.00',
    'Refunded to gift card −$15.00',
    'Total after refunds $10.00',
  ]))

it('what a gift card pays comes before the refunds', () =>
  expect(
    textOf(
      { giftCardCents: 1500 },
      { restLabel: 'Paid online', refunds: [{ place: 'paypal', cents: 2555 }] },
    ).slice(3),
  ).toEqual([
    'Total $40.55',
    'Gift card −$15.00',
    'Paid online $25.55',
    'Refunded −$25.55',
    'Total after refunds $15.00',
  ]))

it('an order that pays for a dearer address shows only what costs more there', () => {
  const change = 'shipping address'
  const moved = { subtotalCents: 0, shippingCents: 400, taxCents: 91, totalCents: 491 }
  expect(textOf(moved, { change })).toEqual([
    'Extra shipping $4.00',
    'Extra tax $0.91',
    'Total $4.91',
  ])
  expect(textOf({ ...moved, shippingCents: 0, totalCents: 91 }, { change })).toEqual([
    'Extra tax $0.91',
    'Total $0.91',
  ])
})

it('an order that pays for another size has no shipping, and one of gift cards only a total', () => {
  const swap = { subtotalCents: 300, shippingCents: 0, taxCents: 24, totalCents: 324 }
  expect(textOf(swap, { change: 'item' })).toEqual(['Subtotal $3.00', 'Tax $0.24', 'Total $3.24'])
  const cards = { subtotalCents: 0, shippingCents: 0, taxCents: 0, totalCents: 5000 }
  expect(textOf({ ...cards, purchasedCardsCents: 5000 }, {})).toEqual(['Total $50.00'])
})

it('a cart names its discounts, and no tax', () =>
  expect(
    textOf(
      { discountCents: 320, shippingCents: 0, taxCents: 0, totalCents: 2880 },
      {
        hasTax: false,
        discounts: [
          { name: 'Spring', code: 'SPRING10', isForShipping: false },
          { name: 'Free shipping week', isForShipping: true },
        ],
      },
    ),
  ).toEqual([
    'Subtotal $32.00',
    'Discount (SPRING10) −$3.20',
    'Shipping (Free shipping week) Free',
    'Total $28.80',
  ]))

it('only what a discount can change is marked as such', () => {
  const discounted = (options: TotalOptions) =>
    totalRows({ ...totals, discountCents: 320, totalCents: 3735 }, options).flatMap(
      ({ name, isDiscounted }) => (isDiscounted ? [name] : []),
    )
  const shipping = { name: 'Total days of free shipping', isForShipping: true }
  const all = ['Discount', 'Shipping (Total days of free shipping)', 'Total']
  expect(discounted({ discounts: [shipping] })).toEqual(all)
  expect(discounted({ noTaxText: 'Calculated at checkout' })).toEqual([
    'Discount',
    'Total before tax',
  ])
})

it('the rows of any order add up to its total, and after refunds to the rest', () => {
  const cents = fc.integer({ min: 0, max: 500_000 })
  const valueOf = (text = ''): number => {
    const digits = Number(text.replace(/[^\d]/g, ''))
    return text === 'Free' ? 0 : text.startsWith('−') ? -digits : digits
  }
  fc.assert(
    fc.property(
      cents,
      cents,
      cents,
      cents,
      fc.integer({ min: 1, max: 500_000 }),
      (subtotal, shipping, tax, cards, refunded) => {
        const totalCents = subtotal + shipping + tax + cards
        const costs = {
          subtotalCents: subtotal + 1,
          discountCents: 1,
          shippingCents: shipping,
          taxCents: tax,
          purchasedCardsCents: cards,
          totalCents,
        }
        const rows = [
          ...totalRows(costs, {}),
          ...refundRows(totalCents, [{ place: 'paypal', cents: refunded }]),
        ].map(({ amount }) => valueOf(amount))
        const sum = rows.slice(0, -3).reduce((left, value) => left + value, 0)
        expect(sum).toBe(totalCents)
        expect(rows.slice(-3)).toEqual([totalCents, -refunded, rows.at(-1)])
        expect(Math.abs(rows.at(-1) ?? 0)).toBe(Math.abs(totalCents - refunded))
      },
    ),
  )
})
