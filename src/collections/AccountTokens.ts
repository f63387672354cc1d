import { defineCollection } from './define-collection'
import { belongsTo } from './fields/belongs-to'

/**
 * One-time keys of an account: links in emails, recovery codes for the password, and backup codes for
 * two-step verification. Only their SHA-256 is stored, so a copy of the database opens nothing.
 * Written by compare-and-set, because each works once.
 */
export const AccountTokens = defineCollection({
  slug: 'account-tokens',
  admin: { hidden: true },
  fields: [
    belongsTo('user', 'users'),
    {
      name: 'purpose',
      type: 'select',
      required: true,
      options: [
        'reset-password',
        'owner-recovery',
        'verify-email',
        'recovery-code',
        'backup-code',
        'confirm-deletion',
        'invitation',
      ],
    },
    { name: 'tokenHash', type: 'text', required: true, unique: true },
    /** The address a verify-email link or an invitation was sent to, or one that the account had until then. */
    { name: 'email', type: 'text' },
    { name: 'expiresAt', type: 'date' },
    { name: 'usedAt', type: 'date' },
  ],
})
