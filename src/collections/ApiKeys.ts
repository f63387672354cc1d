import { can } from '@/access/can'
import { nobody } from '@/access/nobody'

import { defineCollection } from './define-collection'

/**
 * Keys for programs (Authorization: Bearer dfk_…). Only the SHA-256 is kept; a key may do what is on its list and
 * what the person who made it may still do. Written by the endpoints only.
 */
export const ApiKeys = defineCollection({
  slug: 'api-keys',
  admin: { useAsTitle: 'name', hidden: true },
  access: {
    admin: can('settings:write'),
    create: nobody,
    read: can('settings:write'),
    update: nobody,
    delete: nobody,
    readVersions: nobody,
    unlock: nobody,
  },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 80 },
    /** The first letters, to tell keys apart. */
    { name: 'prefix', type: 'text', required: true },
    { name: 'keyHash', type: 'text', required: true, unique: true, access: { read: nobody } },
    { name: 'permissions', type: 'text', hasMany: true, required: true },
    {
      name: 'createdBy',
      type: 'relationship',
      relationTo: 'users',
      required: true,
      index: true,
      maxDepth: 0,
    },
    { name: 'expiresAt', type: 'date' },
    { name: 'lastUsedAt', type: 'date' },
    { name: 'revokedAt', type: 'date' },
  ],
})
