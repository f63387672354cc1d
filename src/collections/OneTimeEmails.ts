import { oneTimeEmailKinds } from '@/modules/one-time-emails/rules'

import { defineCollection } from './define-collection'

/**
 * Requests for one email each: when a variant is back in stock, with a cart, or as a reminder to review an order. A row
 * is deleted once its email was sent (docs/decisions/019-emails-on-request.md). Written and claimed by compare-and-set.
 */
export const OneTimeEmails = defineCollection({
  slug: 'one-time-emails',
  admin: { hidden: true },
  fields: [
    { name: 'kind', type: 'select', required: true, options: [...oneTimeEmailKinds] },
    /** In lower case. Empty for a review: its email goes to the order's address. */
    { name: 'email', type: 'text', maxLength: 254, index: true },
    /** Back in stock: the variant, with the size and color as a cart line has them. */
    { name: 'product', type: 'relationship', relationTo: 'products', maxDepth: 0 },
    { name: 'size', type: 'text', maxLength: 60 },
    { name: 'color', type: 'text', maxLength: 60 },
    /** Cart: its lines, without prices. */
    { name: 'lines', type: 'json' },
    /** Review: the order. */
    { name: 'order', type: 'relationship', relationTo: 'orders', unique: true, maxDepth: 0 },
    /** When the job that sends it was queued. Set once, in the transaction that queues the job. */
    { name: 'queuedAt', type: 'date' },
    /** When the email was about to be handed to the mail server. */
    { name: 'sendingAt', type: 'date' },
  ],
  indexes: [{ fields: ['product', 'size', 'color', 'email'], unique: true }],
})
