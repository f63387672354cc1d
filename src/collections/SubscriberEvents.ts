import { can } from '@/access/can'
import { nobody } from '@/access/nobody'

import { defineCollection } from './define-collection'

/** The record of consent: what a person was asked, in which words, and what they did. Rows are only added, and go with the person. */
export const SubscriberEvents = defineCollection({
  slug: 'subscriber-events',
  admin: { hidden: true },
  access: {
    admin: can('subscribers:read'),
    create: nobody,
    read: can('subscribers:read'),
    update: nobody,
    delete: nobody,
    readVersions: nobody,
    unlock: nobody,
  },
  fields: [
    {
      name: 'subscriber',
      type: 'relationship',
      relationTo: 'subscribers',
      required: true,
      index: true,
      maxDepth: 0,
    },
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
    /** The address of the request, its last part removed. */
    { name: 'network', type: 'text' },
  ],
})
