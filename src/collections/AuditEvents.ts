import { can } from '@/access/can'

import { defineCollection } from './define-collection'

/**
 * The audit log: changes of roles, settings, sign-ins, refunds, erasures, keys, and so on. It holds no
 * personal data, so entries stay when a user is erased. The database rejects changes of rows.
 */
export const AuditEvents = defineCollection({
  slug: 'audit-events',
  admin: { useAsTitle: 'action', hidden: true },
  access: { admin: can('audit:read'), read: can('audit:read') },
  fields: [
    /** User id; empty for the shop itself. A plain number, because the row outlives the user. */
    { name: 'actorId', type: 'number', index: true },
    /** 'super_admin', 'customer', 'the shop' … */
    { name: 'actorRole', type: 'text', required: true },
    /** Such as 'user.role_changed'. */
    { name: 'action', type: 'text', required: true, index: true },
    { name: 'subjectType', type: 'text' },
    { name: 'subjectId', type: 'text' },
    { name: 'details', type: 'json' },
  ],
})
