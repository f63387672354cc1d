import { isCrossOrigin } from '@/access/cross-site'
import { endpoint } from '@/endpoints/endpoint'
import { okResponse } from '@/modules/accounts/schemas/authentication'

import { signOut } from './session-response'

/** Asks a visitor who followed a link on another site, which must not be able to sign them out. */
const confirmationPage = (): Response =>
  new Response(
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Sign out? · Dayfern</title><main style="font:17px/1.6 system-ui;max-width:30rem;margin:4rem auto;padding:0 1.25rem"><h1>Sign out?</h1><p>You came here from another site, so please confirm.</p><p><a href="/api/logout">Sign out of Dayfern</a> · <a href="/">Stay signed in</a></p></main></html>',
    {
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, no-store' },
    },
  )

export const sessionEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/logout',
    summary: 'Sign out and redirect to the home page',
    otherResponses: {
      200: 'A page that asks visitors who came from another site to confirm.',
      204: 'A browser that only prefetches the page stays signed in.',
      303: 'Redirects to the home page.',
    },
    handle: async (req) => {
      if (isCrossOrigin(req)) return confirmationPage()
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
    response: okResponse,
    handle: (req) => signOut(req, Response.json({ ok: true })),
  }),
]
