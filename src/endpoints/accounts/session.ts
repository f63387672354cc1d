import type { PayloadRequest } from 'payload'

import { isCrossOrigin } from '@/access/from-elsewhere'
import { endpoint } from '@/endpoints/endpoint'
import { withCookies } from '@/endpoints/http/cookies'
import { endSession, expiredSessionCookies } from '@/modules/accounts/actions/sessions'
import { okResponse } from '@/modules/accounts/schemas/authentication'

/** Signing out changes something, and a link on another site may not do it: such a visitor is asked first. */
const askFirst = (): Response =>
  new Response(
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Sign out? · Dayfern</title><main style="font:17px/1.6 system-ui;max-width:30rem;margin:4rem auto;padding:0 1.25rem"><h1>Sign out?</h1><p>You came here from another site, so we ask.</p><p><a href="/api/logout">Sign out of Dayfern</a> · <a href="/">Stay signed in</a></p></main></html>',
    {
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, no-store' },
    },
  )

/** The id of this request's session, as Payload read it from the cookie. */
export function getSessionId(req: PayloadRequest): string | undefined {
  return (req.user as { _sid?: string } | null)?._sid
}

/** Ends this request's session, and lets the browser forget it. */
export async function signOut(req: PayloadRequest, answer: Response): Promise<Response> {
  const sid = getSessionId(req)
  if (req.user && sid) await endSession(req.payload, req.user.id, sid)
  return withCookies(answer, expiredSessionCookies(req.payload))
}

export const sessionEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/logout',
    summary: 'Sign out and go to the front page',
    alsoAnswers: { 303: 'To the front page.' },
    handle: async (req) => {
      if (isCrossOrigin(req)) return askFirst()
      if (
        req.headers.has('next-router-prefetch') ||
        req.headers.get('sec-purpose')?.includes('prefetch')
      )
        return new Response(null, { status: 204 })
      return signOut(req, new Response(null, { status: 303, headers: { Location: '/' } }))
    },
  }),

  endpoint({
    method: 'post',
    path: '/api/logout',
    summary: 'Sign out',
    answer: okResponse,
    handle: (req) => signOut(req, Response.json({ ok: true })),
  }),
]
