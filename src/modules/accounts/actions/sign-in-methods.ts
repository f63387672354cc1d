import { eq } from '@payloadcms/db-postgres/drizzle'

import { identities, passkeys } from '@/payload-generated-schema'
import { AppError } from '@/platform/errors'
import type { Tx } from '@/platform/transaction'

/**
 * Checks, after a removal in the caller's transaction, that a user can still sign in. Providers sign
 * in customers only.
 * @throws AppError conflict
 */
export async function assertSignInRemains(
  tx: Tx,
  { id, role, hasPassword }: { id: number; role: string; hasPassword: boolean | null },
): Promise<void> {
  if (hasPassword !== false) return
  const methodCount =
    (await tx.$count(passkeys, eq(passkeys.user, id))) +
    (role === 'customer' ? await tx.$count(identities, eq(identities.user, id)) : 0)
  if (methodCount === 0)
    throw new AppError('conflict', 'This is your only way to sign in. Set a password first.')
}
