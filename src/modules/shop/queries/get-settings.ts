import { sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import type { DeliveryDays } from '@/modules/checkout/rules/arrival'
import type { SenderNames } from '@/modules/checkout/rules/gift'
import type { PricingRules } from '@/modules/checkout/rules/pricing'
import { defaultGiftCardSettings, type GiftCardSettings } from '@/modules/gift-cards/rules'
import { type AlertGroup, alertGroups } from '@/modules/notifications/rules'
import type { OneTimeEmailSettings } from '@/modules/one-time-emails/rules'
import { type PromiseTexts, promiseTexts } from '@/modules/shop/rules/promises'
import { shop_settings } from '@/payload-generated-schema'
import type { ShopSetting } from '@/payload-types'
import { dollarsFromCents } from '@/platform/money'
import { type ButtonMethod, defaultPaymentMethods } from '@/platform/payment-methods'

export type SettingsView = {
  pricing: PricingRules
  /** Ways to pay that the owner offers, in the order in which buyers see them. */
  paymentMethods: readonly ButtonMethod[]
  /** Whether banks are asked to verify every card. */
  verifyEveryCard: boolean
  /** Whether carts and product pages lead to PayPal's express checkout. */
  hasExpressCheckout: boolean
  /** How long orders take as the owner expects; modules/checkout/delivery-days.ts knows how long they took. */
  deliveryDays: DeliveryDays
  tagline: string
  promises: PromiseTexts
  /** The promise about returns, as search engines read it. */
  returnPolicy: { days: number; isFree: boolean }
  /** Who packages come from. */
  senderNames: SenderNames
  contactEmail: string
  /** What the shop emails its own address about. */
  alertGroups: readonly AlertGroup[]
  giftCards: GiftCardSettings
  /** Emails that visitors can ask for. */
  oneTimeEmails: OneTimeEmailSettings
  /** In one line; empty if none was entered. */
  postalAddress: string
  /** Only those that are filled in. */
  social: { name: 'Facebook' | 'Instagram' | 'Pinterest'; href: string }[]
  goals: { revenueDollars: number; products: number; content: number }
}

const toDeliveryDays = (settings: ShopSetting): DeliveryDays => ({
  print: { min: settings.printDaysMin, max: settings.printDaysMax },
  transit: {
    contiguous: { min: settings.deliveryDaysMin, max: settings.deliveryDaysMax },
    remote: { min: settings.remoteDaysMin, max: settings.remoteDaysMax },
    military: { min: settings.militaryDaysMin, max: settings.militaryDaysMax },
  },
  express: { min: settings.expressDaysMin, max: settings.expressDaysMax },
})

const toShippingRates = ({ shippingRates }: ShopSetting) =>
  (shippingRates ?? []).map(({ region, fromItems, fromOunces, standardCents, expressCents }) => ({
    region,
    fromItems,
    fromOunces: fromOunces ?? null,
    standardCents,
    expressCents: expressCents ?? null,
  }))

const toGiftCards = (settings: ShopSetting): GiftCardSettings => ({
  isForSale: settings.sellsGiftCards ?? defaultGiftCardSettings.isForSale,
  amounts: settings.giftCardAmounts ?? defaultGiftCardSettings.amounts,
  minCents: settings.giftCardMinCents,
  maxCents: settings.giftCardMaxCents,
  offersStoreCredit: settings.offersStoreCredit ?? defaultGiftCardSettings.offersStoreCredit,
})

/** Apple Pay needs the file by which Apple checks the domain. */
const toPaymentMethods = (settings: ShopSetting): ButtonMethod[] => [
  'paypal',
  ...(settings.paymentMethods ?? defaultPaymentMethods).filter(
    (method) => method !== 'apple_pay' || settings.appleDomainFile,
  ),
]

/** Rates of cities have up to three decimals, such as 8.875 %. */
const toBasisPoints = (percent: number): number => Math.round(percent * 1000) / 10

function toView(settings: ShopSetting): SettingsView {
  const social = [
    ['Facebook', settings.facebookUrl],
    ['Instagram', settings.instagramUrl],
    ['Pinterest', settings.pinterestUrl],
  ] as const
  return {
    pricing: {
      freeShippingFromCents: settings.freeShippingFromCents,
      shippingCents: settings.shippingPriceCents,
      shippingSource: settings.shippingSource,
      shippingRates: toShippingRates(settings),
      taxBasisPoints: toBasisPoints(settings.taxPercent),
      taxStates: settings.taxStates?.length
        ? settings.taxStates
        : settings.homeState
          ? [settings.homeState]
          : [],
      stateTaxRules: (settings.stateTaxRules ?? []).map((rule) => ({
        stateCode: rule.stateCode,
        zipFrom: rule.zipFrom || undefined,
        zipTo: rule.zipTo || undefined,
        taxesShipping: rule.taxesShipping ?? false,
        kind: rule.kind,
        thresholdCents: rule.thresholdCents ?? undefined,
        rateBasisPoints: rule.percent == null ? undefined : toBasisPoints(rule.percent),
      })),
    },
    paymentMethods: toPaymentMethods(settings),
    verifyEveryCard: settings.verifyEveryCard ?? false,
    hasExpressCheckout: settings.expressCheckout ?? true,
    returnPolicy: { days: settings.returnDays, isFree: settings.returnPostage === 'shop' },
    senderNames: { senderName: settings.senderName, plainSenderName: settings.plainSenderName },
    tagline: settings.tagline,
    promises: promiseTexts(settings, {
      freeShippingFromCents: settings.freeShippingFromCents,
      shippingCents: settings.shippingPriceCents,
      varies: settings.shippingSource !== 'flat',
    }),
    deliveryDays: toDeliveryDays(settings),
    contactEmail: settings.contactEmail,
    alertGroups: settings.alertGroups ?? [...alertGroups],
    giftCards: toGiftCards(settings),
    oneTimeEmails: {
      backInStock: settings.backInStockEmails ?? true,
      cart: settings.cartEmails ?? true,
      review: settings.reviewEmails ?? true,
      reviewDays: settings.reviewEmailDays,
    },
    postalAddress: settings.postalAddress ?? '',
    social: social.flatMap(([name, href]) =>
      href?.startsWith('https://') ? [{ name, href }] : [],
    ),
    goals: {
      revenueDollars: dollarsFromCents(settings.revenueGoalCents),
      products: settings.productGoal,
      content: settings.contentGoal,
    },
  }
}

/** What was read last, and the version of its row: PostgreSQL gives each update another `xmin`. */
let lastRead: { version: string; view: SettingsView } | undefined

/** Returns the settings, read again only once they have changed: reading all takes longer than most calls need. */
export async function getSettings(payload: Payload): Promise<SettingsView> {
  const [row] = await payload.db.drizzle
    .select({ version: sql<string>`xmin::text` })
    .from(shop_settings)
  const version = row?.version ?? 'never saved'
  if (lastRead?.version === version) return lastRead.view
  const view = toView(await payload.findGlobal({ slug: 'shop-settings', depth: 0 }))
  lastRead = { version, view }
  return view
}

/** Returns the file by which Apple checks the shop's domain, byte for byte as the owner saved it; null without one. */
export async function getAppleDomainFile(payload: Payload): Promise<string | null> {
  const settings = await payload.findGlobal({ slug: 'shop-settings', depth: 0 })
  return settings.appleDomainFile || null
}
