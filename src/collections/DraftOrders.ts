import { can } from '@/access/can'
import { shippingMethodIds } from '@/modules/checkout/rules/destination'
import { draftDiscountKinds, draftLimits } from '@/modules/draft-orders/rules'

import { defineCollection } from './define-collection'
import { addressField } from './fields/address'
import { centsField } from './fields/cents'

/**
 * An order that staff are preparing. The order itself, with fixed prices, is created when its payment link is
 * sent or a payment is recorded (docs/decisions/024-draft-orders.md). Until then anything may be missing.
 */
export const DraftOrders = defineCollection({
  slug: 'draft-orders',
  admin: { useAsTitle: 'email', group: 'Shop', hidden: true },
  access: { admin: can('orders:read'), read: can('orders:read') },
  fields: [
    { name: 'email', type: 'text', defaultValue: '', maxLength: 254, index: true },
    addressField('shippingAddress', 'Shipping address'),
    /** Cart lines without prices. */
    { name: 'lines', type: 'json', required: true, defaultValue: [] },
    {
      name: 'discountKind',
      type: 'select',
      required: true,
      defaultValue: 'none',
      options: [...draftDiscountKinds],
    },
    { name: 'discountCode', type: 'text', maxLength: 60 },
    { name: 'discountPercent', type: 'number', min: 0, max: 100 },
    centsField('discountCents', { required: false }),
    {
      name: 'shippingMethod',
      type: 'select',
      required: true,
      defaultValue: 'standard',
      options: [...shippingMethodIds],
    },
    { name: 'plainPackage', type: 'checkbox', required: true, defaultValue: false },
    { name: 'note', type: 'textarea', maxLength: draftLimits.note },
    /** What it came to when it was saved, for the list. */
    centsField('totalCents'),
    /** The latest order created from it. */
    { name: 'order', type: 'relationship', relationTo: 'orders', index: true, maxDepth: 0 },
  ],
})
