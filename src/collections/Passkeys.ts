import { defineCollection } from './define-collection'
import { belongsTo } from './fields/belongs-to'

/**
 * Passkeys: public keys that sign a user in. The private keys never leave the users' devices. Written by
 * modules/accounts/actions/passkeys.
 */
export const Passkeys = defineCollection({
  slug: 'passkeys',
  admin: { hidden: true },
  fields: [
    belongsTo('user', 'users'),
    { name: 'name', type: 'text', required: true, maxLength: 60 },
    /** The id that the device gave the passkey, base64url. */
    { name: 'credentialId', type: 'text', required: true, unique: true },
    /** The public key in COSE format, base64url. */
    { name: 'publicKey', type: 'text', required: true },
    /** Random, base64url: how devices name the account. The same for all passkeys of a user. */
    { name: 'userHandle', type: 'text', required: true },
    /** How often the device has signed with it. Synced passkeys always report 0. */
    { name: 'counter', type: 'number', required: true },
    /** How a browser can reach the device, separated by spaces: 'internal hybrid'. */
    { name: 'transports', type: 'text' },
    /** Whether it is synced to other devices of its owner. */
    { name: 'isSynced', type: 'checkbox', required: true, defaultValue: false },
    { name: 'lastUsedAt', type: 'date' },
  ],
})
