import { randomBytes } from 'node:crypto'

import { eq } from '@payloadcms/db-postgres/drizzle'
import type { Payload, Where } from 'payload'

import { createAccountToken } from '@/modules/accounts/actions/account-tokens'
import { users } from '@/payload-generated-schema'
import { env } from '@/platform/env'

import { addUser } from './users'

/** How the owner signs in first. `link` opens a page to choose a password; it works once, for `ownerLinkHours`. */
export type OwnerSignIn = { username: string; link: string }

const ownerLinkHours = 24

async function createLink({ db }: Payload, username: string): Promise<string> {
  const [user] = await db.drizzle
    .select({ id: users.id })
    .from(users)
    .where(eq(users.username, username))
  if (!user) throw new Error('The owner’s account was not created.')
  const token = await createAccountToken(db.drizzle, {
    userId: user.id,
    purpose: 'reset-password',
    hours: ownerLinkHours,
  })
  return `${env.SERVER_URL}/auth/reset?token=${token}`
}

/**
 * Creates the owner's account, a super admin with the address in OWNER_EMAIL, unless there is an active super admin already.
 * Its first password is random: the owner chooses one with the link.
 * @returns the link, or null when there was nothing to do. A retry returns null; `npm run owner-recovery` makes another link.
 * @throws Error if another account has that address, and the database's; no account was created then
 */
export async function addOwner(payload: Payload): Promise<OwnerSignIn | null> {
  const exists = async (where: Where): Promise<boolean> =>
    (await payload.count({ collection: 'users', where })).totalDocs > 0
  if (await exists({ role: { equals: 'super_admin' }, isActive: { equals: true } })) return null
  const email = env.OWNER_EMAIL?.toLowerCase()
  if (email && (await exists({ email: { equals: email } })))
    throw new Error(
      'The address in OWNER_EMAIL already belongs to another account. Set OWNER_EMAIL to a different one, and try again.',
    )
  let username = 'owner'
  for (let next = 2; await exists({ username: { equals: username } }); next += 1)
    username = `owner-${next}`
  await addUser(payload, {
    username,
    password: randomBytes(32).toString('base64url'),
    firstName: 'Owner',
    lastName: '',
    role: 'super_admin',
    ...(email ? { email } : {}),
  })
  return { username, link: await createLink(payload, username) }
}

/** Describes a new link in the terminal. */
export function describeOwnerLink({ username, link }: OwnerSignIn): string {
  return `Owner account: ${username}\nStart the shop, and choose a password here (the link works once, for ${ownerLinkHours} hours):\n${link}`
}
