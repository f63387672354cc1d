import type { Payload } from 'payload'

import { defaultGiftCardSettings } from '@/modules/gift-cards/rules'
import { alertGroups } from '@/modules/notifications/rules'
import { defaultSearchSynonyms } from '@/modules/shop/rules/search-synonyms'
import type { SettingsFields } from '@/modules/shop/schemas/settings'
import type { ShopSetting } from '@/payload-types'
import { dollarsFromCents } from '@/platform/money'
import { defaultPaymentMethods } from '@/platform/payment-methods'
import type { TxRequest } from '@/platform/transaction'

export type AdminSettings = SettingsFields & { updatedAt: string }

const toShippingRates = ({ shippingRates }: ShopSetting): AdminSettings['shippingRates'] =>
  (shippingRates ?? []).map(({ region, fromItems, fromOunces, standardCents, expressCents }) => ({
    region,
    fromItems,
    fromOunces: fromOunces ?? null,
    standard: dollarsFromCents(standardCents),
    express: expressCents == null ? null : dollarsFromCents(expressCents),
  }))

const toGiftCards = (settings: ShopSetting) => ({
  sellsGiftCards: settings.sellsGiftCards ?? defaultGiftCardSettings.isForSale,
  giftCardAmounts: (settings.giftCardAmounts ?? defaultGiftCardSettings.amounts).map(
    dollarsFromCents,
  ),
  giftCardMin: dollarsFromCents(settings.giftCardMinCents),
  giftCardMax: dollarsFromCents(settings.giftCardMaxCents),
  offersStoreCredit: settings.offersStoreCredit ?? defaultGiftCardSettings.offersStoreCredit,
})

const toTaxRules = ({ stateTaxRules }: ShopSetting): AdminSettings['stateTaxRules'] =>
  (stateTaxRules ?? []).map(
    ({ stateCode, kind, thresholdCents, percent, zipFrom, zipTo, taxesShipping }) => ({
      stateCode,
      kind,
      threshold: thresholdCents == null ? null : dollarsFromCents(thresholdCents),
      percent: percent ?? null,
      zipFrom: zipFrom || null,
      zipTo: zipTo || null,
      taxesShipping: taxesShipping ?? false,
    }),
  )

const never = new Date(0).toISOString()
const toSettings = (settings: ShopSetting): AdminSettings => ({
  freeShippingFrom: dollarsFromCents(settings.freeShippingFromCents),
  shippingPrice: dollarsFromCents(settings.shippingPriceCents),
  shippingSource: settings.shippingSource,
  shippingRates: toShippingRates(settings),
  taxPercent: settings.taxPercent,
  homeState: settings.homeState ?? null,
  taxStates: settings.taxStates ?? [],
  stateTaxRules: toTaxRules(settings),
  revenueGoal: dollarsFromCents(settings.revenueGoalCents),
  productGoal: settings.productGoal,
  contentGoal: settings.contentGoal,
  contactEmail: settings.contactEmail,
  alertGroups: settings.alertGroups ?? [...alertGroups],
  paymentMethods: settings.paymentMethods ?? [...defaultPaymentMethods],
  verifyEveryCard: settings.verifyEveryCard ?? false,
  expressCheckout: settings.expressCheckout ?? true,
  appleDomainFile: settings.appleDomainFile ?? null,
  ...toGiftCards(settings),
  backInStockEmails: settings.backInStockEmails ?? true,
  cartEmails: settings.cartEmails ?? true,
  reviewEmails: settings.reviewEmails ?? true,
  reviewEmailDays: settings.reviewEmailDays,
  postalAddress: settings.postalAddress ?? null,
  facebookUrl: settings.facebookUrl ?? null,
  instagramUrl: settings.instagramUrl ?? null,
  pinterestUrl: settings.pinterestUrl ?? null,
  etsyKeywords: settings.etsyKeywords ?? [],
  mediaMaxMegabytes: settings.mediaMaxMegabytes,
  printfulAutoSubmit: settings.printfulAutoSubmit ?? false,
  printfulWaitMinutes: settings.printfulWaitMinutes,
  searchSynonyms: settings.searchSynonyms ?? defaultSearchSynonyms,
  tagline: settings.tagline,
  printDaysMin: settings.printDaysMin,
  printDaysMax: settings.printDaysMax,
  deliveryDaysMin: settings.deliveryDaysMin,
  deliveryDaysMax: settings.deliveryDaysMax,
  expressDaysMin: settings.expressDaysMin,
  expressDaysMax: settings.expressDaysMax,
  remoteDaysMin: settings.remoteDaysMin,
  remoteDaysMax: settings.remoteDaysMax,
  militaryDaysMin: settings.militaryDaysMin,
  militaryDaysMax: settings.militaryDaysMax,
  returnDays: settings.returnDays,
  returnCondition: settings.returnCondition,
  returnPostage: settings.returnPostage,
  defectDays: settings.defectDays,
  cancelUntil: settings.cancelUntil,
  senderName: settings.senderName,
  plainSenderName: settings.plainSenderName,
  updatedAt: settings.updatedAt ? new Date(settings.updatedAt).toISOString() : never,
})

/** Returns the settings as the admin form shows them; before the first save, the defaults. */
export async function getAdminSettings(payload: Payload, req?: TxRequest): Promise<AdminSettings> {
  return toSettings(await payload.findGlobal({ slug: 'shop-settings', depth: 0, req }))
}
