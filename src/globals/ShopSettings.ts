import type { GlobalConfig } from 'payload'

import { can } from '@/access/can'
import { nobody } from '@/access/nobody'
import { centsField } from '@/collections/fields/cents'
import { recordSettings } from '@/hooks/record-audit'
import { revalidateSettings } from '@/hooks/revalidate-tags'
import { defaultShippingDays } from '@/modules/checkout/rules/arrival'
import { shippingRegions } from '@/modules/checkout/rules/destination'
import { defaultSenderNames, giftLimits } from '@/modules/checkout/rules/gift'
import { defaultPricingRules, shippingSources, taxKinds } from '@/modules/checkout/rules/pricing'
import { defaultGiftCardSettings, giftCardLimits } from '@/modules/gift-cards/rules'
import { alertGroups } from '@/modules/notifications/rules'
import { defaultOneTimeEmailSettings, maxReviewDays } from '@/modules/one-time-emails/rules'
import { defaultChangeMinutes } from '@/modules/orders/rules/order-status'
import {
  cancelDeadlines,
  defaultPromises,
  returnPostagePayers,
} from '@/modules/shop/rules/promises'
import { maxSynonymsLength } from '@/modules/shop/rules/search-synonyms'
import {
  defaultPaymentMethods,
  maxAppleDomainFile,
  optionalPaymentMethods,
} from '@/platform/payment-methods'
import { regionCodes } from '@/platform/us/region-codes'

/** Whole days of the shop's promises, with the admin form's maximum. */
const dayFields = [
  { name: 'printDaysMin', max: 60 },
  { name: 'printDaysMax', max: 60 },
  { name: 'deliveryDaysMin', max: 60 },
  { name: 'deliveryDaysMax', max: 60 },
  { name: 'expressDaysMin', max: 60 },
  { name: 'expressDaysMax', max: 60 },
  { name: 'remoteDaysMin', max: 60 },
  { name: 'remoteDaysMax', max: 60 },
  { name: 'militaryDaysMin', max: 60 },
  { name: 'militaryDaysMax', max: 60 },
  { name: 'returnDays', max: 365 },
  { name: 'defectDays', max: 1825 },
] as const

