import { expectRefusal } from '@tests/support/error-response'
import { makeCheckout, makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'
import type { Endpoint } from 'payload'
import type { z } from 'zod'

import { endpoints } from '@/endpoints'
import type { Product } from '@/payload-types'

type Declaration = {
  method: string
  path: string
  requires?: string
  body?: z.ZodType
  bodyBytes?: number
  bodyOptional?: boolean
  multipart?: unknown
  query?: z.ZodType
  params?: z.ZodType
}
type Door = Declaration & { label: string; hasBody: boolean; bytes: number; isWebhook: boolean }

/** Every call of the shop, as it declares itself; the webhook, which reads raw bytes, declares nothing. */
const doors: Door[] = endpoints.map((one: Endpoint) => {
  const declared = (one.custom as { declaration?: Declaration } | undefined)?.declaration
  const path = declared?.path ?? one.path.replace(/^\/shop/, '/api').replace(/^\/root/, '')
  return {
    ...declared,
    method: one.method.toUpperCase(),
    path,
    label: `${one.method.toUpperCase()} ${path}`,
    hasBody: Boolean(declared?.body),
    bytes: declared?.bodyBytes ?? 64 * 1024,
    isWebhook: !declared,
  }
})
const withBody = doors.filter(({ hasBody }) => hasBody)
const changing = doors.filter(({ method, isWebhook }) => method !== 'GET' && !isWebhook)
const table = (some: Door[]) => some.map((door) => [door.label, door] as const)

useSandbox()
let owner: TestPerson
let orderId: number
/** The first product of the emptied database. */
const checkout = makeCheckout({ id: 1 } as Product)
const valid: Record<string, Record<string, unknown>> = {
  'POST /order': checkout,
  'POST /api/orders': checkout,
  'POST /order/:id/capture': { key: 'a'.repeat(32) },
  'POST /api/cart/check': { items: checkout.items },
  'POST /api/orders/find': { orderNumber: 'DF-999999', email: 'wren@example.com' },
  'PUT /api/admin/orders/:id': { notes: 'x' },
}
/** The calls that handle money and orders, place by place; the others are tried by api-fuzz.test.ts, from what they declare. */
const tried = withBody.filter(({ label }) => label in valid)
beforeAll(async () => {
  await getTestPayload()
  owner = await makePerson('super_admin')
  expect(await makeProduct()).toMatchObject({ id: 1 })
  expect((await call('POST', '/order', { body: checkout })).status).toBe(200)
  orderId = Number((await rowsOf<{ id: number }>(sql`select id from orders`))[0]?.id)
})
// The allowance of an address is not what is tried here.
beforeEach(async () => {
  await (await getTestPayload()).db.drizzle.execute(sql`delete from rate_limits`)
})

/** A harmless address for the call: what its parameters have to be. */
const address = (path: string): string =>
  path
    .replace('/order/:id', '/order/5O190127TN364715T')
    .replace('connections/:provider', 'connections/printful')
    .replace(':platform', 'facebook')
    .replace(':versionId', '1')
    .replace(':id', String(orderId))
    .replace(':orderNumber', 'DF-999999')
    .replace(':code', '0'.repeat(24))

const fingerprint = async (): Promise<unknown> =>
  rowsOf(sql`select
  (select count(*) from orders) as orders, (select count(*) from orders_items) as items, (select count(*) from payments) as payments, (select count(*) from users) as users,
  (select count(*) from order_events) as events, (select count(*) from products) as products, (select count(*) from webhook_events) as webhooks,
  (select count(*) from graphile_worker._private_jobs) as jobs, (select md5(string_agg(o::text, '' order by id)) from orders o) as print`)

/** Tries all of them, and looks at the database before and after. */
const tryAll = async (
  door: Door,
  attempts: [string, Parameters<typeof call>[2]][],
  path = address(door.path),
): Promise<void> => {
  const before = await fingerprint()
  for (const [what, options] of attempts) {
    expectRefusal(
      await call(door.method, path, { as: owner, ...options }),
      `${door.label} with ${what}`,
    )
  }
  expect(await fingerprint()).toEqual(before)
}

const deep = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const raws: [string, string | Buffer][] = [
  ['truncated JSON', '{"items":[{"productId":1,'],
  ['no JSON', 'amount=40.55&currency=USD'],
  ['XML', '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'],
  ['two values', '{}{}'],
  ['a comment', '/* */{}x'],
  ['a text', '"text"'],
  ['a number', '7'],
  ['1e999', '1e999'],
  ['null', 'null'],
  ['true', 'true'],
  ['a list', '[]'],
  ['a list of lists', '[[[[]]]]'],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['UTF-16', Buffer.from('{"items":[]}', 'utf16le')],
  ['a NUL', '\u0000'],
  ['NULs', Buffer.alloc(2000)],
  ['unknown fields', '{"isAdmin":true,"role":"super_admin"}'],
  ['__proto__', '{"__proto__":{"items":[],"isActive":true}}'],
  ['constructor', '{"constructor":{"prototype":{"polluted":true}}}'],
  ['JSON 5,000 deep', deep(5000)],
  ['a list 30,000 deep', '['.repeat(30_000) + ']'.repeat(30_000)],
]

describe('a body that is no body', () => {
  it.each(table(withBody))('%s is refused, whatever it is', async (_, door) => {
    await tryAll(
      door,
      raws.map(([what, raw]) => [what, { raw }]),
    )
    if (!door.bodyOptional)
      await tryAll(door, [
        ['nothing', { headers: { 'content-type': 'application/json' } }],
        ['an empty text', { raw: '' }],
      ])
  })

  it.each(table(withBody))(
    '%s of 1 MB is refused, and so is one a byte too long',
    async (_, door) => {
      const long = (bytes: number): string => `{"a":"${'x'.repeat(bytes - 8)}"}`
      const before = await fingerprint()
      for (const raw of [
        long(Math.max(1024 * 1024, door.bytes + 1)),
        long(door.bytes + 1),
        `{"items":[${'{},'.repeat(Math.max(400_000, Math.ceil(door.bytes / 3)))}{}]}`,
      ]) {
        const answer = await call(door.method, address(door.path), { as: owner, raw })
        expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large'])
      }
      expect(await fingerprint()).toEqual(before)
    },
  )

  it.each(table(withBody))('%s of another type is refused, before it is read', async (_, door) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/json5',
      'text/json',
      '',
      'application/jsonp',
      '../../etc/passwd',
    ]) {
      const answer = await call(door.method, address(door.path), {
        as: owner,
        raw: JSON.stringify(valid[door.label] ?? {}),
        headers: { 'content-type': type },
      })
      expect([type, answer.status, answer.body.code]).toEqual([type, 415, 'unsupported_media_type'])
    }
  })

  it('a key that is there twice counts as its last, as everywhere in JSON', async () => {
    const raw = JSON.stringify(valid['POST /order']).replace(
      '"currency":"USD"',
      '"currency":"USD","currency":"EUR"',
    )
    const { status, body } = await call('POST', '/order', { raw })
    expect([status, body.code, Object.keys(body.fields as object)]).toEqual([
      400,
      'invalid',
      ['currency'],
    ])
  })
})

