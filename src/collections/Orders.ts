import { can } from '@/access/can'
import { nobody } from '@/access/nobody'
import { shippingMethodIds } from '@/modules/checkout/rules/destination'
import { giftLimits } from '@/modules/checkout/rules/gift'
import { fulfillmentStatuses } from '@/modules/fulfillment/rules/fulfillment'
import {
  orderStatuses,
  orderStatusLabels,
  replacementReasons,
} from '@/modules/orders/rules/order-status'
import { paymentMethods } from '@/platform/payment-methods'

import { defineCollection } from './define-collection'
import { addressField } from './fields/address'
import { centsField } from './fields/cents'

/**
 * An order, with line items and totals as of the purchase. Written only by actions that lock the row
 * and compare before they set (docs/architecture.md, money path).
 */
export const Orders = defineCollection({
  slug: 'orders',
  admin: {
    useAsTitle: 'orderNumber',
    defaultColumns: ['orderNumber', 'email', 'status', 'totalCents', 'createdAt'],
    group: 'Shop',
    hidden: true,
  },
  access: { admin: can('orders:read'), read: can('orders:read') },
  fields: [
    { name: 'orderNumber', type: 'text', required: true, unique: true },
    { name: 'uuid', type: 'text', required: true, unique: true },
    { name: 'checkoutId', type: 'text', required: true, unique: true },
    /** The cart of the buyer's browser, the same in all its tabs; null for orders that staff made. */
    { name: 'cartId', type: 'text', access: { read: nobody } },
    /** The cart, once this order's payment is captured. Unique, so that one cart is paid once. */
    { name: 'paidCartId', type: 'text', unique: true, access: { read: nobody } },
    /** Hash of the request at POST /order: the same checkoutId with other contents is another order. */
    { name: 'requestHash', type: 'text', access: { read: nobody } },
    { name: 'accessKeyHash', type: 'text', required: true, access: { read: nobody } },
    {
      name: 'status',
      type: 'select',
      required: true,
      defaultValue: 'pending',
      index: true,
      options: orderStatuses.map((value) => ({ value, label: orderStatusLabels[value] })),
    },
    { name: 'version', type: 'number', required: true, defaultValue: 1 },
    { name: 'currency', type: 'text', required: true, defaultValue: 'USD' },
    centsField('subtotalCents'),
    centsField('discountCents'),
    centsField('shippingCents'),
    centsField('taxCents'),
    centsField('totalCents'),
    /**
     * The taxed part of the items, after discounts, and of shipping. Null in taxed orders from before the tax report had
     * it.
     */
    centsField('taxableCents', { required: false }),
    centsField('taxableShippingCents', { required: false }),
    /** Chosen by the buyer; its price is in `shippingCents`. */
    {
      name: 'shippingMethod',
      type: 'select',
      required: true,
      defaultValue: 'standard',
      options: [...shippingMethodIds],
    },
    /** The carrier service the price is for, as the printer names it; null: its standard one. */
    { name: 'shippingService', type: 'text', maxLength: 60 },
    /** Business days that the buyer was shown: until it ships, and in transit. Null in orders from before. */
    ...(['printDaysMin', 'printDaysMax', 'transitDaysMin', 'transitDaysMax'] as const).map(
      (name) => ({ name, type: 'number' as const, min: 0 }),
    ),
    /** The state for which tax was charged, once the order ships to another one. */
    { name: 'taxedState', type: 'text' },
    /** The certificate of a customer who paid no tax, as staff had noted it. */
    { name: 'taxCertificate', type: 'text', maxLength: 120 },
    { name: 'email', type: 'text', required: true, index: true },
    { name: 'customer', type: 'relationship', relationTo: 'users', maxDepth: 0 },
    addressField('shippingAddress', 'Shipping address'),
    { name: 'billingSameAsShipping', type: 'checkbox', defaultValue: true },
    addressField('billingAddress', 'Billing address'),
    { name: 'newsletterSubscribe', type: 'checkbox', defaultValue: false },
    { name: 'isGift', type: 'checkbox', required: true, defaultValue: false },
    /** Name on the label of a gift; without one, the name in the address. */
    { name: 'giftRecipient', type: 'text', maxLength: giftLimits.recipient },
    { name: 'giftNote', type: 'text', maxLength: giftLimits.note },
    /** Sender name on the label and packing slip, as the buyer saw it before paying. */
    { name: 'senderName', type: 'text', maxLength: giftLimits.senderName },
    {
      name: 'items',
      type: 'array',
      fields: [
        { name: 'product', type: 'relationship', relationTo: 'products', maxDepth: 0 },
        { name: 'name', type: 'text', required: true },
        { name: 'image', type: 'text' },
        { name: 'size', type: 'text', required: true },
        { name: 'color', type: 'text', required: true },
        { name: 'sku', type: 'text' },
        centsField('unitPriceCents'),
        { name: 'quantity', type: 'number', required: true },
        /** Taken off the whole line. */
        centsField('discountCents', { required: false, defaultValue: 0 }),
        /** Price of the variant it was swapped for, when that is cheaper: the difference was refunded. */
        centsField('swapUnitCents', { required: false }),
        /** As the product was when it was bought: it can't be returned unless it is faulty. */
        { name: 'isFinalSale', type: 'checkbox', defaultValue: false },
        /** Id of the item that was paid for, when this one was sent in its place at no charge. */
        { name: 'replacesItem', type: 'text', index: true },
      ],
    },
    /** The discounts of this order, as they were: at most one on items and one on shipping. */
    {
      name: 'discounts',
      type: 'array',
      fields: [
        {
          name: 'discount',
          type: 'relationship',
          relationTo: 'discounts',
          index: true,
          maxDepth: 0,
        },
        { name: 'name', type: 'text', required: true },
        { name: 'code', type: 'text', index: true },
        { name: 'isForShipping', type: 'checkbox', required: true, defaultValue: false },
      ],
    },
    /** The gift card of this order, and how much it pays. The rest is paid at PayPal. */
    { name: 'giftCard', type: 'relationship', relationTo: 'gift-cards', index: true, maxDepth: 0 },
    centsField('giftCardCents', { required: false, defaultValue: 0 }),
    /** Price of the gift cards bought with this order; part of the total, without discount, shipping, and tax. */
    centsField('purchasedCardsCents', { required: false, defaultValue: 0 }),
    /** The order whose items are sent again at no charge, and why. */
    { name: 'replaces', type: 'relationship', relationTo: 'orders', index: true, maxDepth: 0 },
    { name: 'replacementReason', type: 'select', options: [...replacementReasons] },
    /**
     * What an order without items is for that pays the difference for a more expensive size or color of another order, or
     * for another shipping address: that is its own shipping address, and only `order` and `state` are set.
     */
    {
      name: 'priceDifference',
      type: 'group',
      fields: [
        { name: 'order', type: 'relationship', relationTo: 'orders', index: true, maxDepth: 0 },
        /** The item of that order. */
        { name: 'itemId', type: 'text' },
        { name: 'name', type: 'text' },
        { name: 'quantity', type: 'number' },
        { name: 'fromSize', type: 'text' },
        { name: 'fromColor', type: 'text' },
        { name: 'size', type: 'text' },
        { name: 'color', type: 'text' },
        /** open: not paid yet. applied: the change is made. refused: it couldn't be made any more. */
        { name: 'state', type: 'select', options: ['open', 'applied', 'refused'] },
        /** Staff asked the customer to pay it; otherwise the customer chose the change. */
        { name: 'isRequested', type: 'checkbox' },
      ],
    },
    /** State of the payment; the ledger (Payments) has the amounts. */
    {
      name: 'paymentState',
      type: 'select',
      required: true,
      defaultValue: 'none',
      index: true,
      options: ['none', 'created', 'capturing', 'pending', 'declined', 'completed', 'mismatch'],
    },
    /** The way to pay of the payment that is open, or was completed. */
    {
      name: 'paymentMethod',
      type: 'select',
      required: true,
      defaultValue: 'paypal',
      options: [...paymentMethods],
    },
    /** Number of the payment or capture that is tried: part of the request ids at PayPal. */
    { name: 'paymentAttempt', type: 'number', required: true, defaultValue: 1 },
    { name: 'captureLeaseUntil', type: 'date' },
    /** Until when it can be paid by a link that staff sent, at these prices. Null for orders from the checkout. */
    { name: 'payableUntil', type: 'date' },
    /** The payment that may be captured; null before it is opened, and once PayPal has used it up. */
    { name: 'paypalOrderId', type: 'text', unique: true },
    /** Where it was paid. Orders of the demo and of PayPal's sandbox can be removed before the shop opens (src/seed/remove-demo-data.ts). */
    { name: 'paypalEnvironment', type: 'select', options: ['demo', 'sandbox', 'live'] },
    { name: 'paypalTransactionId', type: 'text', unique: true },
    { name: 'paidAt', type: 'date', index: true },
    { name: 'trackingNumber', type: 'text' },
    { name: 'trackingUrl', type: 'text' },
    { name: 'printfulOrderId', type: 'text', unique: true },
    /** State of printing; `status` is what the buyer sees. Written by the fulfillment actions. */
    {
      name: 'fulfillment',
      type: 'select',
      defaultValue: 'none',
      index: true,
      options: [...fulfillmentStatuses],
    },
    /** Why it is on hold or failed, for staff. */
    { name: 'fulfillmentNote', type: 'text' },
    { name: 'fulfillmentLeaseUntil', type: 'date' },
    { name: 'fulfillmentCheckedAt', type: 'date' },
    centsField('fulfillmentCostCents', { required: false }),
    /** Number of Printful orders for this order: a canceled one keeps its external id, the next gets another. */
    { name: 'fulfillmentAttempt', type: 'number', required: true, defaultValue: 1 },
    /** Shipments by Printful's id. */
    { name: 'shipments', type: 'json' },
    { name: 'carrier', type: 'text' },
    { name: 'shippedAt', type: 'date' },
    { name: 'deliveredAt', type: 'date', index: true },
    { name: 'notes', type: 'textarea' },
  ],
})
