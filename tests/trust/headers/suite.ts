import { pages } from '@tests/integration/http/access-matrix'

import { screenGroups } from '@/admin/shell/screens'

import { newCustomer } from '../races/shop-actions'
import { clientAddress, signIn, type Suite, type SuiteReport, type Trust } from '../shop'
import { tryCalls } from './calls'
import { isShared, judge } from './judge'
import { tryRequestHeaders } from './request-headers'

const sizes = { quick: 20, ci: 50, full: 200 }

/** Paths that must stay closed. */
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

async function tryRoutes(
  trust: Trust,
  cookies: Record<string, string>,
): Promise<{ failures: string[]; answers: number }> {
  const failures: string[] = []
  let answers = 0
  const paths = [
    ...Object.keys(pages).map(pathOf),
    ...screenGroups
      .flatMap(({ parent, screens }) => (parent ? [parent, ...screens] : screens))
      .map(({ href }) => href),
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
      if (path.startsWith('/admin') && isShared(answer.headers.get('cache-control') ?? ''))
        failures.push(`${path} as ${who}: a screen that others may get`)
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

/** Two people read the same pages alternately; neither ever gets a byte of the other's. */
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
  const calls = await tryCalls(trust, cookies)
  const odd = await tryRequestHeaders(trust)
  const pairs = sizes[trust.scale]
  return {
    counts: {
      'answers of pages': routes.answers,
      'answers of calls': calls.answers,
      'calls that others may get': calls.shared,
      'closed paths': closedPaths.length,
      'headers of requests': odd.tried,
      'pairs of readers': pairs,
    },
    failures: [
      ...routes.failures,
      ...calls.failures,
      ...odd.failures,
      ...(await tryClosedPaths(trust)),
      ...(await tryTwoReaders(trust, pairs)),
    ],
  }
}

export const headers: Suite = { letter: 'H', title: 'Headers, cookies, and caching', run }
