import { can } from '@/access/can'
import { nobody } from '@/access/nobody'
import { socialPlatforms } from '@/modules/social/rules/social-post'

import { defineCollection } from './define-collection'

/** The shop's own accounts on networks. Tokens are encrypted (AES-256-GCM), and no API returns them. */
export const SocialAccounts = defineCollection({
  slug: 'social-accounts',
  admin: { useAsTitle: 'accountName', hidden: true },
  access: { admin: can('social:write'), read: can('social:write') },
  fields: [
    {
      name: 'platform',
      type: 'select',
      required: true,
      unique: true,
      options: [...socialPlatforms],
    },
    { name: 'accountName', type: 'text', required: true },
    { name: 'accountId', type: 'text', required: true },
    /** Whether it is connected. */
    { name: 'isActive', type: 'checkbox', required: true, defaultValue: true },
    { name: 'scopes', type: 'text', hasMany: true },
    { name: 'sealedTokens', type: 'text', access: { read: nobody }, admin: { hidden: true } },
    /** When a user has to sign in again; null or the refresh token's end if tokens are renewed automatically. */
    { name: 'expiresAt', type: 'date' },
    /** Lease of the process that renews the tokens; others wait for it. */
    { name: 'refreshingUntil', type: 'date' },
    { name: 'lastSync', type: 'date' },
    { name: 'lastError', type: 'text' },
  ],
})
