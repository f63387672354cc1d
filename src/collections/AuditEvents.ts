import { can } from '@/access/can'
import { nobody } from '@/access/nobody'

import { defineCollection } from './define-collection'

/**
 * Who changed what that matters: roles, switches, sign-ins linked, refunds, erasures, keys. Ids and words of the
 * shop only, never a person's data, so that it can stay when the person goes. The database refuses to change a row.
 */
export const AuditEvents = defineCollection({
  slug: 'audit-events',
  admin: { useAsTitle: 'action', hidden: true },
  access: {
    admin: can('audit:read'),
    create: nobody,
    read: can('audit:read'),
    update: nobody,
    delete: nobody,
    readVersions: nobody,
    unlock: nobody,
  },
  fields: [
    /** Id of the user who did it; empty for the shop itself. A plain number: the row outlives the person. */
    { name: 'actorId', type: 'number', index: true },
    /** 'super_admin', 'customer', 'the shop' … */
    { name: 'actorRole', type: 'text', required: true },
    /** As 'user.role_changed'. */
    { name: 'action', type: 'text', required: true, index: true },
    { name: 'subjectType', type: 'text' },
    { name: 'subjectId', type: 'text' },
    { name: 'details', type: 'json' },
  ],
})
