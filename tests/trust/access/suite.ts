import { calls, pages, rest, type Rule } from '@tests/integration/http/access-matrix'

import { roleHasPermission } from '@/access/roles'
import { screenGroups } from '@/admin/shell/screens'
import type { ApiDocument } from '@/modules/shop/queries/openapi-document'

import { watchChanges } from '../bad-input/changes'
import { exampleBody, operationsOf } from '../bad-input/generate'
import { type Answer, clientAddress, type Suite, type SuiteReport, type Trust } from '../shop'
import { gatherPeople, type People, type Principal, principals, staffFrom } from './people'

const withoutSession: readonly Principal[] = [
  'visitor',
  'deactivated super admin',
  'signed-out super admin',
  'forged cookie',
]

const allowedBy = (rule: Rule): readonly Principal[] => {
  if (rule.for === 'everybody') return principals
  if (rule.for === 'people') return principals.filter((one) => !withoutSession.includes(one))
  if (rule.for === 'its owner') return ['customer']
  return rule.for === 'signers' ? [] : staffFrom(rule.for)
}

type Run = {
  trust: Trust
  people: People
  failures: string[]
  cells: number
  take: () => Promise<string[]>
  params: Record<string, string>
}

const ask = (
  { trust, people }: Run,
  who: Principal,
  [method, path]: readonly [string, string],
  options: { body?: unknown; raw?: string; headers?: Record<string, string> } = {},
): Promise<Answer> =>
  trust.call(method, path, {
    ...options,
    cookie: people.cookies[who],
    address: clientAddress(trust.randomFor(`${who}${path}${Math.random()}`)),
  })

const fillPath = ({ params }: Run, path: string): string =>
  path
    .replace(/([\w-]+)\/:id/, (_, parent: string) => `${parent}/${params[parent] ?? '1'}`)
    .replace(/:(\w+)/g, (_, name: string) => params[name] ?? '1')

const deniedStatuses = (rule: Rule, who: Principal): number[] => {
  if (rule.for === 'signers') return [401]
  if (withoutSession.includes(who)) return [401]
  return rule.for === 'its owner' ? [404] : [403]
}

/** Callers without permission get the right refusal, and nothing changes. Callers with permission can read. */
async function tryCalls(run: Run): Promise<void> {
  for (const [label, rule] of Object.entries(calls)) {
    const [method = '', path = ''] = label.split(' ')
    const allowed = allowedBy(rule)
    for (const who of principals) {
      const isAllowed = allowed.includes(who)
      // Other suites test allowed writes: here they would change what later cells need.
      if (isAllowed && (method !== 'GET' || /logout|connect|test$|auth/.test(path))) continue
      run.cells += 1
      const sent =
        rule.for === 'signers'
          ? { raw: rule.raw, headers: { 'Content-Type': rule.type } }
          : { body: method === 'GET' ? undefined : 'body' in rule ? rule.body : {} }
      const { status, body: answer } = await ask(run, who, [method, fillPath(run, path)], sent)
      const changed = await run.take()
      const isRight = isAllowed
        ? ![0, 401, 403].includes(status) && status < 500
        : deniedStatuses(rule, who).includes(status)
      if (!isRight)
        run.failures.push(`${label} as ${who}: ${status} ${JSON.stringify(answer).slice(0, 150)}`)
      if (!isAllowed && changed.length > 0)
        run.failures.push(`${label} as ${who}: refused, but it changed ${changed.join()}`)
    }
  }
}

const pagePath = ({ params }: Run, page: string): string =>
  page.replace(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) => params[name] ?? '1')

const rulesOfPages = {
  everybody: { for: 'everybody' },
  people: { for: 'people' },
  writers: { for: 'editor', key: null },
} satisfies Record<string, Rule>

type PageRule = keyof typeof rulesOfPages

