import { z } from 'zod'

import { cancelDeadlines, returnPostagePayers } from '@/modules/shop/rules/promises'
import { maxSynonymsLength, synonymsProblem } from '@/modules/shop/rules/search-synonyms'
import { requiredParagraphs, requiredText, versionField } from '@/platform/schema-fields'
import { usRegions } from '@/platform/us/regions'

const number = (max: number, min = 0) =>
  z
    .number('Please enter a number.')
    .min(min, `At least ${min}.`)
    .max(max, `At most ${max.toLocaleString('en-US')}.`)
const twoDecimals = (amount: number): boolean =>
  Number.isInteger(Number((amount * 100).toPrecision(15)))
const dollars = number(100_000).refine(twoDecimals, 'Use up to 2 decimal places.')
const percent = number(30).refine(twoDecimals, 'Use up to 2 decimal places.')
const whole = number(10_000_000).int('Please enter a whole number.')
const days = (min: number, max: number) => number(max, min).int('Please enter a whole number.')

const address = requiredText('an address', 200)
  .or(z.literal(''))
  .nullable()
  .transform((text) => text || null)
const socialLink = z
  .string()
  .trim()
  .max(300, 'Please use at most 300 characters.')
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

/** modules/checkout/rules/pricing.ts says what each kind does. */
export const taxKinds = ['none', 'excess', 'whole', 'rate'] as const
const taxRule = z
  .strictObject({
    stateCode: z.enum(
      usRegions.map(({ code }) => code),
      'Please choose a state.',
    ),
    kind: z.enum(taxKinds),
    threshold: dollars.nullable().default(null).describe('Dollars per item; for excess and whole.'),
    percent: percent.nullable().default(null).describe('Replaces the shop’s default rate.'),
  })
  .superRefine(({ kind, threshold, percent: rate }, context) => {
    if ((kind === 'excess' || kind === 'whole') && threshold === null)
      context.addIssue({
        code: 'custom',
        path: ['threshold'],
        message: 'Please enter the threshold.',
      })
    if (kind === 'rate' && rate === null)
      context.addIssue({ code: 'custom', path: ['percent'], message: 'Please enter the rate.' })
  })

/** The settings as the admin form shows them. Amounts are dollars. */
export const settingsFields = z.strictObject({
  freeShippingFrom: dollars,
  shippingPrice: dollars,
  taxPercent: percent,
  stateTaxRules: z
    .array(taxRule)
    .max(usRegions.length)
    .superRefine((rules, context) => {
      rules.forEach(({ stateCode }, index) => {
        if (rules.findIndex((other) => other.stateCode === stateCode) < index)
          context.addIssue({
            code: 'custom',
            path: [index, 'stateCode'],
            message: 'This state is already listed.',
          })
      })
    }),
  revenueGoal: whole,
  productGoal: whole,
  contentGoal: whole,
  contactEmail: z.email('Please enter an email address.').max(254),
  postalAddress: address,
  facebookUrl: socialLink,
  instagramUrl: socialLink,
  pinterestUrl: socialLink,
  etsyKeywords: z
    .array(requiredText('a word', 40))
    .max(40, 'At most 40.')
    .transform((list) => [...new Set(list)]),
  mediaMaxMegabytes: number(100, 1).int('Please enter a whole number.'),
  printfulAutoSubmit: z.boolean(),
  searchSynonyms: synonyms.describe(
    'One group per line, separated by commas; words before => find those after it, not the other way around.',
  ),
  tagline: requiredText('a line', 160),
  printDaysMin: days(1, 60).describe('Business days until an order ships, at least.'),
  printDaysMax: days(1, 60).describe('Business days until an order ships, at most.'),
  deliveryDaysMin: days(1, 60).describe(
    'Business days from the printer to the customer, at least.',
  ),
  deliveryDaysMax: days(1, 60).describe('Business days from the printer to the customer, at most.'),
  returnDays: days(1, 365).describe('Days after delivery.'),
  returnCondition: requiredText('a condition', 120).describe('Completes “as long as it’s …”.'),
  returnPostage: z.enum(returnPostagePayers),
  defectDays: days(1, 1825).describe(
    'Days after delivery during which the shop makes good for faults.',
  ),
  cancelUntil: z.enum(cancelDeadlines),
})
export type SettingsFields = z.output<typeof settingsFields>
/** Omitted fields stay as they are. */
export const settingsBody = settingsFields.partial().extend(versionField)
export const settingsResponse = settingsFields.extend({ updatedAt: z.iso.datetime() })
