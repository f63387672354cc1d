import { z } from 'zod'
import { identityProviders } from '../domain/identity'
import { sealedAttempts } from './sealed-cookie'

/** What is kept between leaving for a sign-in elsewhere and coming back. */
export const signInAttempts = sealedAttempts('dayfern-auth', '/auth', {
  provider: z.enum(identityProviders),
  verifier: z.string(),
  nonce: z.string(),
  next: z.string(),
  /** The person who connects another way in; null for a sign-in. */
  connect: z.number().nullable(),
})
export type Attempt = NonNullable<ReturnType<typeof signInAttempts.read>>
