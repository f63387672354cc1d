import { can } from '@/access/can'
import { nobody } from '@/access/nobody'

import { defineCollection } from './define-collection'

/** The webhook inbox: one row per provider and event id, processed by a job. */
export const WebhookEvents = defineCollection({
  slug: 'webhook-events',
  admin: { useAsTitle: 'eventId', hidden: true },
  access: { admin: can('orders:read'), read: can('orders:read') },
  fields: [
    { name: 'provider', type: 'text', required: true },
    { name: 'eventId', type: 'text', required: true },
    { name: 'eventType', type: 'text', required: true },
    { name: 'body', type: 'json', required: true, access: { read: nobody } },
    {
      name: 'status',
      type: 'select',
      required: true,
      defaultValue: 'received',
      index: true,
      options: ['received', 'processed', 'ignored', 'failed'],
    },
    { name: 'note', type: 'text' },
    { name: 'processedAt', type: 'date' },
  ],
  indexes: [{ fields: ['provider', 'eventId'], unique: true }],
})
