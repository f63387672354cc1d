import fc from 'fast-check'

import { payableByGiftCard } from '@/modules/checkout/rules/gift-card-totals'
import { packageLoad } from '@/modules/checkout/rules/package-load'
import { settingsShippingPrice } from '@/modules/checkout/rules/pricing'
import {
  cardLineId,
  splitOverCards,
  sumGiftCards,
  uncoveredCents,
} from '@/modules/gift-cards/rules'
import { lineRefundCents, splitRefund } from '@/modules/orders/rules/line-refund'

import { cart, firstZips, numRuns, priceOf, purchase, rules } from './random-purchases'
import { afterRefund, dropPrice, refundsOfEverything, toRefundableOrder } from './refundable-carts'

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
