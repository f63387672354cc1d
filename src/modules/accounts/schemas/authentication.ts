import { z } from 'zod'

import { roles } from '@/access/roles'
import {
  normalizeUsername,
  passwordError,
  usernameError,
} from '@/modules/accounts/rules/credentials'
import { passkeyAssertionSchema } from '@/modules/accounts/schemas/passkeys'
import { identityProviders } from '@/platform/identity-providers'
import { emailWithExampleSchema } from '@/platform/schema-fields'

/** A username or email address for signing in. The database accepts no control characters. */
const loginSchema = (message: string) =>
  z
    .string(message)
    .max(254)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, message)
    .transform(normalizeUsername)
    .refine((name) => name !== '', message)

/** Treats empty and null like absent. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) =>
      value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value,
    schema.optional(),
  )

const usernameSchema = z
  .string('Please choose a username.')
  .max(200, 'Please use 40 characters or fewer.')
  .transform(normalizeUsername)
  .superRefine((username, context) => {
    const message = usernameError(username)
    if (message) context.addIssue({ code: 'custom', message })
  })

/** The other rules are in modules/accounts/actions/passwords. */
const newPasswordSchema = z.string('Please choose a password.').superRefine((password, context) => {
  const message = passwordError(password)
  if (message) context.addIssue({ code: 'custom', message })
})
const existingPasswordSchema = z
  .string('Please enter your password.')
  .min(1, 'Please enter your password.')
  .max(1000, 'That password is too long.')

const personNameSchema = z
  .string()
  .trim()
  .max(60, 'Please use 60 characters or fewer.')
  .regex(/^[^\p{Cc}]*$/u, 'Please use letters only.')

export const signInSchema = z.strictObject({
  username: loginSchema('Please enter your username.'),
  password: existingPasswordSchema,
})

export const registerSchema = z.strictObject({
  username: usernameSchema,
  password: newPasswordSchema,
  email: optional(emailWithExampleSchema),
  firstName: optional(personNameSchema),
  lastName: optional(personNameSchema),
})
export type RegisterInput = z.infer<typeof registerSchema>

const text = z.string().catch('')
/** The credentials in a form that was refused; empty where they can't be read. */
export const refusedCredentials = z
  .object({ username: usernameSchema.catch(''), password: text, token: text })
  .catch({ username: '', password: '', token: '' })

const tokenSchema = z.string().regex(/^[\w-]{43}$/, 'This link is incomplete.')

export const forgotSchema = z.strictObject({
  username: loginSchema('Please enter your username or email address.'),
})
export const resetSchema = z.strictObject({ token: tokenSchema, password: newPasswordSchema })
export const resetWithCodeSchema = z.strictObject({
  username: forgotSchema.shape.username,
  code: z
    .string('Please enter one of your recovery codes.')
    .trim()
    .min(1, 'Please enter one of your recovery codes.')
    .max(60, 'A recovery code has 16 letters and numbers.'),
  password: newPasswordSchema,
})
export const verifySchema = z.strictObject({ token: tokenSchema })

/** A passkey in place of the password. */
const identificationFields = {
  currentPassword: optional(existingPasswordSchema),
  passkey: passkeyAssertionSchema.optional(),
}
export const changePasswordSchema = z.strictObject({
  ...identificationFields,
  password: newPasswordSchema,
})
export const changeEmailSchema = z.strictObject({
  ...identificationFields,
  email: emailWithExampleSchema,
})
export const confirmSchema = z.strictObject(identificationFields)

const signInCodeSchema = z
  .string('Please enter the code.')
  .trim()
  .min(1, 'Please enter the code.')
  .max(60, 'Codes have 6 digits; backup codes have 16 letters and numbers.')
  .describe('The 6 digits of the authenticator app, or a backup code.')
export const secondFactorSchema = z.strictObject({ code: signInCodeSchema })
export const reauthenticateSchema = z.strictObject({
  ...identificationFields,
  code: optional(signInCodeSchema),
})
export const turnOnSecondFactorSchema = z.strictObject({
  setup: z.string('Start the setup again.').min(1).max(2000),
  code: signInCodeSchema,
})
export const secondFactorSetupResponse = z.strictObject({
  setup: z.string().describe('Send it back with the first code, within 15 minutes.'),
  secret: z.string().describe('For apps that can’t scan the QR code.'),
  qr: z.string().describe('The QR code as an SVG image.'),
})
export const codesResponse = z.strictObject({ codes: z.array(z.string()) })
export const providerParams = z.strictObject({ provider: z.enum(identityProviders) })
export const sessionParams = z.strictObject({ id: z.uuid() })

export const sessionUserSchema = z.strictObject({
  id: z.int(),
  username: z.string(),
  email: z.string().nullable().describe('Confirmed or not: see emailVerified.'),
  emailVerified: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  role: z.enum(roles),
})
export type SessionUserView = z.infer<typeof sessionUserSchema>
export const signInResponse = z.strictObject({
  ok: z.literal(true),
  user: sessionUserSchema,
  welcomeBack: z.boolean().describe('The account was paused and is active again.'),
  setUpSecondFactor: z
    .boolean()
    .describe('This role requires two-step verification and can’t do anything else until it’s on.'),
})
export const okResponse = z.strictObject({ ok: z.literal(true) })
export const messageResponse = z.strictObject({ ok: z.literal(true), message: z.string() })
