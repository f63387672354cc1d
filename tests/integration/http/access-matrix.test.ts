// @core
import { readdirSync } from 'node:fs'

import { databaseFingerprint } from '@tests/support/database-snapshot'
import { makeProduct } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { type Role, roles } from '@/access/roles'
import { endpoints } from '@/endpoints'

import { calls, pages, type Rule } from './access-matrix'
import {
  apiClients,
  everyone,
  makePrincipals,
  type Principals,
  type Who,
  withoutSession,
  withSession,
} from './access-principals'

useSandbox()
let principals: Principals
let orderNumber: string

/** Creates one record of each kind, all with id 1; customer records belong to the first customer. */
beforeAll(async () => {
  const payload = await getTestPayload()
  principals = await makePrincipals()
  const { customer } = principals.people
  const product = await makeProduct()
  const order = await makeOrder(
    {
      customer: customer.user.id,
      status: 'delivered',
      items: [
        {
          product: product.id,
          name: product.name,
          size: 'M',
          color: 'Pine',
          sku: 'X',
          unitPriceCents: 3200,
          quantity: 1,
        },
      ],
    },
    { captured: true },
  )
  orderNumber = order.orderNumber
  await payload.create({
    collection: 'content',
    data: {
      title: 'Dawn',
      slug: 'dawn',
      contentType: 'reflection',
      status: 'published',
      publishedAt: new Date().toISOString(),
    },
  })
  await rowsOf(
    sql`insert into media (alt, filename, mime_type, filesize) values ('Dawn', 'dawn.pdf', 'application/pdf', 1)`,
  )
  await rowsOf(
    sql`insert into addresses (user_id, first_name, last_name, address1, city, state_code, zip, country_code, is_default) values (${customer.user.id}, 'Wren', 'Okafor', '18 Alder Lane', 'Ojai', 'CA', '93023', 'US', true)`,
  )
  await rowsOf(
    sql`insert into contact_messages (name, email, topic, body, status) values ('Wren', 'wren@example.com', 'An order', 'Where is it?', 'new')`,
  )
  await rowsOf(
    sql`insert into data_requests (code, source, status, received_at, acknowledge_by, verify_by) values (${'0'.repeat(24)}, 'form', 'received', now(), now(), now())`,
  )
  expect(
    (
      await call('POST', '/api/account/reviews', {
        as: customer,
        body: { productId: product.id, rating: 5, title: 'Soft', body: 'It feels right.' },
      })
    ).status,
  ).toBe(201)
  expect([customer.user.id, product.id, order.id]).toEqual([1, 1, 1])
})
beforeEach(() => rowsOf(sql`truncate rate_limits`))

