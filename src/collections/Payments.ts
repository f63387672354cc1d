import { can } from '@/access/can'
import { paymentMethods } from '@/platform/payment-methods'

import { defineCollection } from './define-collection'
import { centsField } from './fields/cents'
import { orderField } from './fields/order'

/** The ledger: one row per capture, payment by gift card, and refund; never edited. */
export const Payments = defineCollection({
  slug: 'payments',
  admin: { useAsTitle: 'providerId', hidden: true },
  access: { admin: can('orders:read'), read: can('orders:read') },
  fields: [
    orderField,
    {
      name: 'kind',
      type: 'select',
      required: true,
      /**
       * gift-card: a card pays. gift-card-sale: what the order's payment bought gift cards for, which is no revenue until
       * they are spent; gift-card-cancel: the part of it that was refunded.
       */
      options: ['capture', 'refund', 'manual', 'gift-card', 'gift-card-sale', 'gift-card-cancel'],
    },
    {
      name: 'provider',
      type: 'select',
      required: true,
      options: ['paypal', 'manual', 'gift-card', 'store-credit'],
    },
    /** The way to pay of a capture. */
    { name: 'method', type: 'select', options: [...paymentMethods] },
    /** The provider's id of this capture or refund. */
    { name: 'providerId', type: 'text', required: true, unique: true },
    /** Idempotency key of a refund requested here, at PayPal and in this table. */
    { name: 'requestId', type: 'text', unique: true },
    {
      name: 'status',
      type: 'select',
      required: true,
      options: ['completed', 'pending', 'declined', 'failed'],
    },
    { name: 'reason', type: 'text' },
    centsField('amountCents'),
    { name: 'currency', type: 'text', required: true, defaultValue: 'USD' },
    centsField('feeCents', { required: false }),
  ],
})

/**
 * What a refund is for: one row per line item, and one without an item for shipping. They belong to the ledger's row with
 * the same request id, and count unless that one failed. Written once, with the refund.
 */
export const RefundLines = defineCollection({
  slug: 'refund-lines',
  admin: { useAsTitle: 'requestId', hidden: true },
  access: { admin: can('orders:read'), read: can('orders:read') },
  fields: [
    orderField,
    { name: 'requestId', type: 'text', required: true, index: true },
    /** Id of the order's item, or `card-<id>` of a gift card's delivery; none for shipping. */
    { name: 'itemId', type: 'text', index: true },
    /** 0 when only a part of the price goes back. */
    { name: 'quantity', type: 'number', required: true },
    /** Their part of the price after discounts, without tax. */
    centsField('amountCents'),
    centsField('taxCents'),
  ],
})
