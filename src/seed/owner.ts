import { randomBytes } from 'node:crypto'

import { and, asc, eq } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { createAccountToken, revokeTokens } from '@/modules/accounts/actions/account-tokens'
import { users } from '@/payload-generated-schema'
import { env } from '@/platform/env'
import { withTransaction } from '@/platform/transaction'

import { addUser } from './users'

/** How the owner signs in first. `link` opens a page to choose a password; it works once, for `ownerLinkHours`. */
export type OwnerSignIn = { username: string; link: string }

export const ownerLinkHours = 24

/** Creates a link to choose a new password, and revokes the links made before. */
function createLink(payload: Payload, userId: number): Promise<string> {
  return withTransaction(payload, async (_, tx) => {
    await revokeTokens(tx, userId, 'reset-password')
    const token = await createAccountToken(tx, {
      userId,
      purpose: 'reset-password',
      hours: ownerLinkHours,
    })
    return `${env.SERVER_URL}/auth/reset?token=${token}`
  })
}

const findSuperAdmins = (payload: Payload) =>
  payload.db.drizzle
    .select({ id: users.id, username: users.username, email: users.email })
    .from(users)
    .where(and(eq(users.role, 'super_admin'), eq(users.isActive, true)))
    .orderBy(asc(users.id))

/**
 * Creates the owner's account, a super admin with the address in OWNER_EMAIL, unless there is an active super admin already.
 * Nobody knows its first password: the owner chooses one with the link.
 * @returns the link, or null when there was nothing to do. A retry returns null; `createOwnerLink` makes another link.
 * @throws the database's error; no account was created then
 */
export async function addOwner(payload: Payload): Promise<OwnerSignIn | null> {
  if ((await findSuperAdmins(payload)).length > 0) return null
  const isTaken = async (username: string): Promise<boolean> =>
    (await payload.count({ collection: 'users', where: { username: { equals: username } } }))
      .totalDocs > 0
  let username = 'owner'
  for (let next = 2; await isTaken(username); next += 1) username = `owner-${next}`
  await addUser(payload, {
    username,
    password: randomBytes(32).toString('base64url'),
    firstName: 'Owner',
    lastName: '',
    role: 'super_admin',
    ...(env.OWNER_EMAIL ? { email: env.OWNER_EMAIL } : {}),
  })
  return createOwnerLink(payload, username)
}

/**
 * Creates a link with which a super admin chooses a new password, for an owner who can't sign in any more. Links made
 * before stop working; the password and sessions stay until the link is used.
 * @param login a username or email; needed only where there are several super admins
 * @throws Error, for the terminal, when no super admin or more than one matches
 */
export async function createOwnerLink(payload: Payload, login?: string): Promise<OwnerSignIn> {
  const superAdmins = await findSuperAdmins(payload)
  const wanted = login?.trim().toLowerCase()
  const matches = wanted
    ? superAdmins.filter(({ username, email }) =>
        [username.toLowerCase(), email?.toLowerCase()].includes(wanted),
      )
    : superAdmins
  const [owner] = matches
  if (!owner || matches.length > 1) {
    const names = superAdmins.map(({ username }) => username).join(', ')
    throw new Error(
      names
        ? `Name one of these super admins: ${names}. For example: npm run owner-link -- ${superAdmins[0]?.username}`
        : 'There’s no active super admin yet. Start the shop, or run "npm run go-live", to create one.',
    )
  }
  return { username: owner.username, link: await createLink(payload, owner.id) }
}

/** What a terminal says about a new link. */
export function describeOwnerLink({ username, link }: OwnerSignIn): string {
  return `Owner account: ${username}\nChoose a password here (the link works once, for ${ownerLinkHours} hours):\n${link}`
}