/** Payload adds its own endpoints to the list on startup; payload-rest.test.ts covers those. */
const routes = endpoints
  .filter(({ path }) => /^\/(shop|root)\//.test(path))
  .map(
    ({ method, path }) =>
      `${method.toUpperCase()} ${path.replace(/^\/shop/, '/api').replace(/^\/root/, '')}`,
  )
/** Endpoints that end sessions run last. */
const orderedEntries = Object.entries(calls).sort(
  ([, one], [, other]) => Number('endsSession' in one) - Number('endsSession' in other),
)

const staff: Record<Exclude<Role, 'customer'>, readonly Who[]> = {
  editor: ['editor', 'admin', 'super_admin'],
  admin: ['admin', 'super_admin'],
  super_admin: ['super_admin'],
}
const allowedPrincipals = (rule: Rule): readonly Who[] => {
  if (rule.for === 'everybody') return everyone
  if (rule.for === 'people') return withSession
  if (rule.for === 'its owner') return ['customer']
  if (rule.for === 'signers') return []
  return [...staff[rule.for], ...(rule.key ? ['API key with the permission' as const] : [])]
}
/** Expected statuses of denied requests: 401 when unauthenticated, 403 when signed in, 404 for other users' records. */
const deniedStatuses = (who: Who, rule: Rule): number[] => {
  if (rule.for === 'signers') return [401]
  if ((withoutSession as readonly Who[]).includes(who)) return [401]
  if ((apiClients as readonly Who[]).includes(who)) return [401, 403]
  return rule.for === 'its owner' ? [404] : [403]
}

const pathWithParams = (path: string): string =>
  path
    .replace('connections/:provider', 'connections/printful')
    .replace('connect/:provider', 'connect/nothing')
    .replace('/order/:id', '/order/5O190127TN364715T')
    .replace('sessions/:id', `sessions/${sessionId}`)
    .replace(':versionId', '1')
    .replace(':id', '1')
    .replace(':orderNumber', orderNumber)
    .replace(':slug', 'dawn')
    .replace(':code', '0'.repeat(24))
    .replace(':provider', 'google')
let sessionId = ''
const callAs = async (label: string, rule: Rule, who: Who) => {
  const [method = '', path = ''] = label.split(' ')
  if (path.includes('sessions/:id'))
    sessionId = String(
      (
        await rowsOf<{ id: string }>(
          sql`select id from users_sessions where _parent_id = 1 order by created_at desc limit 1`,
        )
      )[0]?.id,
    )
  if (rule.for === 'signers')
    return call(method, pathWithParams(path), {
      headers: { ...principals.headersOf(who, rule), 'content-type': rule.type },
      raw: rule.raw,
    })
  const body = method === 'GET' ? undefined : 'body' in rule ? rule.body : {}
  return call(method, pathWithParams(path), { headers: principals.headersOf(who, rule), body })
}

it('every endpoint has an entry in the access matrix, and every entry has an endpoint', () => {
  expect(routes.filter((route) => !(route in calls))).toEqual([])
  expect(Object.keys(calls).filter((line) => !routes.includes(line))).toEqual([])
  expect(new Set(routes).size).toBe(routes.length)
})

it('every page has an entry in the access matrix, and every entry has a page', () => {
  const files = (readdirSync('src/app', { recursive: true }) as string[]).filter(
    (file) => /(^|\/)(page|route)\.tsx?$/.test(file) && !file.startsWith('(payload)'),
  )
  const paths = files.map(
    (file) => `/${file.replace(/\([a-z]+\)\//g, '').replace(/\/?(page|route)\.tsx?$/, '')}`,
  )
  expect(paths.sort()).toEqual(Object.keys(pages).sort())
})

describe('denied access', () => {
  const restricted = orderedEntries.filter(
    ([, rule]) => allowedPrincipals(rule).length < everyone.length,
  )
  it.each(restricted)(
    '%s rejects everyone else without revealing or changing anything',
    async (label, rule) => {
      const before = await databaseFingerprint()
      for (const who of everyone.filter((one) => !allowedPrincipals(rule).includes(one))) {
        const { status, body } = await callAs(label, rule, who)
        expect([
          who,
          status,
          deniedStatuses(who, rule).includes(status) ? 'denied' : 'not denied',
        ]).toEqual([who, status, 'denied'])
        expect([
          who,
          ...Object.keys(body)
            .filter((key) => key !== 'fields')
            .sort(),
        ]).toEqual([who, 'code', 'error'])
      }
      expect(await databaseFingerprint()).toBe(before)
    },
  )
})

describe('allowed access', () => {
  it.each(orderedEntries.filter(([, rule]) => rule.for !== 'signers'))(
    '%s accepts everyone who has access',
    async (label, rule) => {
      for (const who of allowedPrincipals(rule)) {
        if ('endsSession' in rule) await principals.signInAgain()
        const { status } = await callAs(label, rule, who)
        expect([
          who,
          status,
          status === 401 ||
          status === 403 ||
          status >= 500 ||
          (rule.for === 'its owner' && status === 404)
            ? 'denied'
            : 'allowed',
        ]).toEqual([who, status, 'allowed'])
      }
      if (/ \/api\/logout$/.test(label)) await principals.signInAgain()
    },
  )
})

it('the access matrix covers every role', () => {
  expect([...roles].filter((role) => !(withSession as readonly string[]).includes(role))).toEqual(
    [],
  )
})
