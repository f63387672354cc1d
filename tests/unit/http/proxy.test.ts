import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

import { NextRequest } from 'next/server'

import { env } from '@/platform/env'
import { config, proxy } from '@/proxy'

const groups = ['(shop)', '(focused)'].map((name) => path.join(process.cwd(), 'src/app', name))
const patterns = config.matcher.map(
  (source) =>
    new RegExp(`^${source.replace(/:\w+(\([^)]*\))?/g, (_, named?: string) => named ?? '[^/]+')}$`),
)
const matched = (address: string): boolean => patterns.some((pattern) => pattern.test(address))

const entriesOf = (folder: string) =>
  groups
    .map((group) => path.join(group, folder))
    .filter((place) => existsSync(place))
    .flatMap((place) => readdirSync(place, { withFileTypes: true }))

/** The paths of the pages in a folder, with a sample value for each parameter. */
const pagesIn = (folder: string): string[] =>
  entriesOf(folder).flatMap((entry) =>
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
)('the proxy, which adds a nonce, matches %s', (address) => {
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
])('the proxy doesn’t match %s, which is a cached page or no page', (address) => {
  expect(matched(address)).toBe(false)
})

describe('content security policy with live PayPal keys', () => {
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

  it('allows checkout to load only what Google Pay needs, and nothing from Apple', () => {
    const policy = directivesOf('/checkout')
    for (const name of ['script-src', 'frame-src'] as const)
      expect(policy[name]).toContain('https://pay.google.com')
    expect(policy['connect-src']).toContain('https://www.google.com')
    expect(policy['script-src']).not.toContain('https://www.google.com')
    expect(policy['img-src']).toContain('https://www.gstatic.com')
    expect(JSON.stringify(policy)).not.toContain('apple')
    expect(policy['default-src']).toBe("'self'")
  })

  it('allows no external origins on other pages', () => {
    for (const path of ['/account', '/orders/DF-1', '/cart/saved'])
      expect(JSON.stringify(directivesOf(path))).not.toContain('https://')
  })
})
