import { defineCollection } from './define-collection'

/**
 * The authenticator app of an account that has two-step verification. Its secret is encrypted.
 * Written by modules/accounts/actions/second-factor.
 */
export const SecondFactors = defineCollection({
  slug: 'second-factors',
  admin: { hidden: true },
  fields: [
    {
      name: 'user',
      type: 'relationship',
      relationTo: 'users',
      required: true,
      unique: true,
      maxDepth: 0,
    },
    { name: 'secret', type: 'text', required: true },
    /** The 30-second step of the last accepted code: a code works once. */
    { name: 'lastStep', type: 'number', required: true },
  ],
})
