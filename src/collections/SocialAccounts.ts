import { can } from '@/access/can'
import { nobody } from '@/access/nobody'
import { socialPlatforms } from '@/modules/social/rules/social-post'

import { defineCollection } from './define-collection'

/** The shop's own accounts at the networks. Tokens are kept encrypted (AES-256-GCM) and are never read back by anybody. */
export const SocialAccounts = defineCollection({
  slug: 'social-accounts',
  admin: { useAsTitle: 'accountName', hidden: true },
  access: {
    admin: can('social:write'),
    create: nobody,
    read: can('social:write'),
    update: nobody,
    delete: nobody,
    readVersions: nobody,
    unlock: nobody,
  },
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
    /** Connected (true) or Disconnected. */
    { name: 'isActive', type: 'checkbox', required: true, defaultValue: true },
    { name: 'scopes', type: 'text', hasMany: true },
    { name: 'sealedTokens', type: 'text', access: { read: nobody }, admin: { hidden: true } },
    /** When a person has to sign in again; a token that renews itself does not count. */
    { name: 'expiresAt', type: 'date' },
    /** Until then one process renews the tokens, and the others wait for it. */
    { name: 'refreshingUntil', type: 'date' },
    { name: 'lastSync', type: 'date' },
    { name: 'lastError', type: 'text' },
  ],
})
