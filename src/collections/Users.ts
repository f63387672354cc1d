import { APIError } from 'payload'

import { can, selfOr } from '@/access/can'
import { crossSiteSession } from '@/access/cross-site'
import { nobody } from '@/access/nobody'
import { roleLabels, roles } from '@/access/roles'
import { recordLogin } from '@/hooks/record-login'
import { env } from '@/platform/env'

import { defineCollection } from './define-collection'

/**
 * Customers and staff, told apart by role. Role and isActive change only through the workflow that ends
 * sessions too; a trigger in the database refuses every other way (migration role_guard).
 */
export const Users = defineCollection({
  slug: 'users',
  admin: {
    useAsTitle: 'username',
    defaultColumns: ['username', 'email', 'role', 'isActive'],
    group: 'Shop',
  },
  auth: {
    loginWithUsername: { allowEmailLogin: true, requireEmail: false },
    tokenExpiration: 60 * 60 * 12,
    // Never reached: a lock by name alone would let anybody lock somebody else out. What slows guessing down counts the
    // address too (endpoints/accounts/password-sign-in), and stands before Payload's own sign-in as well (endpoints/accounts/admin-login).
    maxLoginAttempts: Number.MAX_SAFE_INTEGER,
    removeTokenFromResponses: true,
    cookies: { sameSite: 'Lax', secure: env.SERVER_URL.startsWith('https:') },
    strategies: [crossSiteSession],
  },
  access: {
    admin: ({ req }) => Boolean(req.user?.isActive && req.user.role !== 'customer'),
    create: nobody,
    read: selfOr('users:read'),
    update: nobody,
    delete: nobody,
    readVersions: nobody,
    unlock: can('users:activate'),
  },
  fields: [
    {
      type: 'row',
      fields: [
        { name: 'firstName', type: 'text' },
        { name: 'lastName', type: 'text' },
      ],
    },
    {
      name: 'role',
      type: 'select',
      required: true,
      defaultValue: 'customer',
      options: roles.map((value) => ({ value, label: roleLabels[value] })),
      access: { create: nobody, update: nobody },
    },
    {
      name: 'isActive',
      type: 'checkbox',
      required: true,
      defaultValue: true,
      access: { create: nobody, update: nobody },
    },
    { name: 'profileImageUrl', type: 'text' },
    { name: 'lastLoginAt', type: 'date', access: { create: nobody, update: nobody } },
    /** An address somebody typed and has not confirmed yet. It becomes `email` by the link sent to it, and counts for nothing before. */
    {
      name: 'pendingEmail',
      type: 'text',
      maxLength: 254,
      access: { create: nobody, update: nobody },
    },
    /** False for people who only ever came through Google, Facebook or TikTok. */
    {
      name: 'hasPassword',
      type: 'checkbox',
      defaultValue: true,
      access: { create: nobody, update: nobody },
    },
    /** Their own pause (unlike isActive, which is ours): nothing of them shows until they sign in again. */
    { name: 'pausedAt', type: 'date', access: { create: nobody, update: nobody } },
  ],
  hooks: {
    afterLogin: [recordLogin],
    beforeLogin: [
      ({ user }) => {
        // The same sentence as for a wrong password: whether an account is switched off is nobody's business.
        if (!user.isActive)
          throw new APIError('The username or password provided is incorrect.', 401, null, true)
      },
    ],
  },
})