/** Settings that the owner can change without a developer. */
export const ShopSettings: GlobalConfig = {
  slug: 'shop-settings',
  label: 'Shop settings',
  lockDocuments: false,
  admin: { group: 'Shop' },
  access: { read: can('panel:open'), update: can('settings:write'), readVersions: nobody },
  fields: [
    // Shipping and tax
    centsField('freeShippingFromCents', {
      min: 0,
      defaultValue: defaultPricingRules.freeShippingFromCents,
    }),
    centsField('shippingPriceCents', { min: 0, defaultValue: defaultPricingRules.shippingCents }),
    /** Where the price of shipping comes from (modules/checkout/rules/pricing.ts). */
    {
      name: 'shippingSource',
      type: 'select',
      required: true,
      defaultValue: 'flat',
      options: [...shippingSources],
    },
    {
      name: 'shippingRates',
      type: 'array',
      fields: [
        { name: 'region', type: 'select', required: true, options: [...shippingRegions] },
        { name: 'fromItems', type: 'number', required: true, min: 1 },
        /** For a table by weight; 0 in the first row of a region. */
        { name: 'fromOunces', type: 'number', min: 0 },
        centsField('standardCents', { min: 1 }),
        centsField('expressCents', { required: false, min: 1 }),
      ],
    },
    {
      name: 'taxPercent',
      type: 'number',
      required: true,
      min: 0,
      max: 30,
      defaultValue: defaultPricingRules.taxBasisPoints / 100,
    },
    { name: 'homeState', type: 'select', options: regionCodes },
    /** Where the shop is registered. Empty: tax is collected in homeState only. */
    { name: 'taxStates', type: 'select', hasMany: true, options: regionCodes },
    {
      name: 'stateTaxRules',
      type: 'array',
      defaultValue: defaultPricingRules.stateTaxRules.map((rule) => ({
        stateCode: rule.stateCode,
        kind: rule.kind,
        thresholdCents: rule.thresholdCents ?? null,
      })),
      fields: [
        { name: 'stateCode', type: 'select', required: true, options: regionCodes },
        { name: 'kind', type: 'select', required: true, options: [...taxKinds] },
        centsField('thresholdCents', { required: false, min: 0 }),
        { name: 'percent', type: 'number', min: 0, max: 30 },
        { name: 'zipFrom', type: 'text', maxLength: 5 },
        { name: 'zipTo', type: 'text', maxLength: 5 },
        { name: 'taxesShipping', type: 'checkbox', defaultValue: false },
      ],
    },
    // Delivery and returns
    ...dayFields.map(({ name, max }) => ({
      name,
      type: 'number' as const,
      required: true,
      min: 1,
      max,
      defaultValue: { ...defaultPromises, ...defaultShippingDays }[name],
    })),
    {
      name: 'returnCondition',
      type: 'text',
      required: true,
      maxLength: 120,
      defaultValue: defaultPromises.returnCondition,
    },
    {
      name: 'returnPostage',
      type: 'select',
      required: true,
      options: [...returnPostagePayers],
      defaultValue: defaultPromises.returnPostage,
    },
    {
      name: 'cancelUntil',
      type: 'select',
      required: true,
      options: [...cancelDeadlines],
      defaultValue: defaultPromises.cancelUntil,
    },
    /** Sender on labels and packing slips; the second one for buyers who ask for a plain package. */
    ...(['senderName', 'plainSenderName'] as const).map((name) => ({
      name,
      type: 'text' as const,
      required: true,
      maxLength: giftLimits.senderName,
      defaultValue: defaultSenderNames[name],
    })),
    // Payment
    /** Besides PayPal, which is always offered. */
    {
      name: 'paymentMethods',
      type: 'select',
      hasMany: true,
      options: [...optionalPaymentMethods],
      defaultValue: [...defaultPaymentMethods],
    },
    /** Asks the bank to verify every card (3-D Secure), not only where the law requires it. */
    { name: 'verifyEveryCard', type: 'checkbox', defaultValue: false },
    /** PayPal's express checkout from the cart and product pages. */
    { name: 'expressCheckout', type: 'checkbox', defaultValue: true },
    /** What Apple fetches from the shop to check its domain; Apple Pay isn't offered without it. */
    { name: 'appleDomainFile', type: 'textarea', maxLength: maxAppleDomainFile },
    // Gift cards
    { name: 'sellsGiftCards', type: 'checkbox', defaultValue: defaultGiftCardSettings.isForSale },
    /** In cents, offered as buttons. */
    {
      name: 'giftCardAmounts',
      type: 'number',
      hasMany: true,
      maxRows: 8,
      defaultValue: [...defaultGiftCardSettings.amounts],
    },
    centsField('giftCardMinCents', {
      min: giftCardLimits.minimumCents,
      defaultValue: defaultGiftCardSettings.minCents,
    }),
    centsField('giftCardMaxCents', {
      min: giftCardLimits.minimumCents,
      defaultValue: defaultGiftCardSettings.maxCents,
    }),
    /** Whether buyers can ask for store credit in place of a refund. */
    {
      name: 'offersStoreCredit',
      type: 'checkbox',
      defaultValue: defaultGiftCardSettings.offersStoreCredit,
    },
    // Emails on request
    {
      name: 'backInStockEmails',
      type: 'checkbox',
      defaultValue: defaultOneTimeEmailSettings.backInStock,
    },
    { name: 'cartEmails', type: 'checkbox', defaultValue: defaultOneTimeEmailSettings.cart },
    { name: 'reviewEmails', type: 'checkbox', defaultValue: defaultOneTimeEmailSettings.review },
    /** Days after the delivery. */
    {
      name: 'reviewEmailDays',
      type: 'number',
      required: true,
      min: 1,
      max: maxReviewDays,
      defaultValue: defaultOneTimeEmailSettings.reviewDays,
    },
    // Goals
    centsField('revenueGoalCents', { min: 0, defaultValue: 500_000 }),
    { name: 'productGoal', type: 'number', required: true, min: 0, defaultValue: 20 },
    { name: 'contentGoal', type: 'number', required: true, min: 0, defaultValue: 50 },
    // Contact and social
    { name: 'contactEmail', type: 'email', required: true, defaultValue: 'hello@dayfern.example' },
    {
      name: 'alertGroups',
      type: 'select',
      hasMany: true,
      options: [...alertGroups],
      defaultValue: [...alertGroups],
    },
    /** On one line. Newsletters must include it (US CAN-SPAM Act, 15 U.S.C. 7704(a)(5)). */
    { name: 'postalAddress', type: 'text', maxLength: 200 },
    { name: 'facebookUrl', type: 'text', maxLength: 300 },
    { name: 'instagramUrl', type: 'text', maxLength: 300 },
    { name: 'pinterestUrl', type: 'text', maxLength: 300 },
    // Search
    /** Null until staff edit it: then the starter set applies. */
    { name: 'searchSynonyms', type: 'textarea', maxLength: maxSynonymsLength },
    // Imports and media
    {
      name: 'etsyKeywords',
      type: 'text',
      hasMany: true,
      maxLength: 40,
      maxRows: 40,
      defaultValue: ['recovery', 'sober', 'AA', 'spiritual', 'sobriety'],
    },
    {
      name: 'mediaMaxMegabytes',
      type: 'number',
      required: true,
      min: 1,
      max: 100,
      defaultValue: 25,
    },
    { name: 'printfulAutoSubmit', type: 'checkbox', defaultValue: false },
    /** Minutes during which buyers can still change or cancel an order that is sent automatically. */
    {
      name: 'printfulWaitMinutes',
      type: 'number',
      required: true,
      min: 0,
      max: 1440,
      defaultValue: defaultChangeMinutes,
    },
    // Texts
    {
      name: 'tagline',
      type: 'text',
      required: true,
      maxLength: 160,
      defaultValue: 'Healing through nature, style and authentic expression.',
    },
  ],
  hooks: { afterChange: [revalidateSettings, recordSettings] },
}
