import type { Payload } from 'payload'

import type { SettingsFields } from '@/modules/shop/schemas/settings'
import type { ShopSetting } from '@/payload-types'
import { dollarsFromCents } from '@/platform/money'
import type { TxRequest } from '@/platform/transaction'

export type AdminSettings = SettingsFields & { updatedAt: string }

const never = new Date(0).toISOString()
const toSettings = (kept: ShopSetting): AdminSettings => ({
  freeShippingFrom: dollarsFromCents(kept.freeShippingFromCents),
  shippingPrice: dollarsFromCents(kept.shippingPriceCents),
  taxPercent: kept.taxPercent,
  stateTaxRules: (kept.stateTaxRules ?? []).map(({ stateCode, kind, thresholdCents, percent }) => ({
    stateCode,
    kind,
    threshold: thresholdCents == null ? null : dollarsFromCents(thresholdCents),
    percent: percent ?? null,
  })),
  revenueGoal: dollarsFromCents(kept.revenueGoalCents),
  productGoal: kept.productGoal,
  contentGoal: kept.contentGoal,
  contactEmail: kept.contactEmail,
  postalAddress: kept.postalAddress ?? null,
  facebookUrl: kept.facebookUrl ?? null,
  instagramUrl: kept.instagramUrl ?? null,
  pinterestUrl: kept.pinterestUrl ?? null,
  etsyKeywords: kept.etsyKeywords ?? [],
  mediaMaxMegabytes: kept.mediaMaxMegabytes,
  printfulAutoSubmit: kept.printfulAutoSubmit ?? false,
  tagline: kept.tagline,
  shippingNote: kept.shippingNote ?? null,
  qualityNote: kept.qualityNote ?? null,
  returnsNote: kept.returnsNote ?? null,
  updatedAt: kept.updatedAt ? new Date(kept.updatedAt).toISOString() : never,
})

/** The settings as the panel's form shows them; before the first save they are the defaults. */
export async function getAdminSettings(payload: Payload, req?: TxRequest): Promise<AdminSettings> {
  return toSettings(await payload.findGlobal({ slug: 'shop-settings', depth: 0, req }))
}
