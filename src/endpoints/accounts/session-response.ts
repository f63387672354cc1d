import type { PayloadRequest } from 'payload'

import { lacksSecondFactor } from '@/access/second-factor'
import { withCookies } from '@/endpoints/http/cookies'
import { requireUser } from '@/endpoints/http/current-user'
import {
  type CreatedSession,
  createSession,
  endSessions,
  expiredSessionCookies,
} from '@/modules/accounts/actions/sessions'
import { getSessionId } from '@/modules/accounts/rules/session-hint'
import type { SessionUserView } from '@/modules/accounts/schemas/authentication'
import type { User } from '@/payload-types'
import { AppError } from '@/platform/errors'

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

export function createSignedInResponse(
  { user, cookies, wasPaused }: CreatedSession,
  status = 200,
): Response {
  return withCookies(
    Response.json(
      {
        ok: true,
        user: toSessionUser(user),
        welcomeBack: wasPaused,
        setUpSecondFactor: lacksSecondFactor(user),
      },
      { status },
    ),
    cookies,
  )
}

/** Replaces the session of this request by a new one, after the user has confirmed who they are. */
export async function createConfirmedResponse(req: PayloadRequest): Promise<Response> {
  const { id } = requireUser(req)
  const replacedId = getSessionId(req.user)
  const session = await createSession(req, id, { secondFactorGiven: true, continuedId: replacedId })
  if (!session) throw new AppError('unauthorized', 'Please sign in.')
  if (replacedId) await endSessions(req.payload, id, replacedId)
  return withCookies(Response.json({ ok: true }), session.cookies)
}

/** Ends the session of this request and clears its cookies. */
export async function signOut(req: PayloadRequest, response: Response): Promise<Response> {
  const sessionId = getSessionId(req.user)
  if (req.user && sessionId) await endSessions(req.payload, req.user.id, sessionId)
  return withCookies(response, expiredSessionCookies(req.payload))
}
