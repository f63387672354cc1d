import { APIError } from 'payload'

import { can, selfOr } from '@/access/can'
import { crossSiteSession } from '@/access/cross-site'
import { nobody } from '@/access/nobody'
import { roleLabels, roles } from '@/access/roles'
import { lockRefreshedUser } from '@/hooks/lock-refreshed-user'
import { recordLogin } from '@/hooks/record-login'
import { env } from '@/platform/env'

import { defineCollection } from './define-collection'

/**
 * Customers and staff, by role. Role and isActive change only through the action that also ends
 * sessions; a trigger rejects other changes (migration role_guard).
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
    // Never reached: a lock by user name alone would let anyone lock others out. Rate limits by name and address
    // (endpoints/accounts/password-sign-in) also protect Payload's own sign-in (endpoints/accounts/admin-login).
    maxLoginAttempts: Number.MAX_SAFE_INTEGER,
    removeTokenFromResponses: true,
    cookies: { sameSite: 'Lax', secure: env.SERVER_URL.startsWith('https:') },
    strategies: [crossSiteSession],
  },
  access: { admin: can('panel:open'), read: selfOr('users:read'), unlock: can('users:activate') },
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
    /** An unconfirmed address. It becomes `email` through the link sent to it. */
    {
      name: 'pendingEmail',
      type: 'text',
      maxLength: 254,
      access: { create: nobody, update: nobody },
    },
    /** False for users who only ever signed in through a sign-in provider. */
    {
      name: 'hasPassword',
      type: 'checkbox',
      defaultValue: true,
      access: { create: nobody, update: nobody },
    },
    /** When an authenticator app was set up for two-step verification; empty without one. */
    { name: 'secondFactorSince', type: 'date', access: { create: nobody, update: nobody } },
    /** When the first passkey was added; empty while the user has none. */
    { name: 'passkeySince', type: 'date', access: { create: nobody, update: nobody } },
    /** Paused by the user (isActive is set by staff): nothing of theirs is shown until they sign in again. */
    { name: 'pausedAt', type: 'date', access: { create: nobody, update: nobody } },
    /** The certificate of a customer who pays no sales tax, checked by staff; empty for everyone else. */
    {
      name: 'taxCertificate',
      type: 'text',
      maxLength: 100,
      access: { create: nobody, read: can('orders:read'), update: nobody },
    },
    /** How staff get notifications, by kind (modules/notifications/rules). Missing kinds have their defaults. */
    {
      name: 'notificationChoices',
      type: 'json',
      access: { create: nobody, read: nobody, update: nobody },
    },
    /** Notifications up to then are read. */
    {
      name: 'notificationsReadAt',
      type: 'date',
      access: { create: nobody, read: nobody, update: nobody },
    },
  ],
  hooks: {
    beforeOperation: [lockRefreshedUser],
    afterLogin: [recordLogin],
    beforeLogin: [
      ({ user }: { user: { isActive?: boolean | null } }) => {
        // The same message as for a wrong password, so that it doesn't reveal deactivated accounts.
        if (!user.isActive)
          throw new APIError('The username or password provided is incorrect.', 401, null, true)
      },
    ],
  },
})
