import { selfOr } from '@/access/can'
import { isIdentityProvider } from '@/platform/identity-providers'

import { defineCollection } from './define-collection'
import { belongsTo } from './fields/belongs-to'

/**
 * Sign-ins with other providers. A user is identified by provider and subject, never by email address,
 * which is stored for reference only. Written by modules/accounts/actions/social-sign-in.
 */
export const Identities = defineCollection({
  slug: 'identities',
  admin: { useAsTitle: 'provider', hidden: true },
  access: { read: selfOr('users:read', 'user') },
  fields: [
    belongsTo('user', 'users'),
    // Not a select: a database enum would need a migration for each new provider.
    {
      name: 'provider',
      type: 'text',
      required: true,
      validate: (value: string | null | undefined) =>
        value && isIdentityProvider(value) ? true : 'Unknown provider',
    },
    { name: 'subject', type: 'text', required: true, maxLength: 255 },
    { name: 'emailAtLink', type: 'text' },
    { name: 'emailVerified', type: 'checkbox', defaultValue: false },
    { name: 'displayName', type: 'text' },
  ],
  indexes: [
    { fields: ['provider', 'subject'], unique: true },
    { fields: ['user', 'provider'], unique: true },
  ],
})
