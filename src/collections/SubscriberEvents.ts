import { can } from '@/access/can'

import { defineCollection } from './define-collection'
import { belongsTo } from './fields/belongs-to'

/** The record of consent: the wording that a subscriber saw and what they did. Append-only; erased with the subscriber. */
export const SubscriberEvents = defineCollection({
  slug: 'subscriber-events',
  admin: { hidden: true },
  access: { admin: can('subscribers:read'), read: can('subscribers:read') },
  fields: [
    belongsTo('subscriber', 'subscribers'),
    {
      name: 'action',
      type: 'select',
      required: true,
      options: ['requested', 'confirmed', 'unsubscribed', 'cleaned', 'imported'],
    },
    /** The form, as in Subscribers.source. */
    { name: 'form', type: 'text' },
    /** The sentence beside the box or button. */
    { name: 'wording', type: 'text' },
    /** The client address without its last part. */
    { name: 'network', type: 'text' },
  ],
})