/** Checks that the response fits the caller's access to a page. The record in the address may not exist. */
const isRightPage = (
  { page, rule, who }: { page: string; rule: PageRule; who: Principal },
  { status, headers }: Answer,
): { isAllowed: boolean; isRight: boolean } => {
  const isOfOwner = page.startsWith('/account/orders/[')
  const isAllowed = isOfOwner ? who === 'customer' : allowedBy(rulesOfPages[rule]).includes(who)
  const asksToSignIn = (headers.get('location') ?? '').startsWith('/auth?')
  const isAnswer = status > 0 && status < 500 && status !== 401 && status !== 403
  if (rule === 'everybody') return { isAllowed, isRight: isAnswer }
  if (!isAllowed)
    return {
      isAllowed,
      isRight: withoutSession.includes(who) ? status === 307 && asksToSignIn : status === 404,
    }
  return { isAllowed, isRight: page.includes('[') ? isAnswer && !asksToSignIn : status === 200 }
}

/** Pages of the shop: visitors are redirected to sign in, and others get 404. */
async function tryPages(run: Run): Promise<void> {
  for (const [page, rule] of Object.entries(pages))
    for (const who of principals) {
      run.cells += 1
      const answer = await ask(run, who, ['GET', pagePath(run, page)])
      const { isAllowed, isRight } = isRightPage({ page, rule, who }, answer)
      const isShown = JSON.stringify(answer.body).includes(run.people.customer.username)
      if (!isRight) run.failures.push(`${page} as ${who}: ${answer.status}`)
      if (!isAllowed && isShown) run.failures.push(`${page} as ${who}: shows the customer`)
    }
}

/** Admin screens: staff without the permission see neither the screen nor its data. */
async function tryScreens(run: Run): Promise<void> {
  const screens = screenGroups.flatMap(({ parent, screens: inner }) =>
    parent ? [parent, ...inner] : inner,
  )
  for (const { label, href, requires } of screens)
    for (const who of principals) {
      const role = who === 'editor' || who === 'admin' || who === 'super_admin' ? who : null
      const isAllowed = role !== null && roleHasPermission(role, requires)
      run.cells += 1
      const { status, body } = await ask(run, who, ['GET', href])
      const text = String(body.text ?? '')
      const isShown = status === 200 && text.includes(`>${label.replace('&', '&amp;')}</h1>`)
      if (isAllowed ? status !== 200 : isShown)
        run.failures.push(
          `screen ${href} as ${who}: ${status}${isShown ? ', and it is shown' : ''}`,
        )
    }
}

const verbs = [
  ['c', 'POST', ''],
  ['r', 'GET', '?limit=1'],
  ['u', 'PATCH', '/999999'],
  ['d', 'DELETE', '/999999'],
] as const

/** Payload's own REST: only what the matrix gives to a role. */
async function tryPayloadRest(run: Run): Promise<void> {
  for (const [slug, rights] of Object.entries(rest))
    for (const who of principals) {
      const role = who === 'editor' || who === 'admin' || who === 'super_admin' ? who : null
      for (const [letter, method, suffix] of verbs) {
        // Customers read their own rows; collection-access.test.ts checks whose rows they are.
        if (letter === 'r' && (who === 'customer' || who === 'other customer')) continue
        const isAllowed = role !== null && rights[role].includes(letter)
        run.cells += 1
        const { status } = await ask(run, who, [method, `/cms/api/${slug}${suffix}`], {
          body: method === 'POST' || method === 'PATCH' ? { role: 'super_admin' } : undefined,
        })
        const isDenied = [401, 403, 404, 405, 501].includes(status)
        if (isAllowed && letter === 'r' ? status !== 200 : !isAllowed && !isDenied)
          run.failures.push(`${method} /cms/api/${slug}${suffix} as ${who}: ${status}`)
        const changed = await run.take()
        if (!isAllowed && changed.length > 0)
          run.failures.push(`${method} /cms/api/${slug} as ${who}: changed ${changed.join()}`)
      }
    }
}

