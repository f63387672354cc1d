import { can } from '@/access/can'

import { defineCollection } from './define-collection'
import { belongsTo } from './fields/belongs-to'

/** The report of a sync run: one row per item. */
export const SyncRows = defineCollection({
  slug: 'sync-rows',
  admin: { hidden: true },
  access: { admin: can('posts:import'), read: can('posts:import') },
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
