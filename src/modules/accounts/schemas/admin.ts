import { z } from 'zod'

import { apiKeyPermissions, apiKeyStates } from '@/access/api-key'
import { roles } from '@/access/roles'
import { emailSchema, requiredText } from '@/platform/schema-fields'

const date = z.iso.datetime()

/** A user as staff see them (admin specification 3), with the username. */
export const adminUserResponse = z.strictObject({
  id: z.int(),
  username: z.string(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  role: z.enum(roles),
  isActive: z.boolean(),
  secondFactor: z.boolean().describe('Whether an authenticator app is set up.'),
  passkey: z.boolean().describe('Whether the user has a passkey.'),
  lastLoginAt: date.nullable(),
  invitedEmail: z.string().nullable().describe('The address a pending invitation was sent to.'),
  createdAt: date,
})

/** Admin specification 7: exactly one of `role` and `isActive`. */
export const userUpdateSchema = z.union(
  [z.strictObject({ role: z.enum(roles) }), z.strictObject({ isActive: z.boolean() })],
  `Send either role (${roles.join(', ')}) or isActive (true or false).`,
)

const permissions = z.array(z.enum(apiKeyPermissions))
export const apiKeyResponse = z.strictObject({
  id: z.int(),
  name: z.string(),
  prefix: z.string(),
  state: z.enum(apiKeyStates),
  permissions,
  lostPermissions: permissions.describe(
    'Listed permissions that the creator no longer has; the key can’t use them either.',
  ),
  creatorId: z.int(),
  creator: z.string(),
  createdAt: date,
  expiresAt: date.nullable(),
  lastUsedAt: date.nullable(),
  revokedAt: date.nullable(),
})

export const newApiKeySchema = z.strictObject({
  name: requiredText('a name', 80),
  permissions: permissions
    .min(1, 'Please choose at least one.')
    .max(apiKeyPermissions.length)
    .transform((list) => [...new Set(list)]),
  expiresAt: z.iso
    .datetime({ offset: true })
    .nullable()
    .default(null)
    .describe('When it expires; null: never.'),
})
export type ApiKeyInput = z.infer<typeof newApiKeySchema>

const name = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Please use plain text.')
  .optional()
export const customerBody = z.strictObject({ email: emailSchema, firstName: name, lastName: name })
export type CustomerInput = z.infer<typeof customerBody>

export const customerResponse = z
  .strictObject({
    id: z.int(),
    email: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    created: z.boolean().describe('false: the record already existed and didn’t change.'),
  })
  .meta({ id: 'Customer' })
export type CustomerRecord = z.infer<typeof customerResponse>