describe('a body with one place wrong', () => {
  const wrong: unknown[] = [
    null,
    [],
    {},
    [null],
    '\ud800',
    'a\udfff',
    '',
    ' ',
    '__proto__',
    'x'.repeat(20_000),
    -1,
    0.5,
    2 ** 53,
    -(2 ** 53),
    1e308,
    true,
    { $gt: '' },
    { toString: 'x' },
    ["' or 1=1 --"],
    "'; drop table orders; --",
    '${7*7}',
    '1e999',
    'NaN',
    '𝟙',
    '\u202e',
  ]
  /** What these are allowed to be: a text may be odd and still be a text. */
  const free = new Set([
    'notes',
    'reason',
    'trackingNumber',
    'customer.address2',
    'customer.firstName',
    'customer.lastName',
    'customer.address1',
    'customer.city',
    'items.0.size',
    'items.0.color',
    'customer.newsletterSubscribe',
    'billing',
    'key',
  ])

  /** These answer the same to whatever has the right shape. */
  const lenient = new Set(['POST /api/orders/find', 'POST /api/cart/check'])

  const places = (value: unknown, path: string[] = []): string[] =>
    typeof value === 'object' && value !== null
      ? [
          ...(path.length > 0 ? [path.join('.')] : []),
          ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key])),
        ]
      : [path.join('.')]
  const withPlace = (body: unknown, place: string, value: unknown): unknown => {
    const copy = structuredClone(body) as Record<string, unknown>
    const path = place.split('.')
    const last = path.pop() ?? ''
    path.reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, copy)[
      last
    ] = value
    return copy
  }

  // POST /api/orders is the same call under another name.
  const cells = tried
    .filter(({ path }) => path !== '/api/orders')
    .flatMap((door) => places(valid[door.label]).map((place) => [door.label, place, door] as const))
  it.each(cells)(
    '%s: %s is refused or taken as it stands, and never falls over',
    async (label, place, door) => {
      for (const value of wrong) {
        const what = `${label} ${place} = ${JSON.stringify(value)?.slice(0, 60)}`
        const answer = await call(door.method, address(door.path), {
          as: owner,
          body: withPlace(valid[label], place, value),
        })
        if (!free.has(place) && !lenient.has(label)) expectRefusal(answer, what)
        else if (answer.status >= 300) expectRefusal(answer, what)
      }
    },
  )

  const withNul = (label: string) =>
    places(valid[label]).map(
      (place) =>
        [place, { body: withPlace(valid[label], place, 'x\u0000y') }] as [
          string,
          Parameters<typeof call>[2],
        ],
    )
  it.each(table(tried.filter(({ requires }) => !requires)))(
    '%s with a NUL anywhere is refused: the database could not keep it',
    async (label, door) => {
      await tryAll(door, withNul(label))
    },
  )
  it('PUT /api/admin/orders/:id with a NUL in the notes is refused: the database could not keep it', async () => {
    await tryAll(
      doors.find(({ label }) => label === 'PUT /api/admin/orders/:id') as Door,
      withNul('PUT /api/admin/orders/:id'),
    )
  })

  it.each(table(tried))(
    '%s with 1e999, -0 and duplicate keys in its numbers is refused or harmless',
    async (label, door) => {
      const text = JSON.stringify(valid[label])
      for (const number of [
        '1e999',
        '-1e999',
        '1e-999',
        '1.0000000000000001e1',
        '00',
        '+1',
        '0x1',
        '1_000',
      ])
        for (const raw of [
          text.replace(/"quantity":1/, `"quantity":${number}`),
          text.replace(/"amount":"[^"]*"/, `"amount":${number}`),
          text.replace(/"notes":"x"/, `"version":${number}`),
        ]) {
          if (raw === text) continue
          const { status, body } = await call(door.method, address(door.path), { as: owner, raw })
          expect(
            `${number} ${status < 500 ? 'answered' : `${status} ${JSON.stringify(body)}`}`,
          ).toBe(`${number} answered`)
        }
    },
  )
})

