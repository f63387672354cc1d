import { can } from '@/access/can'
import { nobody } from '@/access/nobody'
import { connectionProviders } from '@/platform/connections/definitions'

import { defineCollection } from './define-collection'

/**
 * The passport of each service: as whom we are connected, until when, how the last call went. Keys typed in the panel
 * are kept encrypted (AES-256-GCM) and are never shown again; keys in the environment come first.
 */
export const Connections = defineCollection({
  slug: 'connections',
  admin: { useAsTitle: 'provider', hidden: true },
  access: {
    admin: can('panel:open'),
    create: nobody,
    read: can('posts:import'),
    update: nobody,
    delete: nobody,
    readVersions: nobody,
    unlock: nobody,
  },
  fields: [
    {
      name: 'provider',
      type: 'select',
      required: true,
      unique: true,
      options: [...connectionProviders],
    },
    { name: 'isActive', type: 'checkbox', required: true, defaultValue: true },
    { name: 'sealedSecrets', type: 'text', access: { read: nobody }, admin: { hidden: true } },
    { name: 'connectedAs', type: 'text' },
    { name: 'accountId', type: 'text' },
    { name: 'scopes', type: 'text', hasMany: true },
    /** When a person has to sign in again; a token that renews itself does not count. */
    { name: 'expiresAt', type: 'date' },
    /** Until then one process renews the tokens, and the others wait for it. */
    { name: 'refreshingUntil', type: 'date' },
    { name: 'lastGoodAt', type: 'date' },
    { name: 'lastErrorAt', type: 'date' },
    /** In plain words. */
    { name: 'lastError', type: 'text' },
    /** What the last test answered, for the screen. */
    { name: 'details', type: 'json' },
  ],
})
