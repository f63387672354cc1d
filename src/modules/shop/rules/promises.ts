import { cartLimits } from '@/modules/checkout/rules/cart'
import { type Cents, formatMoney } from '@/platform/money'

export const returnPostagePayers = ['buyer', 'shop'] as const
export const cancelDeadlines = ['printing', 'shipping'] as const

/** What the shop promises its customers. Every text that names one of these takes it from `promiseTexts`. */
type Promises = {
  /** Business days until an order ships. */
  printDaysMin: number
  printDaysMax: number
  /** Business days from the printer to the customer. */
  deliveryDaysMin: number
  deliveryDaysMax: number
  /** Days after delivery. */
  returnDays: number
  /** Completes "as long as it’s …". */
  returnCondition: string
  returnPostage: (typeof returnPostagePayers)[number]
  /** Days after delivery during which a fault is the shop’s. */
  defectDays: number
  /** The step after which an order can’t be canceled anymore. */
  cancelUntil: (typeof cancelDeadlines)[number]
}

export const defaultPromises: Promises = {
  printDaysMin: 2,
  printDaysMax: 5,
  deliveryDaysMin: 3,
  deliveryDaysMax: 7,
  returnDays: 30,
  returnCondition: 'unworn and unwashed',
  returnPostage: 'buyer',
  defectDays: 365,
  cancelUntil: 'printing',
}

type ShippingRules = {
  freeShippingFromCents: Cents
  shippingCents: Cents
  /** The price depends on the order and on where it goes. */
  varies?: boolean
}

const plural = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`
const range = (min: number, max: number): string =>
  min === max ? plural(min, 'business day') : `${min}–${max} business days`
const period = (days: number): string =>
  days % 365 === 0 ? plural(days / 365, 'year') : plural(days, 'day')
const dollars = (cents: Cents): string => formatMoney(cents).replace(/\.00$/, '')

const shippingCost = ({ freeShippingFromCents, shippingCents, varies }: ShippingRules): string => {
  if (freeShippingFromCents === 0 || (shippingCents === 0 && !varies)) return 'Shipping is free.'
  if (freeShippingFromCents > cartLimits.totalCents)
    return varies
      ? 'You’ll see the price of shipping at checkout once you enter your address.'
      : `Shipping is ${dollars(shippingCents)}.`
  return varies
    ? `Shipping is free on orders of ${dollars(freeShippingFromCents)} or more. On smaller orders, you’ll see the price at checkout once you enter your address.`
    : `Shipping is free on orders of ${dollars(freeShippingFromCents)} or more, and ${dollars(shippingCents)} on smaller orders.`
}

/** 'Once it ships, delivery usually takes 3–7 business days.' */
export function deliverySentence(min: number, max: number): string {
  return `Once it ships, delivery usually takes ${range(min, max)}.`
}

/** 'Delivery usually takes 3–7 business days.', for a package that has shipped. */
export function shippedDelivery(delivery: string): string {
  return delivery.replace('Once it ships, delivery', 'Delivery')
}

/** Returns the shop's promises as sentences, and the figures for use inside other sentences. */
export function promiseTexts(promises: Promises, shipping: ShippingRules) {
  const printTime = range(promises.printDaysMin, promises.printDaysMax)
  const deliveryTime = range(promises.deliveryDaysMin, promises.deliveryDaysMax)
  const returnWindow = period(promises.returnDays)
  const cancel = 'You can change or cancel an order until we start printing it.'
  return {
    printTime,
    deliveryTime,
    returnWindow,
    printing: `We print every item to order, which usually takes ${printTime}.`,
    delivery: deliverySentence(promises.deliveryDaysMin, promises.deliveryDaysMax),
    shippingCost: shippingCost(shipping),
    // Buyers can do it themselves until printing starts (canBuyerChange), and with the help of staff after that.
    cancel:
      promises.cancelUntil === 'printing'
        ? cancel
        : `${cancel} After that, email us, and we’ll do what we can until it ships.`,
    returns: `You have ${returnWindow} from delivery to return an item, as long as it’s ${promises.returnCondition}. ${promises.returnPostage === 'buyer' ? 'You pay the return postage unless the mistake was ours.' : 'We pay the return postage.'}`,
    quality: `If an item is damaged, misprinted, or not what you ordered, or if a print cracks or a seam gives out, tell us within ${period(promises.defectDays)} of delivery. We’ll replace it or refund you, and you won’t pay any postage.`,
  }
}

/** Replaces `returns` for an item that can't be returned. */
export const finalSaleText =
  'This item is final sale: it can’t be returned or exchanged unless it’s damaged, misprinted, or not what you ordered.'

export type PromiseTexts = ReturnType<typeof promiseTexts>

/** Replaces `{{returns}}` and the like; an unknown name stays as written. */
export function fillPromises(text: string, texts: PromiseTexts): string {
  const textsByName = new Map(Object.entries(texts))
  return text.replaceAll(
    /\{\{\s*(\w+)\s*\}\}/g,
    (written, name: string) => textsByName.get(name) ?? written,
  )
}
