import { generateExpiredPayloadCookie, logoutOperation, type PayloadRequest } from 'payload'
import { AppError } from '../errors'
import { endpoint } from './endpoint'

const toSessionView = (user: NonNullable<PayloadRequest['user']>) => ({
  id: user.id,
  username: user.username,
  email: user.email ?? null,
  firstName: user.firstName ?? null,
  lastName: user.lastName ?? null,
  profileImageUrl: user.profileImageUrl ?? null,
  role: user.role,
})

/** Signing out changes something, and a link on another site may not do it: such a visitor is asked first. */
const askFirst = (): Response =>
  new Response(
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign out? · Dayfern</title><main style="font:17px/1.6 system-ui;max-width:30rem;margin:4rem auto;padding:0 1.25rem"><h1>Sign out?</h1><p>You came here from another site, so we ask.</p><p><a href="/api/logout">Sign out of Dayfern</a> · <a href="/">Stay signed in</a></p></main></html>',
    { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, no-store' } },
  )

export const sessionEndpoints = [
  endpoint({
    method: 'get', path: '/api/auth/user', summary: 'Who is signed in',
    handle: async (req) => {
      if (!req.user?.isActive) throw new AppError('unauthorized', 'Nobody is signed in.')
      return toSessionView(req.user)
    },
  }),

  endpoint({
    method: 'get', path: '/api/logout', summary: 'Sign out and go to the front page',
    handle: async (req) => {
      const site = req.headers.get('sec-fetch-site')
      if (site === 'cross-site') return askFirst()
      if (req.headers.has('next-router-prefetch') || req.headers.get('sec-purpose')?.includes('prefetch')) return new Response(null, { status: 204 })
      const collection = req.payload.collections.users
      if (req.user) await logoutOperation({ collection, req }).catch(() => {})
      const cookie = generateExpiredPayloadCookie({ collectionAuthConfig: collection.config.auth, cookiePrefix: req.payload.config.cookiePrefix })
      return new Response(null, { status: 303, headers: { Location: '/', 'Set-Cookie': String(cookie), 'Cache-Control': 'private, no-store' } })
    },
  }),
]
