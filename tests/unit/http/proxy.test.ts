import { readdirSync } from 'node:fs'
import path from 'node:path'

import { config } from '@/proxy'

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
