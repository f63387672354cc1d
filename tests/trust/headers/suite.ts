import { pages } from '@tests/integration/http/access-matrix'

import { newCustomer } from '../races/shop-actions'
import {
  type Answer,
  clientAddress,
  signIn,
  type Suite,
  type SuiteReport,
  type Trust,
} from '../shop'

const sizes = { quick: 20, ci: 50, full: 200 }

/** What must not answer at all. */
const closedPaths = [
  '/.git/config',
  '/.env',
  '/.next/BUILD_ID',
  '/package.json',
  '/payload.config.ts',
  '/cms/api/graphql',
  '/cms/api/graphql-playground',
  '/_next/../package.json',
  '/_next/static/%2e%2e/%2e%2e/package.json',
  '/_next/image?url=http%3A%2F%2F127.0.0.1%2F&w=64&q=75',
  '/__nextjs_original-stack-frames',
  '/_next/mcp',
  '/admin/create-first-user',
  '/cms/api/users/first-register',
]
const publicCalls = ['/api/products', '/api/content', '/api/categories', '/api/openapi.json']
const privateCalls = [
  '/api/auth/user',
  '/api/account/orders',
  '/api/account/addresses',
  '/api/account/saved',
  '/api/account/newsletter',
  '/api/account/reviews',
]

const samples: Readonly<Record<string, string>> = {
  '[id]': '1',
  '[slug]': 'nowhere',
  '[resource]': 'products',
  '[code]': 'WELCOME',
  '[orderNumber]': 'DF-1001',
  '[...missing]': 'no/such/page',
}
const pathOf = (page: string): string =>
  page.replace(/\[[^\]]+\]/g, (name) => samples[name] ?? 'all')

const isShared = (cacheControl: string): boolean =>
  /public|s-maxage/.test(cacheControl) && !/private|no-store/.test(cacheControl)

/** Cookies that the pages of cart and checkout read; they hold nothing secret. */
const cookiesOfScripts = ['dayfern-discount']

/** What is wrong with the headers of an answer. */
function judge(answer: Answer, who: string): string[] {
  const header = (name: string): string => answer.headers.get(name) ?? ''
  const isPage = header('content-type').includes('html')
  const wrong: string[] = []
  if (header('x-content-type-options') !== 'nosniff') wrong.push('no nosniff')
  if (header('x-powered-by')) wrong.push(`X-Powered-By: ${header('x-powered-by')}`)
  if (isPage && !/default-src|script-src/.test(header('content-security-policy')))
    wrong.push('no content security policy')
  if (
    isPage &&
    !/frame-ancestors/.test(header('content-security-policy')) &&
    !header('x-frame-options')
  )
    wrong.push('may be framed')
  if (!header('referrer-policy')) wrong.push('no referrer policy')
  if (isShared(header('cache-control')) && answer.headers.getSetCookie().length > 0)
    wrong.push('a cookie in an answer that others may get')
  if (
    isShared(header('cache-control')) &&
    who !== 'visitor' &&
    answer.status === 200 &&
    header('vary').includes('Cookie')
  )
    wrong.push('a shared answer that depends on the cookie')
  for (const cookie of answer.headers.getSetCookie()) {
    const [name = ''] = cookie.split('=', 1)
    if (!/samesite=(lax|strict)/i.test(cookie)) wrong.push(`cookie ${name} without SameSite`)
    if (!/httponly/i.test(cookie) && !cookiesOfScripts.includes(name))
      wrong.push(`cookie ${name} without HttpOnly`)
  }
  return wrong
}

async function tryRoutes(
  trust: Trust,
  cookies: Record<string, string>,
): Promise<{ failures: string[]; answers: number }> {
  const failures: string[] = []
  let answers = 0
  const paths = [
    ...Object.keys(pages).map(pathOf),
    ...publicCalls,
    ...privateCalls,
    '/admin',
    '/admin/login',
    '/healthz',
  ]
  for (const path of paths)
    for (const [who, cookie] of Object.entries(cookies)) {
      const answer = await trust.call('GET', path, {
        cookie,
        address: clientAddress(trust.randomFor(`${path}${who}`)),
      })
      answers += 1
      if (answer.status === 0 || answer.status >= 500)
        failures.push(`${path} as ${who}: ${answer.status}`)
      failures.push(
        ...judge(answer, who).map((one) => `${path} as ${who} (${answer.status}): ${one}`),
      )
      const cacheControl = answer.headers.get('cache-control') ?? ''
      if (privateCalls.includes(path) && !/no-store|private/.test(cacheControl))
        failures.push(`${path} as ${who}: Cache-Control is ${cacheControl || 'missing'}`)
    }
  return { failures, answers }
}

async function tryClosedPaths(trust: Trust): Promise<string[]> {
  const failures: string[] = []
  for (const path of closedPaths) {
    const { status, body } = await trust.call('GET', path)
    const leaks = /"dependencies"|\[core\]|PAYLOAD_SECRET/.test(JSON.stringify(body))
    const isFirstUser = /<input[^>]+confirm-password/.test(String(body.text ?? ''))
    if (leaks || isFirstUser || status === 0 || status >= 500) failures.push(`${path}: ${status}`)
  }
  const scripts = /\/_next\/static\/[^"'\s]+\.js/.exec(
    String((await trust.call('GET', '/')).body.text),
  )
  if (!scripts) failures.push('the home page has no script to look for a source map of')
  else if ((await trust.call('GET', `${scripts[0]}.map`)).status === 200)
    failures.push('source maps are public')
  return failures
}

/** Two people read the same pages in turn; neither ever gets a byte of the other. */
async function tryTwoReaders(trust: Trust, pairs: number): Promise<string[]> {
  const arena = { trust, owner: '', items: [], crowd: 1, name: 'h' }
  const readers = [await newCustomer(arena), await newCustomer(arena)] as const
  const paths = [
    '/account',
    '/account/orders',
    '/api/auth/user',
    '/',
    '/products',
    '/cart',
    '/account/security',
    '/api/products',
  ]
  const random = trust.randomFor('readers')
  const failures: string[] = []
  let seen = 0
  for (let pair = 0; pair < pairs; pair += 1) {
    const path = random.oneOf(paths)
    const answers = await Promise.all(
      readers.map(({ cookie }) =>
        trust.call('GET', path, { cookie, address: clientAddress(random) }),
      ),
    )
    for (const [index, answer] of answers.entries()) {
      const text = JSON.stringify(answer.body)
      const [own, other] = index === 0 ? readers : [readers[1], readers[0]]
      if (text.includes(own.username)) seen += 1
      if (text.includes(other.username))
        failures.push(`${path} shows ${other.username} to ${own.username}`)
    }
  }
  if (seen === 0) failures.push('nobody saw the own name, so the pairs prove nothing')
  return failures
}

async function run(trust: Trust): Promise<SuiteReport> {
  const random = trust.randomFor('headers')
  const cookies = {
    visitor: '',
    customer: await signIn(trust, 'wren', clientAddress(random)),
    staff: await signIn(trust, 'june', clientAddress(random)),
  }
  const routes = await tryRoutes(trust, cookies)
  const pairs = sizes[trust.scale]
  return {
    counts: {
      answers: routes.answers,
      'closed paths': closedPaths.length,
      'pairs of readers': pairs,
    },
    failures: [
      ...routes.failures,
      ...(await tryClosedPaths(trust)),
      ...(await tryTwoReaders(trust, pairs)),
    ],
  }
}

export const headers: Suite = { letter: 'H', title: 'Headers, cookies, and caching', run }
