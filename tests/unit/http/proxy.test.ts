import { readdirSync } from 'node:fs'
import path from 'node:path'

import { NextRequest } from 'next/server'

import { env } from '@/platform/env'
import { config, proxy } from '@/proxy'

const shop = path.join(process.cwd(), 'src/app/(shop)')
const patterns = config.matcher.map(
  (source) =>
    new RegExp(`^${source.replace(/:\w+(\([^)]*\))?/g, (_, named?: string) => named ?? '[^/]+')}$`),
)
const matched = (address: string): boolean => patterns.some((pattern) => pattern.test(address))

/** The addresses of the pages in a folder, with something in the place of each parameter. */
const pagesIn = (folder: string): string[] =>
  readdirSync(path.join(shop, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? pagesIn(`${folder}/${entry.name}`)
      : entry.name === 'page.tsx'
        ? [`/${folder.replace(/\[\w+\]/g, 'some-1')}`]
        : [],
  )

it.each(
  [
    'account',
    'auth',
    'login',
    'orders',
    'preview',
    'newsletter',
    'emails',
    'cart/saved',
    'checkout',
    'data-deletion/status',
  ].flatMap(pagesIn),
)('%s is rendered with a nonce and kept by nobody', (address) => {
  expect(matched(address)).toBe(true)
})

it.each([
  '/account/nothing',
  '/account/saved/x',
  '/auth/nothing',
  '/auth/google/callback',
  '/orders',
  '/orders/a/b',
  '/newsletter/nothing',
  '/emails/nothing',
  '/cart',
  '/preview/nothing',
  '/checkout/x/y',
  '/loginx',
  '/data-deletion',
  '/products/1',
  '/tribe',
])('%s is a kept page or no page: its scripts have no nonce', (address) => {
  expect(matched(address)).toBe(false)
})

describe('the content policy with PayPal’s live keys', () => {
  const { PAYPAL_ENVIRONMENT } = env
  beforeAll(() => Object.assign(env, { PAYPAL_ENVIRONMENT: 'live' }))
  afterAll(() => Object.assign(env, { PAYPAL_ENVIRONMENT }))
  const directivesOf = (path: string): Record<string, string> =>
    Object.fromEntries(
      (
        proxy(new NextRequest(`http://localhost:3000${path}`)).headers.get(
          'content-security-policy',
        ) ?? ''
      )
        .split('; ')
        .map((directive) => directive.split(/ (.*)/s).slice(0, 2) as [string, string]),
    )

  it('lets checkout load PayPal and Google Pay, each only what it needs, and nothing of Apple’s', () => {
    const policy = directivesOf('/checkout')
    for (const name of ['script-src', 'frame-src'] as const)
      expect(policy[name]).toContain('https://pay.google.com')
    expect(policy['connect-src']).toContain('https://www.google.com')
    expect(policy['script-src']).not.toContain('https://www.google.com')
    expect(policy['img-src']).toContain('https://www.gstatic.com')
    expect(JSON.stringify(policy)).not.toContain('apple')
    expect(policy['default-src']).toBe("'self'")
  })

  it('lets no other page load anything from outside', () => {
    for (const path of ['/account', '/orders/DF-1', '/cart/saved'])
      expect(JSON.stringify(directivesOf(path))).not.toContain('https://')
  })
})
