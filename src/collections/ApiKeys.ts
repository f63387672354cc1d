import { can } from '@/access/can'
import { nobody } from '@/access/nobody'

import { defineCollection } from './define-collection'
import { belongsTo } from './fields/belongs-to'

/**
 * API keys (Authorization: Bearer dfk_…). Only the SHA-256 is stored. A key has its own permissions as
 * far as its creator still has them. Written by the endpoints only.
 */
export const ApiKeys = defineCollection({
  slug: 'api-keys',
  admin: { useAsTitle: 'name', hidden: true },
  access: { admin: can('settings:write'), read: can('settings:write') },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 80 },
    /** The first characters, to identify a key. */
    { name: 'prefix', type: 'text', required: true },
    { name: 'keyHash', type: 'text', required: true, unique: true, access: { read: nobody } },
    { name: 'permissions', type: 'text', hasMany: true, required: true },
    belongsTo('createdBy', 'users'),
    { name: 'expiresAt', type: 'date' },
    { name: 'lastUsedAt', type: 'date' },
    { name: 'revokedAt', type: 'date' },
  ],
})
