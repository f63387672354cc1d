import { can } from '@/access/can'
import { nobody } from '@/access/nobody'
import { connectionProviders } from '@/platform/connections/definitions'

import { defineCollection } from './define-collection'

/**
 * Connections to services: the account, when it expires, and the last result. Keys entered in the
 * admin are encrypted (AES-256-GCM) and never shown again; keys of the environment take precedence.
 */
export const Connections = defineCollection({
  slug: 'connections',
  admin: { useAsTitle: 'provider', hidden: true },
  access: { admin: can('panel:open'), read: can('integrations:use') },
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
    /** When someone has to sign in again; renewable tokens don't count. */
    { name: 'expiresAt', type: 'date' },
    /** Lease of the process that renews the tokens; others wait for it. */
    { name: 'refreshingUntil', type: 'date' },
    { name: 'lastGoodAt', type: 'date' },
    { name: 'lastErrorAt', type: 'date' },
    /** For staff. */
    { name: 'lastError', type: 'text' },
    /** Result of the last test, for the screen. */
    { name: 'details', type: 'json' },
  ],
})
