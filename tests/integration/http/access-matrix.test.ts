import { readdirSync } from 'node:fs'

import { everything } from '@tests/support/database-snapshot'
import { makeProduct } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { type Role, roles } from '@/access/roles'
import { endpoints } from '@/endpoints'

import { calls, pages, type Rule } from './access-matrix'
import {
  everyone,
  makePrincipals,
  type Principals,
  programs,
  type Who,
  withoutSession,
  withSession,
} from './access-principals'

useSandbox()
let principals: Principals
let orderNumber: string

/** One of everything, with number 1, and what a customer has is the first customer's. */
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
  ).toBe(200)
  expect([customer.user.id, product.id, order.id]).toEqual([1, 1, 1])
})
beforeEach(() => rowsOf(sql`truncate rate_limits`))

/** Payload adds calls of its own to the list when it starts; those stand under /cms/api (rest.test.ts). */
const routes = endpoints
  .filter(({ path }) => /^\/(shop|root)\//.test(path))
  .map(
    ({ method, path }) =>
      `${method.toUpperCase()} ${path.replace(/^\/shop/, '/api').replace(/^\/root/, '')}`,
  )
/** What ends the callers' sessions comes last. */
const ordered = Object.entries(calls).sort(
  ([, one], [, other]) => Number('endsSession' in one) - Number('endsSession' in other),
)

const staff: Record<Exclude<Role, 'customer'>, readonly Who[]> = {
  editor: ['editor', 'admin', 'super_admin'],
  admin: ['admin', 'super_admin'],
  super_admin: ['super_admin'],
}
const whoMay = (rule: Rule): readonly Who[] => {
  if (rule.for === 'everybody') return everyone
  if (rule.for === 'people') return withSession
  if (rule.for === 'its owner') return ['customer']
  if (rule.for === 'signers') return []
  return [...staff[rule.for], ...(rule.key ? ['program with a key' as const] : [])]
}
/** What those who may not are told: who is unknown 401, who is known 403, and of other people's things nothing at all. */
const refusalOf = (who: Who, rule: Rule): number[] => {
  if (rule.for === 'signers') return [401]
  if ((withoutSession as readonly Who[]).includes(who)) return [401]
  if ((programs as readonly Who[]).includes(who)) return [401, 403]
  return rule.for === 'its owner' ? [404] : [403]
}

const addressOf = (path: string): string =>
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
const knock = async (label: string, rule: Rule, who: Who) => {
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
    return call(method, addressOf(path), {
      headers: { ...principals.headersOf(who, rule), 'content-type': rule.type },
      raw: rule.raw,
    })
  const body = method === 'GET' ? undefined : 'body' in rule ? rule.body : {}
  return call(method, addressOf(path), { headers: principals.headersOf(who, rule), body })
}

it('every call of the shop has a line in the table, and every line a call', () => {
  expect(routes.filter((route) => !(route in calls))).toEqual([])
  expect(Object.keys(calls).filter((line) => !routes.includes(line))).toEqual([])
  expect(new Set(routes).size).toBe(routes.length)
})

it('every page of the shop has a line in the table, and every line a page', () => {
  const files = (readdirSync('src/app', { recursive: true }) as string[]).filter(
    (file) => /(^|\/)(page|route)\.tsx?$/.test(file) && !file.startsWith('(payload)'),
  )
  const paths = files.map(
    (file) => `/${file.replace(/\([a-z]+\)\//g, '').replace(/\/?(page|route)\.tsx?$/, '')}`,
  )
  expect(paths.sort()).toEqual(Object.keys(pages).sort())
})

describe('who may not', () => {
  const closed = ordered.filter(([, rule]) => whoMay(rule).length < everyone.length)
  it.each(closed)(
    '%s turns everybody else away, tells them nothing and changes nothing',
    async (label, rule) => {
      const before = await everything()
      for (const who of everyone.filter((one) => !whoMay(rule).includes(one))) {
        const { status, body } = await knock(label, rule, who)
        expect([
          who,
          status,
          refusalOf(who, rule).includes(status) ? 'refused' : 'not refused',
        ]).toEqual([who, status, 'refused'])
        expect([
          who,
          ...Object.keys(body)
            .filter((key) => key !== 'fields')
            .sort(),
        ]).toEqual([who, 'code', 'error'])
      }
      expect(await everything()).toBe(before)
    },
  )
})

describe('who may', () => {
  it.each(ordered.filter(([, rule]) => rule.for !== 'signers'))(
    '%s lets in whom it is for',
    async (label, rule) => {
      for (const who of whoMay(rule)) {
        if ('endsSession' in rule) await principals.signInAgain()
        const { status } = await knock(label, rule, who)
        expect([
          who,
          status,
          status === 401 ||
          status === 403 ||
          status >= 500 ||
          (rule.for === 'its owner' && status === 404)
            ? 'turned away'
            : 'let in',
        ]).toEqual([who, status, 'let in'])
      }
      if (/ \/api\/logout$/.test(label)) await principals.signInAgain()
    },
  )
})

it('knows every role', () => {
  expect([...roles].filter((role) => !(withSession as readonly string[]).includes(role))).toEqual(
    [],
  )
})