describe('an address that is none', () => {
  // A broken escape (%ff) never comes this far: Next answers 400 itself.
  const odd = [
    '0',
    '-1',
    '1.5',
    '1e3',
    'NaN',
    '99999999999999999999',
    '%00',
    'a%00b',
    '..%2f..%2fetc%2fpasswd',
    '%27%20or%201=1--',
    '%3Cscript%3E',
    '__proto__',
    'constructor',
    '%F0%9F%8C%BF',
    'x'.repeat(5000),
    '%20',
    '1;drop',
    '[1]',
    '{}',
    '*',
  ]
  const parametric = doors.filter(({ path }) => path.includes(':'))

  it.each(table(parametric))('%s is refused for every odd parameter', async (label, door) => {
    const body = valid[label]
    const before = await fingerprint()
    for (const value of odd) {
      const answer = await call(door.method, door.path.replace(/:\w+/, value), { as: owner, body })
      expect(`${value}: ${answer.status}`).toMatch(/: 4\d\d$/)
      expect(JSON.stringify(answer.body)).not.toMatch(
        /node_modules|failed query|syntax error|at .+:\d+:\d+/i,
      )
    }
    expect(await fingerprint()).toEqual(before)
  })

  const asked = doors.filter(({ query }) => query)
  it.each(table(asked))('%s is refused for every odd query', async (label, door) => {
    const queries = [
      'page=0',
      'page=-1',
      'page=1.5',
      'page=NaN',
      'page=1e999',
      'page=abc',
      'page=99999999999',
      'page[]=1',
      'page[$gt]=1',
      'limit=0',
      'limit=101',
      'limit=-1',
      'limit=1e9',
      'status=open',
      'status=__proto__',
      'status[]=paid',
      'sort=id;drop',
      'sort=toString',
      'where[id][equals]=1',
      'depth=10',
      'unknown=1',
      `search=${'x'.repeat(101)}`,
      '__proto__[polluted]=1',
      'constructor[prototype][x]=1',
      'key=',
      'key=zz',
      `key=${'a'.repeat(33)}`,
      'key=%00',
    ]
    for (const query of queries)
      expectRefusal(
        await call(door.method, `${address(door.path)}?${query}`, { as: owner }),
        `${label}?${query}`,
      )
  })

  it.each([
    "'",
    "' or 1=1 --",
    '%',
    '_',
    '\\',
    '%25%27',
    'zz%00zz',
    '%ud800',
    '(',
    '*',
    '|',
    '&',
    '<script>',
    '😀',
    'x'.repeat(100),
  ])(
    'a search of orders for %j answers a list or a refusal, and finds nothing it should not',
    async (search) => {
      const { status, body } = await call<unknown[]>(
        'GET',
        `/api/admin/orders?search=${/%\w/.test(search) ? search : encodeURIComponent(search)}`,
        { as: owner },
      )
      expect([200, 400]).toContain(status)
      if (status === 200) expect(body).toEqual([])
    },
  )
})

