import type { PayloadRequest } from 'payload'

import { withCookies } from '@/endpoints/http/cookies'
import {
  type CreatedSession,
  endSessions,
  expiredSessionCookies,
} from '@/modules/accounts/actions/sessions'
import { getSessionId } from '@/modules/accounts/rules/session-hint'
import type { SessionUserView } from '@/modules/accounts/schemas/authentication'
import type { User } from '@/payload-types'

/** Returns a user as they see themselves. */
export function toSessionUser(user: User): SessionUserView {
  return {
    id: user.id,
    username: user.username,
    email: user.email ?? user.pendingEmail ?? null,
    emailVerified: Boolean(user.email),
    firstName: user.firstName ?? null,
    lastName: user.lastName ?? null,
    profileImageUrl: user.profileImageUrl ?? null,
    role: user.role,
  }
}

export function createSignedInResponse({ user, cookies, wasPaused }: CreatedSession): Response {
  return withCookies(
    Response.json({ ok: true, user: toSessionUser(user), welcomeBack: wasPaused }),
    cookies,
  )
}

/** Ends the session of this request and clears its cookies. */
export async function signOut(req: PayloadRequest, response: Response): Promise<Response> {
  const sessionId = getSessionId(req.user)
  if (req.user && sessionId) await endSessions(req.payload, req.user.id, sessionId)
  return withCookies(response, expiredSessionCookies(req.payload))
}
