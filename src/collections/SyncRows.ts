import { can } from '@/access/can'

import { defineCollection } from './define-collection'
import { belongsTo } from './fields/belongs-to'

/**
 * The report of a sync run: one row per item, with the addresses of subscribers. The shop's own calls also ask for the
 * permission of the run's service, so editors read the reports of their imports there.
 */
export const SyncRows = defineCollection({
  slug: 'sync-rows',
  admin: { hidden: true },
  access: { admin: can('integrations:use'), read: can('integrations:use') },
  fields: [
    belongsTo('run', 'sync-runs'),
    /** The service's id of the item. */
    { name: 'key', type: 'text', required: true },
    { name: 'label', type: 'text' },
    {
      name: 'result',
      type: 'select',
      required: true,
      options: ['created', 'updated', 'unchanged', 'skipped', 'failed'],
    },
    /** What changed, or what to do about an error, for staff. */
    { name: 'message', type: 'text' },
    { name: 'details', type: 'json' },
  ],
  indexes: [{ fields: ['run', 'key'], unique: true }],
})
