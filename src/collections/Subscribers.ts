import { can } from '@/access/can'
import { nobody } from '@/access/nobody'
import { subscriberStatuses, subscriberStatusLabels } from '@/modules/newsletter/rules/subscription'

import { defineCollection } from './define-collection'

/**
 * Newsletter subscribers. Only `subscribed` ones get the newsletter; they confirmed by a link in an
 * email. Every change is a row of SubscriberEvents. Written by actions; read-only for staff.
 */
export const Subscribers = defineCollection({
  slug: 'subscribers',
  admin: {
    useAsTitle: 'email',
    defaultColumns: ['email', 'status', 'source', 'confirmedAt'],
    group: 'Connections',
  },
  access: { admin: can('subscribers:read'), read: can('subscribers:read') },
  fields: [
    /** Lower case. */
    { name: 'email', type: 'text', required: true, unique: true, maxLength: 254 },
    { name: 'firstName', type: 'text', maxLength: 100 },
    { name: 'lastName', type: 'text', maxLength: 100 },
    {
      name: 'status',
      type: 'select',
      required: true,
      defaultValue: 'pending',
      index: true,
      options: subscriberStatuses.map((value) => ({ value, label: subscriberStatusLabels[value] })),
    },
    /** The form of the last request: default, minimal, inline, tribe, checkout, account or import. */
    { name: 'source', type: 'text' },
    /** SHA-256 of the key in the confirmation link; empty once used. */
    {
      name: 'confirmTokenHash',
      type: 'text',
      index: true,
      access: { read: nobody },
      admin: { hidden: true },
    },
    { name: 'confirmSentAt', type: 'date' },
    { name: 'confirmedAt', type: 'date' },
    { name: 'unsubscribedAt', type: 'date' },
    /** When it was last pushed to Mailchimp, and Mailchimp's error, for staff. */
    { name: 'syncedAt', type: 'date' },
    { name: 'syncNote', type: 'text' },
  ],
})
