import { z } from 'zod'

import { maxWeightOunces } from '@/modules/catalog/rules/garment-weight'
import { cartLimits } from '@/modules/checkout/rules/cart'
import { shippingRegions } from '@/modules/checkout/rules/destination'
import { giftLimits } from '@/modules/checkout/rules/gift'
import { shippingSources, taxKinds } from '@/modules/checkout/rules/pricing'
import { giftCardLimits } from '@/modules/gift-cards/rules'
import { alertGroups } from '@/modules/notifications/rules'
import { maxReviewDays } from '@/modules/one-time-emails/rules'
import { cancelDeadlines, returnPostagePayers } from '@/modules/shop/rules/promises'
import { maxSynonymsLength, synonymsProblem } from '@/modules/shop/rules/search-synonyms'
import { dollarsFromCents } from '@/platform/money'
import { maxAppleDomainFile, optionalPaymentMethods } from '@/platform/payment-methods'
import {
  boundedNumber as number,
  requiredParagraphs,
  requiredText,
  versionField,
} from '@/platform/schema-fields'
import { regionCodes } from '@/platform/us/region-codes'
import { zipStateError } from '@/platform/us/zip-prefixes'

const twoDecimals = (amount: number): boolean =>
  Number.isInteger(Number((amount * 100).toPrecision(15)))
const amount = (max: number) => number(max).refine(twoDecimals, 'Use up to 2 decimal places.')
const dollars = amount(100_000)
const percent = number(30).multipleOf(0.001, 'Use up to 3 decimal places.')
const whole = (max: number, min = 0) => number(max, min).int('Please enter a whole number.')
const goal = whole(10_000_000)
const days = (max: number) => whole(max, 1)

const address = requiredText('an address', 200)
  .or(z.literal(''))
  .nullable()
  .transform((text) => text || null)
const socialLink = z
  .string()
  .trim()
  .max(300, 'Please use 300 characters or fewer.')
  .nullable()
  .transform((text) => text || null)
  .refine(
    (text) => text === null || (URL.canParse(text) && new URL(text).protocol === 'https:'),
    'Please enter a URL that starts with https://.',
  )

const synonyms = requiredParagraphs('synonyms', maxSynonymsLength)
  .or(z.literal(''))
  .superRefine((text, context) => {
    const message = synonymsProblem(text)
    if (message) context.addIssue({ code: 'custom', message })
  })

/** Shipping is free by the threshold or a discount, never by a price of 0. */
const shippingPrice = dollars.min(0.01, 'Please enter a price above 0.')
const shippingRate = z
  .strictObject({
    region: z.enum(shippingRegions, 'Please choose a region.'),
    fromItems: whole(cartLimits.units, 1).default(1).describe('Not used in a table by weight.'),
    fromOunces: number(maxWeightOunces * cartLimits.units)
      .multipleOf(0.1, 'Use up to 1 decimal place.')
      .nullable()
      .default(null)
      .describe('For a table by weight, in all of its rows. Null: the table is by items.'),
    standard: shippingPrice,
    express: shippingPrice.nullable().default(null).describe('Null: not offered.'),
  })
  .refine(({ region, express }) => region !== 'military' || express === null, {
    path: ['express'],
    message: 'Express carriers don’t deliver to military addresses.',
  })

type ShippingRow = z.output<typeof shippingRate>

/** Rows begin where the one before ends, so a table has no overlaps and no gaps once its first row is the lightest package. */
const checkShippingTable = (rates: readonly ShippingRow[], context: z.RefinementCtx): void => {
  const byWeight = rates.some(({ fromOunces }) => fromOunces !== null)
  const name = byWeight ? 'fromOunces' : 'fromItems'
  const first = byWeight ? 0 : 1
  rates.forEach((rate, index) => {
    const refuse = (message: string): void =>
      context.addIssue({ code: 'custom', path: [index, name], message })
    const ofRegion = rates.filter(({ region }) => region === rate.region)
    const isRepeated = rates
      .slice(0, index)
      .some((other) => other.region === rate.region && other[name] === rate[name])
    if (rate[name] === null) refuse('Please enter a weight in every row.')
    else if (isRepeated)
      refuse(`This ${byWeight ? 'weight' : 'number of items'} is already listed.`)
    else if (ofRegion[0] === rate && !ofRegion.some((row) => row[name] === first))
      refuse(`Add a row that starts at ${first} for this region, so every order has a price.`)
  })
}

