import config from '@payload-config'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { connection } from 'next/server'
import { getPayload, type Payload } from 'payload'
import { cache } from 'react'

import type { User } from '@/payload-types'
import { isGeneratedUsername } from '@/platform/identity-providers'

/**
 * Returns who is viewing this page; null for visitors. Reads the session cookie itself: on a page opened by a link on
 * another site (an email, Google's sign-in), the browser reports "cross-site", and Payload would ignore the session.
 * For rendering only; changes go through endpoints, which check the origin.
 */
export const getCurrentUser = cache(async (): Promise<{ payload: Payload; user: User | null }> => {
  await connection()
  const payload = await getPayload({ config })
  const token = (await cookies()).get(`${payload.config.cookiePrefix}-token`)?.value
  if (!token) return { payload, user: null }
  const { user } = await payload.auth({ headers: new Headers({ Authorization: `JWT ${token}` }) })
  return { payload, user: user?.isActive ? user : null }
})

/** Like getCurrentUser for pages that require a user: a visitor is redirected to sign in and comes back to `path`. */
export async function requireCurrentUser(path: string): Promise<{ payload: Payload; user: User }> {
  const { payload, user } = await getCurrentUser()
  if (!user) redirect(`/auth?next=${encodeURIComponent(path)}`)
  return { payload, user }
}

/** Returns the name to greet a user by; null if the only name is a username that we generated. */
export function greetingName({ firstName, username }: User): string | null {
  return firstName || (isGeneratedUsername(username) ? null : username)
}
