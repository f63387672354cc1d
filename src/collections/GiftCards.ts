import { can } from '@/access/can'
import { nobody } from '@/access/nobody'
import { giftCardEntryKinds, giftCardOrigins, giftCardTexts } from '@/modules/gift-cards/rules'

import { defineCollection } from './define-collection'
import { belongsTo } from './fields/belongs-to'
import { centsField } from './fields/cents'
import { orderField } from './fields/order'

/** Stored value. The code is known to its owner only; its balance is the sum of its entries. */
export const GiftCards = defineCollection({
  slug: 'gift-cards',
  admin: { useAsTitle: 'lastFour', group: 'Shop', hidden: true },
  access: { admin: can('orders:read'), read: can('orders:read') },
  fields: [
    { name: 'codeHash', type: 'text', required: true, unique: true, hidden: true },
    /** The end of the code, to tell cards apart. */
    { name: 'lastFour', type: 'text', required: true },
    { name: 'isActive', type: 'checkbox', required: true, defaultValue: true },
    { name: 'note', type: 'text', maxLength: 200 },
  ],
})

/** The ledger of the gift cards. Append-only, and never below zero: the database rejects anything else. */
export const GiftCardEntries = defineCollection({
  slug: 'gift-card-entries',
  admin: { useAsTitle: 'kind', hidden: true },
  access: { admin: can('orders:read'), read: can('orders:read') },
  fields: [
    belongsTo('card', 'gift-cards'),
    { name: 'kind', type: 'select', required: true, options: [...giftCardEntryKinds] },
    /** Negative when it lowers the balance. A `take` is 0: the reservation has lowered it. */
    centsField('amountCents', {}),
    { name: 'order', type: 'relationship', relationTo: 'orders', index: true, maxDepth: 0 },
    /** Idempotency key: writing the same entry twice is the same entry. */
    { name: 'requestId', type: 'text', required: true, unique: true },
    { name: 'actor', type: 'text', required: true },
  ],
})

/**
 * Gift cards that belong to an order and are sent by email: bought in the shop, or store credit in place of a refund.
 * The card is issued once its order is paid; until then there is none.
 */
export const GiftCardDeliveries = defineCollection({
  slug: 'gift-card-deliveries',
  admin: { useAsTitle: 'recipientEmail', hidden: true },
  access: { admin: can('orders:read'), read: can('orders:read') },
  fields: [
    orderField,
    { name: 'origin', type: 'select', required: true, options: [...giftCardOrigins] },
    centsField('amountCents'),
    { name: 'recipientName', type: 'text', maxLength: giftCardTexts.name },
    { name: 'recipientEmail', type: 'text', required: true, maxLength: giftCardTexts.email },
    /** Who it is from, as the buyer wants to be named. */
    { name: 'senderName', type: 'text', maxLength: giftCardTexts.name },
    { name: 'message', type: 'textarea', maxLength: giftCardTexts.message },
    /** The day of the email in the shop's time zone, as YYYY-MM-DD; null: as soon as the order is paid. */
    { name: 'sendOn', type: 'text', maxLength: 10 },
    /** The card's code follows from it and PAYLOAD_SECRET, so that it can be sent again without being stored. */
    { name: 'codeSeed', type: 'text', required: true, unique: true, access: { read: nobody } },
    { name: 'card', type: 'relationship', relationTo: 'gift-cards', unique: true, maxDepth: 0 },
    /** When its email was given to the mail server, and when that had accepted it. */
    { name: 'sendingAt', type: 'date' },
    { name: 'sentAt', type: 'date' },
    /** The recipient asked to be erased while the card was waiting: what names them is removed once it is sent. */
    { name: 'eraseOnceSent', type: 'checkbox', defaultValue: false },
  ],
})
