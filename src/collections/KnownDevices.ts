import { defineCollection } from './define-collection'
import { belongsTo } from './fields/belongs-to'

/**
 * Browsers in which a staff member has signed in, so that a sign-in from another one is noticed. None
 * are kept for customers. Written by modules/accounts/actions/known-devices.
 */
export const KnownDevices = defineCollection({
  slug: 'known-devices',
  admin: { hidden: true },
  fields: [
    belongsTo('user', 'users'),
    /** The SHA-256 of the user's id and the browser's random cookie: rows of two users can't be matched. */
    { name: 'tokenHash', type: 'text', required: true, unique: true },
    /** Browser and system in plain words: 'Chrome on Windows'. No version and no address. */
    { name: 'name', type: 'text', required: true },
    /** The browser's latest session. */
    { name: 'sessionId', type: 'text' },
    { name: 'lastSeenAt', type: 'date', required: true },
  ],
})