const giftCardAmount = dollars
  .min(dollarsFromCents(giftCardLimits.minimumCents), 'Please enter at least 1.')
  .max(dollarsFromCents(giftCardLimits.maximumCents), 'Please enter 500 or less.')

const zip5 = z.string().regex(/^\d{5}$/, 'Please enter 5 digits.')

const region = z.enum(regionCodes, 'Please choose a state.')
/** modules/checkout/rules/pricing.ts says what each kind does. */
const taxRule = z
  .strictObject({
    stateCode: region,
    kind: z.enum(taxKinds),
    threshold: dollars.nullable().default(null).describe('Dollars per item; for excess and whole.'),
    percent: percent.nullable().default(null).describe('Replaces the shop’s default rate.'),
    zipFrom: zip5
      .nullable()
      .default(null)
      .describe('Only for ZIP codes from here on; null: the whole state.'),
    zipTo: zip5
      .nullable()
      .default(null)
      .describe('The last of these ZIP codes; null: only zipFrom.'),
    taxesShipping: z.boolean().default(false).describe('Shipping is taxed, too.'),
  })
  .superRefine(({ stateCode, kind, threshold, percent: rate, zipFrom, zipTo }, context) => {
    const refuse = (path: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (zipTo !== null && (zipFrom === null || zipTo < zipFrom))
      refuse('zipTo', 'Please enter a ZIP code after the first one.')
    const wrongZip = [zipFrom, zipTo].find((zip) => zip && zipStateError(stateCode, zip))
    if (wrongZip)
      refuse(wrongZip === zipFrom ? 'zipFrom' : 'zipTo', 'This ZIP code is in another state.')
    if ((kind === 'excess' || kind === 'whole') && threshold === null)
      refuse('threshold', 'Please enter the threshold.')
    if (kind === 'rate' && rate === null) refuse('percent', 'Please enter the rate.')
  })

type ZipRange = { stateCode: string; zipFrom: string | null; zipTo: string | null }

/** Two rules for a whole state, or for ranges that share a ZIP code. */
const overlap = (a: ZipRange, b: ZipRange): boolean =>
  a.stateCode === b.stateCode &&
  (a.zipFrom === null || b.zipFrom === null
    ? a.zipFrom === b.zipFrom
    : a.zipFrom <= (b.zipTo ?? b.zipFrom) && b.zipFrom <= (a.zipTo ?? a.zipFrom))

/** The settings as the admin form shows them. Amounts are dollars. */
const settingsFields = z.strictObject({
  freeShippingFrom: dollars,
  shippingPrice: dollars,
  shippingSource: z
    .enum(shippingSources)
    .describe(
      'flat: the shipping price. table: shippingRates. printful: its rates, else the table.',
    ),
  shippingRates: z
    .array(shippingRate)
    .max(100)
    .superRefine(checkShippingTable)
    .describe(
      'The highest row of a region that the order reaches applies; without one, the shipping price. By items or by weight, not both.',
    ),
  taxPercent: percent,
  homeState: region.nullable().describe('The shop’s own state.'),
  taxStates: z
    .array(region)
    .max(regionCodes.length)
    .transform((codes) => [...new Set(codes)].sort())
    .describe('States where the shop collects tax. Empty: only in homeState.'),
  stateTaxRules: z
    .array(taxRule)
    .max(500)
    .superRefine((rules, context) => {
      rules.forEach((rule, index) => {
        if (rules.slice(0, index).some((other) => overlap(rule, other)))
          context.addIssue({
            code: 'custom',
            path: [index, rule.zipFrom === null ? 'stateCode' : 'zipFrom'],
            message:
              rule.zipFrom === null
                ? 'This state is already listed.'
                : 'Another rule covers some of these ZIP codes.',
          })
      })
    }),
  revenueGoal: goal,
  productGoal: goal,
  contentGoal: goal,
  contactEmail: z.email('Please enter an email address.').max(254),
  alertGroups: z
    .array(z.enum(alertGroups))
    .transform((groups) => alertGroups.filter((group) => groups.includes(group)))
    .describe('What the shop emails its own address about.'),
  paymentMethods: z
    .array(z.enum(optionalPaymentMethods))
    .transform((methods) => optionalPaymentMethods.filter((method) => methods.includes(method)))
    .describe('Ways to pay besides PayPal, which is always offered.'),
  verifyEveryCard: z
    .boolean()
    .describe(
      'Ask the bank to verify every card (3-D Secure), not only where the law requires it.',
    ),
  expressCheckout: z.boolean().describe('PayPal’s express checkout on the cart and product pages.'),
  appleDomainFile: z
    .string()
    .max(maxAppleDomainFile, 'That’s too long. Please paste only the text of Apple’s file.')
    .regex(/^[\x20-\x7e\r\n\t]*$/, 'Please paste the file’s text without changing it.')
    .nullable()
    .transform((text) => (text?.trim() ? text : null))
    .describe('Apple’s domain association file, from PayPal. Apple Pay isn’t offered without it.'),
  sellsGiftCards: z.boolean().describe('Visitors can buy gift cards.'),
  giftCardAmounts: z
    .array(giftCardAmount)
    .max(8, 'Please enter 8 amounts or fewer.')
    .transform((amounts) => [...new Set(amounts)].sort((a, b) => a - b))
    .describe('Amounts offered on the gift card page.'),
  giftCardMin: giftCardAmount.describe('The lowest amount a customer can enter.'),
  giftCardMax: giftCardAmount.describe('The highest amount a customer can enter.'),
  offersStoreCredit: z
    .boolean()
    .describe('Buyers can ask for store credit in place of a refund when they return items.'),
  backInStockEmails: z
    .boolean()
    .describe('Visitors can ask for one email when a size and color is available again.'),
  cartEmails: z.boolean().describe('Visitors can email themselves their cart.'),
  reviewEmails: z
    .boolean()
    .describe('Signed-in buyers can ask for one email that reminds them to leave a review.'),
  reviewEmailDays: days(maxReviewDays).describe('Days between the delivery and that email.'),
  postalAddress: address,
  facebookUrl: socialLink,
  instagramUrl: socialLink,
  pinterestUrl: socialLink,
  etsyKeywords: z
    .array(requiredText('a word', 40))
    .max(40, 'Please use 40 keywords or fewer.')
    .transform((list) => [...new Set(list)]),
  mediaMaxMegabytes: whole(100, 1),
  printfulAutoSubmit: z.boolean(),
  printfulWaitMinutes: whole(1440).describe(
    'Minutes before a paid order is sent to Printful automatically.',
  ),
  searchSynonyms: synonyms.describe(
    'One group per line, separated by commas; words before => find those after it, not the other way around.',
  ),
  tagline: requiredText('a line', 160),
  printDaysMin: days(60).describe('Business days until an order ships, at least.'),
  printDaysMax: days(60).describe('Business days until an order ships, at most.'),
  deliveryDaysMin: days(60).describe('Business days from the printer to the customer, at least.'),
  deliveryDaysMax: days(60).describe('Business days from the printer to the customer, at most.'),
  expressDaysMin: days(60).describe('Business days on the way by express, at least.'),
  expressDaysMax: days(60).describe('Business days on the way by express, at most.'),
  remoteDaysMin: days(60).describe(
    'Business days on the way to Alaska, Hawaii, and the territories, at least.',
  ),
  remoteDaysMax: days(60).describe(
    'Business days on the way to Alaska, Hawaii, and the territories, at most.',
  ),
  militaryDaysMin: days(60).describe('Business days on the way to military addresses, at least.'),
  militaryDaysMax: days(60).describe('Business days on the way to military addresses, at most.'),
  returnDays: days(365).describe('Days after delivery.'),
  returnCondition: requiredText('a condition', 120).describe('Completes “as long as it’s …”.'),
  returnPostage: z.enum(returnPostagePayers),
  defectDays: days(1825).describe('Days after delivery in which the shop makes up for defects.'),
  cancelUntil: z.enum(cancelDeadlines),
  senderName: requiredText('a name', giftLimits.senderName).describe(
    'Sender on labels and packing slips.',
  ),
  plainSenderName: requiredText('a name', giftLimits.senderName).describe(
    'Sender on the packages of buyers who ask for nothing about recovery on the outside.',
  ),
})
export type SettingsFields = z.output<typeof settingsFields>
/** Omitted fields stay as they are. */
export const settingsBody = settingsFields.partial().extend(versionField)
export const settingsResponse = settingsFields.extend({ updatedAt: z.iso.datetime() })