describe('a request of another site', () => {
  const foreign: [string, Record<string, string>][] = [
    ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site' }],
    ['a site that is unheard of', { 'sec-fetch-site': 'same-origin, cross-site' }],
    ['an empty site', { 'sec-fetch-site': '' }],
    ['a foreign origin', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ]
  it.each(table(changing))('%s is refused, and nothing moves', async (label, door) => {
    const before = await fingerprint()
    for (const [what, headers] of foreign) {
      const { status, body } = await call(door.method, address(door.path), {
        as: owner,
        body: valid[label],
        headers,
      })
      expect([what, status, body.code]).toEqual([what, 403, 'forbidden'])
    }
    expect(await fingerprint()).toEqual(before)
  })

  it.each([
    'https://evil.example',
    'null',
    'http://localhost:3001',
    'https://localhost:3000',
    'http://localhost:3000.evil.example',
    'http://localhost',
  ])('is told by its Origin %s, where a browser sends no more', async (origin) => {
    const { handleEndpoints } = await import('payload')
    const { default: config } = await import('@payload-config')
    for (const door of changing) {
      const path = door.path.startsWith('/api/')
        ? address(door.path).replace('/api/', '/cms/api/shop/')
        : `/cms/api/root${address(door.path)}`
      const request = new Request(`http://localhost:3000${path}`, {
        method: door.method,
        headers: { origin, cookie: owner.cookie, 'content-type': 'application/json' },
        body: JSON.stringify(valid[door.label]),
      })
      const answer = await handleEndpoints({ config, path, request })
      expect([door.label, answer.status]).toEqual([door.label, 403])
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

describe('the webhook', () => {
  it.each<[string, string | Buffer, Record<string, string>, number]>([
    ['nothing', '', {}, 401],
    [
      'no signature',
      '{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{}}',
      {},
      401,
    ],
    [
      'a signature of nonsense',
      '{}',
      {
        'paypal-transmission-id': 'x',
        'paypal-transmission-time': 'x',
        'paypal-transmission-sig': 'x',
        'paypal-cert-url': 'https://api.paypal.com/x',
        'paypal-auth-algo': 'SHA256withRSA',
      },
      401,
    ],
    [
      'a certificate from elsewhere',
      '{}',
      {
        'paypal-transmission-id': 'x',
        'paypal-transmission-time': new Date().toISOString(),
        'paypal-transmission-sig': 'eA==',
        'paypal-cert-url': 'http://169.254.169.254/latest/meta-data',
        'paypal-auth-algo': 'SHA256withRSA',
      },
      401,
    ],
    ['bytes that are nothing', Buffer.from([0xff, 0x00, 0xfe]), {}, 401],
    ['300 kB', 'x'.repeat(300 * 1024), {}, 413],
  ])('refuses %s and stores nothing', async (_, raw, headers, status) => {
    const before = await fingerprint()
    const answer = await call('POST', '/api/webhooks/paypal', {
      raw,
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'none', ...headers },
    })
    expectRefusal(answer, 'the webhook')
    expect(answer.status).toBe(status)
    expect(await fingerprint()).toEqual(before)
  })
})

describe('without the right person', () => {
  const guarded = doors.filter(({ requires }) => requires)
  it.each(table(guarded))(
    '%s answers 401 to a visitor and 403 to a customer, before it looks at anything else',
    async (label, door) => {
      const customer = await makePerson('customer')
      for (const options of [
        { body: valid[label] },
        { raw: '{' },
        { raw: 'x'.repeat(1024 * 1024) },
      ]) {
        if (door.method === 'GET' && options.raw) continue
        const sent = door.method === 'GET' ? {} : options
        expect((await call(door.method, address(door.path), sent)).status).toBe(401)
        expect(
          (await call(door.method, address(door.path), { as: customer, ...sent })).status,
        ).toBe(403)
      }
    },
  )
})

it('every call that changes something says what its body may be', () => {
  // The key stands in the address: mail programs press these buttons with a form of their own (RFC 8058).
  // The others say all they mean with their address; a body is not read.
  const bodiless = new Set([
    'POST /api/logout',
    'POST /api/newsletter/confirm',
    'POST /api/newsletter/unsubscribe',
    'POST /api/account/newsletter',
    'PUT /api/account/saved/products/:id',
    'PUT /api/account/saved/content/:id',
    'PUT /api/account/addresses/:id/default',
  ])
  const silent = doors.filter(
    ({ label, hasBody, isWebhook, method, multipart }) =>
      !['GET', 'DELETE'].includes(method) &&
      !hasBody &&
      !isWebhook &&
      !multipart &&
      !bodiless.has(label),
  )
  expect(silent.map(({ label }) => label)).toEqual([])
  for (const { path, params, isWebhook } of doors)
    if (path.includes(':') && !isWebhook) expect([path, Boolean(params)]).toEqual([path, true])
})

it('whatever was sent, no prototype was changed', () => {
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(({} as Record<string, unknown>).isActive).toBeUndefined()
})
