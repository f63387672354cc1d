import { randomBytes } from 'node:crypto'

import type { Payload, Where } from 'payload'

import { addUser } from './users'

export type OwnerSignIn = { username: string; password: string }

/**
 * Creates the owner's account, a super admin, unless there is an active super admin already.
 * @returns the new sign-in, or null when there was nothing to do. The password can't be read again, so show it before
 *   anything else can fail; a retry returns null.
 * @throws the database's error; no account was created then
 */
export async function addOwner(payload: Payload): Promise<OwnerSignIn | null> {
  const count = async (where: Where): Promise<number> =>
    (await payload.count({ collection: 'users', where })).totalDocs
  if ((await count({ role: { equals: 'super_admin' }, isActive: { equals: true } })) > 0)
    return null
  let username = 'owner'
  for (let next = 2; (await count({ username: { equals: username } })) > 0; next += 1)
    username = `owner-${next}`
  const password = randomBytes(12).toString('base64url')
  await addUser(payload, {
    username,
    password,
    firstName: 'Owner',
    lastName: '',
    role: 'super_admin',
  })
  return { username, password }
}
