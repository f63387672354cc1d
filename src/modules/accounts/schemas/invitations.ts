import { z } from 'zod'

import { emailWithExampleSchema } from '@/platform/schema-fields'

import { registerSchema, resetSchema } from './authentication'

/** A Super Admin is made by changing the role of someone who has joined. */
export const staffInvitation = z.strictObject({
  email: emailWithExampleSchema,
  role: z.enum(['editor', 'admin']),
})
export type StaffInvitation = z.infer<typeof staffInvitation>

const { username, password, firstName, lastName } = registerSchema.shape
export const acceptInvitationSchema = z.strictObject({
  token: resetSchema.shape.token,
  username,
  password,
  firstName,
  lastName,
})
export type AcceptInvitationInput = z.infer<typeof acceptInvitationSchema>
