import type { Payload } from 'payload'

import type { SenderNames } from '@/modules/checkout/rules/gift'
import type { PricingRules } from '@/modules/checkout/rules/pricing'
import { type AlertGroup, alertGroups } from '@/modules/notifications/rules'
import { type PromiseTexts, promiseTexts } from '@/modules/shop/rules/promises'
import { dollarsFromCents } from '@/platform/money'
import { defaultPaymentMethods, type PaymentMethod } from '@/platform/payment-methods'

export type SettingsView = {
  pricing: PricingRules
  /** Ways to pay that the owner offers, in the order in which buyers see them. */
  paymentMethods: readonly PaymentMethod[]
  /** Whether banks are asked to verify every card. */
  verifyEveryCard: boolean
  tagline: string
  promises: PromiseTexts
  /** The promise about returns, as search engines read it. */
  returnPolicy: { days: number; isFree: boolean }
  /** Who packages come from. */
  senderNames: SenderNames
  contactEmail: string
  /** What the shop emails its own address about. */
  alertGroups: readonly AlertGroup[]
  /** In one line; empty while nobody entered one. */
  postalAddress: string
  /** Only those that are filled in. */
  social: { name: 'Facebook' | 'Instagram' | 'Pinterest'; href: string }[]
  goals: { revenueDollars: number; products: number; content: number }
}

export async function getSettings(payload: Payload): Promise<SettingsView> {
  const settings = await payload.findGlobal({ slug: 'shop-settings', depth: 0 })
  const social = [
    ['Facebook', settings.facebookUrl],
    ['Instagram', settings.instagramUrl],
    ['Pinterest', settings.pinterestUrl],
  ] as const
  return {
    pricing: {
      freeShippingFromCents: settings.freeShippingFromCents,
      shippingCents: settings.shippingPriceCents,
      taxBasisPoints: Math.round(settings.taxPercent * 100),
      taxStates: settings.taxStates?.length ? settings.taxStates : null,
      stateTaxRules: (settings.stateTaxRules ?? []).map((rule) => ({
        stateCode: rule.stateCode,
        zipFrom: rule.zipFrom || undefined,
        zipTo: rule.zipTo || undefined,
        taxesShipping: rule.taxesShipping ?? false,
        kind: rule.kind,
        thresholdCents: rule.thresholdCents ?? undefined,
        rateBasisPoints: rule.percent == null ? undefined : Math.round(rule.percent * 100),
      })),
    },
    paymentMethods: ['paypal', ...(settings.paymentMethods ?? defaultPaymentMethods)],
    verifyEveryCard: settings.verifyEveryCard ?? false,
    returnPolicy: { days: settings.returnDays, isFree: settings.returnPostage === 'shop' },
    senderNames: { senderName: settings.senderName, plainSenderName: settings.plainSenderName },
    tagline: settings.tagline,
    promises: promiseTexts(settings, {
      freeShippingFromCents: settings.freeShippingFromCents,
      shippingCents: settings.shippingPriceCents,
    }),
    contactEmail: settings.contactEmail,
    alertGroups: settings.alertGroups ?? [...alertGroups],
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
