import { can } from '@/access/can'
import { recordAudit } from '@/hooks/record-audit'
import {
  codePattern,
  discountKinds,
  discountScopes,
  maxPercent,
  normalizeCode,
} from '@/modules/discounts/rules'

import { defineCollection } from './define-collection'
import { belongsTo } from './fields/belongs-to'
import { centsField } from './fields/cents'

const audited = recordAudit({ type: 'discount', changed: 'changed', named: 'name' })

/** Discounts, with codes or automatic. Written by the actions in modules/discounts; orders keep what they were given. */
export const Discounts = defineCollection({
  slug: 'discounts',
  admin: { useAsTitle: 'name', group: 'Shop', hidden: true },
  access: { admin: can('products:write'), read: can('products:write') },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 80 },
    { name: 'isActive', type: 'checkbox', required: true, defaultValue: true },
    /** Without a code, for every cart that qualifies. */
    { name: 'isAutomatic', type: 'checkbox', required: true, defaultValue: false },
    { name: 'kind', type: 'select', required: true, options: [...discountKinds] },
    { name: 'percent', type: 'number', min: 0, max: maxPercent, admin: { step: 0.01 } },
    centsField('amountCents', { required: false, min: 1 }),
    { name: 'scope', type: 'select', required: true, options: [...discountScopes] },
    { name: 'products', type: 'relationship', relationTo: 'products', hasMany: true, maxDepth: 0 },
    {
      name: 'categories',
      type: 'relationship',
      relationTo: 'categories',
      hasMany: true,
      maxDepth: 0,
    },
    centsField('minimumSubtotalCents', { min: 0 }),
    { name: 'firstOrderOnly', type: 'checkbox', required: true, defaultValue: false },
    { name: 'maxUses', type: 'number', min: 1 },
    { name: 'maxUsesPerCustomer', type: 'number', min: 1 },
    { name: 'startsAt', type: 'date', required: true },
    { name: 'endsAt', type: 'date' },
  ],
  hooks: { afterChange: [audited.afterChange], afterDelete: [audited.afterDelete] },
})

/** The codes of a discount: a shared one, or many that each work once. */
export const DiscountCodes = defineCollection({
  slug: 'discount-codes',
  admin: { useAsTitle: 'code', group: 'Shop', hidden: true },
  access: { admin: can('products:write'), read: can('products:write') },
  fields: [
    {
      name: 'code',
      type: 'text',
      required: true,
      unique: true,
      validate: (value: string | null | undefined) =>
        codePattern.test(value ?? '') || 'Please use 3 to 40 letters, numbers, and hyphens.',
      hooks: { beforeValidate: [({ value }) => normalizeCode(String(value ?? ''))] },
    },
    belongsTo('discount', 'discounts'),
    /** Empty: as often as the discount allows. */
    { name: 'maxUses', type: 'number', min: 1 },
  ],
})
