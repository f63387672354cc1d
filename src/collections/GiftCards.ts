import { can } from '@/access/can'
import { giftCardEntryKinds } from '@/modules/gift-cards/rules'

import { defineCollection } from './define-collection'
import { centsField } from './fields/cents'

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
    {
      name: 'card',
      type: 'relationship',
      relationTo: 'gift-cards',
      required: true,
      index: true,
      maxDepth: 0,
    },
    { name: 'kind', type: 'select', required: true, options: [...giftCardEntryKinds] },
    /** Negative when it lowers the balance. A `take` is 0: the reservation has lowered it. */
    centsField('amountCents', {}),
    { name: 'order', type: 'relationship', relationTo: 'orders', index: true, maxDepth: 0 },
    /** Idempotency key: writing the same entry twice is the same entry. */
    { name: 'requestId', type: 'text', required: true, unique: true },
    { name: 'actor', type: 'text', required: true },
  ],
})