const ownFields = [
  'id',
  'role',
  'isActive',
  'total',
  'totalCents',
  'paymentState',
  'createdAt',
  'updatedAt',
  'customer',
  'owner',
  'accessKeyHash',
  'passwordHash',
]

/** A field that a call does not declare is refused, also from the highest role. */
async function tryMassAssignment(run: Run, document: ApiDocument): Promise<void> {
  for (const operation of operationsOf(document)) {
    const example = exampleBody(document, operation)
    if (example === undefined || / \/api\/(auth|logout)/.test(` ${operation.path}`)) continue
    for (const field of ownFields) {
      if (field in example) continue
      run.cells += 1
      const path = operation.path.replace(/\{\w+\}/g, '999999')
      const { status, body } = await ask(run, 'super_admin', [operation.method, path], {
        body: { ...example, [field]: 'super_admin' },
      })
      const changed = await run.take()
      if (status < 400 || status >= 500 || changed.length > 0)
        run.failures.push(
          `${operation.method} ${operation.path} with ${field}: ${status} ${JSON.stringify(body).slice(0, 120)} ${changed.join()}`,
        )
    }
  }
}

/** Records of the first customer, which the second one asks for. */
async function ownRecords({
  trust,
  people,
}: {
  trust: Trust
  people: People
}): Promise<Record<string, string>> {
  const address = {
    firstName: 'Wren',
    lastName: 'Okafor',
    address1: '18 Alder Lane',
    city: 'Ojai',
    stateCode: 'CA',
    countryCode: 'US',
    zip: '93023',
  }
  await trust.call('POST', '/api/account/addresses', {
    body: address,
    cookie: people.cookies.customer,
  })
  const one = async (sql: string): Promise<string> =>
    String((await trust.query<{ id: string }>(sql))[0]?.id ?? '1')
  const { id } = people.customer
  const order = await one('select max(id) as id from orders')
  await trust.query('update orders set customer_id = $1 where id = $2', [id, order])
  return {
    addresses: await one(`select id from addresses where user_id = ${id}`),
    sessions: await one(
      `select id from users_sessions where _parent_id = ${id} order by created_at desc`,
    ),
    // Printful runs are for admins; the calls themselves have the rule of imports.
    'sync-runs': await one(
      "select coalesce(max(id), 999999) as id from sync_runs where provider in ('instagram', 'tiktok')",
    ),
    orderNumber: await one(`select order_number as id from orders where id = ${order}`),
    order: '5O190127TN364715T',
    slug: 'dawn',
    code: '0'.repeat(24),
    provider: 'google',
    platform: 'instagram',
  }
}

async function run(trust: Trust): Promise<SuiteReport> {
  const people = await gatherPeople(trust)
  const params = await ownRecords({ trust, people })
  const document = (await trust.call('GET', '/api/openapi.json')).body as unknown as ApiDocument
  const { take, stop } = await watchChanges(trust)
  const current: Run = { trust, people, failures: [], cells: 0, take, params }
  const counts: Record<string, number> = {}
  const parts: Record<string, () => Promise<void>> = {
    calls: () => tryCalls(current),
    pages: () => tryPages(current),
    screens: () => tryScreens(current),
    'cells of Payload’s REST': () => tryPayloadRest(current),
    'fields assigned': () => tryMassAssignment(current, document),
  }
  const unlisted = operationsOf(document)
    .map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`)
    .filter((label) => !(label in calls))
  current.failures.push(...unlisted.map((label) => `${label} is not in the access matrix`))
  try {
    for (const [name, part] of Object.entries(parts)) {
      if (trust.only && !name.includes(trust.only)) continue
      const before = current.cells
      await part()
      counts[name] = current.cells - before
    }
  } finally {
    await stop()
  }
  return { counts: { cells: current.cells, ...counts }, failures: current.failures }
}

export const access: Suite = { letter: 'A', title: 'Authorization', run }
