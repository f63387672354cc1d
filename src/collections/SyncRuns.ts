import { can } from '@/access/can'
import { integrations, syncKinds, syncStatuses } from '@/platform/connections/definitions'

import { defineCollection } from './define-collection'

/** A sync run with a service: its progress, cancellation, and the cursor to resume from. */
export const SyncRuns = defineCollection({
  slug: 'sync-runs',
  admin: { hidden: true },
  access: { admin: can('integrations:use'), read: can('integrations:use') },
  fields: [
    { name: 'provider', type: 'select', required: true, index: true, options: [...integrations] },
    { name: 'kind', type: 'select', required: true, options: [...syncKinds] },
    {
      name: 'status',
      type: 'select',
      required: true,
      defaultValue: 'queued',
      index: true,
      options: [...syncStatuses],
    },
    { name: 'isPreview', type: 'checkbox', defaultValue: false },
    { name: 'options', type: 'json' },
    /** User id; a plain number, because the run outlives the user. */
    { name: 'requestedBy', type: 'number' },
    { name: 'startedAt', type: 'date' },
    { name: 'finishedAt', type: 'date' },
    { name: 'heartbeatAt', type: 'date' },
    { name: 'cancelRequestedAt', type: 'date' },
    { name: 'total', type: 'number' },
    { name: 'done', type: 'number', required: true, defaultValue: 0 },
    { name: 'failed', type: 'number', required: true, defaultValue: 0 },
    /** Where to resume: page, cursor, or offset. */
    { name: 'cursor', type: 'json' },
    /** How it ended, for staff. */
    { name: 'message', type: 'text' },
  ],
})
