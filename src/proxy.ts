import { createHash } from 'node:crypto'

import { type NextRequest, NextResponse } from 'next/server'

import { eventReplayScript } from './components/layout/event-replay-script'
import { speculationRules } from './components/layout/speculation-rules'
import { themeScript } from './components/layout/theme-script'
import { sessionCookie } from './modules/accounts/rules/session-hint'
import { env } from './platform/env'

const paypalHosts = {
  live: ['https://*.paypal.com', 'https://*.paypalobjects.com', 'https://*.venmo.com'],
  sandbox: [
    'https://*.paypal.com',
    'https://*.paypalobjects.com',
    'https://*.sandbox.paypal.com',
    'https://*.venmo.com',
  ],
}

type AllowedSources = {
  everything: readonly string[]
  images: readonly string[]
  calls: readonly string[]
}
const noSources: AllowedSources = { everything: [], images: [], calls: [] }

/** Origins of the payment scripts and their calls; in demo mode, the local fake. Apple's sheet is the browser's. */
const paymentOrigins = (): AllowedSources => {
  if (env.PAYPAL_ENVIRONMENT !== 'demo')
    return {
      everything: [...paypalHosts[env.PAYPAL_ENVIRONMENT], 'https://pay.google.com'],
      images: ['https://www.gstatic.com'],
      calls: ['https://google.com', 'https://www.google.com'],
    }
  const { port } = new URL(env.PAYPAL_BASE_URL ?? 'http://localhost')
  return { ...noSources, everything: [`http://localhost:${port}`, `http://127.0.0.1:${port}`] }
}

/** The inline scripts of every page, prerendered or not, allowed by hash. */
const knownScripts = [themeScript, eventReplayScript, speculationRules]
  .map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  .join(' ')

const policy = (nonce: string, { everything, images, calls }: AllowedSources): string => {
  const hosts = everything.join(' ')
  const development = env.NODE_ENV === 'development' ? " 'unsafe-eval'" : ''
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' ${knownScripts} 'strict-dynamic' ${hosts}${development}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${[...everything, ...images].join(' ')}`,
    `connect-src 'self' ${[...everything, ...calls].join(' ')}`,
    `frame-src 'self' ${hosts}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
    .map((part) => part.trim())
    .join('; ')
}

/** The folder with the home page of a signed-in user, which is served at `/`. */
const memberHome = '/member'

/**
 * Pages that handle addresses, payments, and order links are rendered for each request, so they can carry a nonce. So
 * is the home page for a request with a session; everyone else gets the cached one (src/server/pipeline.ts makes the
 * same distinction). This is not access control: the pages and endpoints decide who may see what.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname } = request.nextUrl
  if (pathname === memberHome) return NextResponse.redirect(new URL('/', env.SERVER_URL))
  const isHome = pathname === '/'
  if (isHome && !request.cookies.has(sessionCookie)) return NextResponse.next()
  const nonce = crypto.randomUUID().replaceAll('-', '')
  // The checkout, and the page of a payment link.
  const isCheckout = pathname === '/checkout' || pathname.startsWith('/checkout/')
  const value = policy(nonce, isCheckout ? paymentOrigins() : noSources)
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', value)
  const response = isHome
    ? NextResponse.rewrite(new URL(memberHome, request.url), { request: { headers } })
    : NextResponse.next({ request: { headers } })
  response.headers.set('Content-Security-Policy', value)
  response.headers.set('Cache-Control', 'private, no-store')
  // A payment link holds a key, so PayPal’s script gets the origin at most.
  if (pathname.startsWith('/checkout/')) response.headers.set('Referrer-Policy', 'origin')
  else if (!isCheckout && !isHome) response.headers.set('Referrer-Policy', 'no-referrer')
  return response
}

/** Only pages that are there: one about nothing is prerendered, without a nonce. tests/unit/http/proxy.test.ts knows when one is missing here. */
export const config = {
  matcher: [
    '/',
    '/member',
    '/checkout',
    '/checkout/:order',
    '/cart/saved',
    '/emails/stop',
    '/orders/:order',
    '/preview/content/:id',
    '/newsletter/:page(confirm|unsubscribe)',
    '/data-deletion/status',
    '/account',
    '/account/:page(addresses|newsletter|orders|privacy|reviews|saved|security)',
    '/account/orders/:order',
    '/auth',
    '/auth/:page(login|code|forgot|reset|verify|invitation)',
    '/login',
  ],
}
