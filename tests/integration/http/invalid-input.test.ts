import { expectErrorResponse } from '@tests/support/error-response'
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
type EndpointCase = Declaration & {
  label: string
  hasBody: boolean
  bytes: number
  isWebhook: boolean
}

/** Every endpoint with its declaration. The webhook reads raw bytes and has none. */
const endpointCases: EndpointCase[] = endpoints.map((definition: Endpoint) => {
  const declared = (definition.custom as { declaration?: Declaration } | undefined)?.declaration
  const path = declared?.path ?? definition.path.replace(/^\/shop/, '/api').replace(/^\/root/, '')
  return {
    ...declared,
    method: definition.method.toUpperCase(),
    path,
    label: `${definition.method.toUpperCase()} ${path}`,
    hasBody: Boolean(declared?.body),
    bytes: declared?.bodyBytes ?? 64 * 1024,
    isWebhook: !declared,
  }
})
const withBody = endpointCases.filter(({ hasBody }) => hasBody)
const mutating = endpointCases.filter(({ method, isWebhook }) => method !== 'GET' && !isWebhook)
const table = (cases: EndpointCase[]) =>
  cases.map((endpoint) => [endpoint.label, endpoint] as const)

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
/** Endpoints for money and orders, tested field by field. api-fuzz.test.ts covers the others. */
const paymentCases = withBody.filter(({ label }) => label in valid)
beforeAll(async () => {
  await getTestPayload()
  owner = await makePerson('super_admin')
  expect(await makeProduct()).toMatchObject({ id: 1 })
  expect((await call('POST', '/order', { body: checkout })).status).toBe(200)
  orderId = Number((await rowsOf<{ id: number }>(sql`select id from orders`))[0]?.id)
})
// Rate limits are not tested here.
beforeEach(async () => {
  await (await getTestPayload()).db.drizzle.execute(sql`delete from rate_limits`)
})

/** Fills a path's parameters with valid values. */
const pathWithParams = (path: string): string =>
  path
    .replace('/order/:id', '/order/5O190127TN364715T')
    .replace('connections/:provider', 'connections/printful')
    .replace(':platform', 'facebook')
    .replace(':versionId', '1')
    .replace(':noteId', '1')
    .replace(':itemId', '1')
    .replace(':codeId', '1')
    .replace(':giftCardId', '1')
    .replace(':id', String(orderId))
    .replace(':orderNumber', 'DF-999999')
    .replace(':code', '0'.repeat(24))

const orderDataFingerprint = async (): Promise<unknown> =>
  rowsOf(sql`select
  (select count(*) from orders) as orders, (select count(*) from orders_items) as items, (select count(*) from payments) as payments, (select count(*) from users) as users,
  (select count(*) from order_events) as events, (select count(*) from products) as products, (select count(*) from webhook_events) as webhooks,
  (select count(*) from graphile_worker._private_jobs) as jobs, (select md5(string_agg(o::text, '' order by id)) from orders o) as print`)

/** Asserts that each request is rejected and none of them changes the database. */
const expectAllRejected = async (
  endpoint: EndpointCase,
  attempts: [string, Parameters<typeof call>[2]][],
  path = pathWithParams(endpoint.path),
): Promise<void> => {
  const before = await orderDataFingerprint()
  for (const [what, options] of attempts) {
    expectErrorResponse(
      await call(endpoint.method, path, { as: owner, ...options }),
      `${endpoint.label} with ${what}`,
    )
  }
  expect(await orderDataFingerprint()).toEqual(before)
}

const deep = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const malformedBodies: [string, string | Buffer][] = [
  ['truncated JSON', '{"items":[{"productId":1,'],
  ['form data instead of JSON', 'amount=40.55&currency=USD'],
  ['XML', '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'],
  ['two JSON values', '{}{}'],
  ['a comment', '/* */{}x'],
  ['a string', '"text"'],
  ['a number', '7'],
  ['1e999', '1e999'],
  ['null', 'null'],
  ['true', 'true'],
  ['an array', '[]'],
  ['nested arrays', '[[[[]]]]'],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['UTF-16', Buffer.from('{"items":[]}', 'utf16le')],
  ['a NUL character', '\u0000'],
  ['NUL bytes', Buffer.alloc(2000)],
  ['unknown fields', '{"isAdmin":true,"role":"super_admin"}'],
  ['__proto__', '{"__proto__":{"items":[],"isActive":true}}'],
  ['constructor', '{"constructor":{"prototype":{"polluted":true}}}'],
  ['JSON nested 5,000 levels deep', deep(5000)],
  ['an array nested 30,000 levels deep', '['.repeat(30_000) + ']'.repeat(30_000)],
]

describe('malformed bodies', () => {
  it.each(table(withBody))('%s rejects every malformed body', async (_, endpoint) => {
    await expectAllRejected(
      endpoint,
      malformedBodies.map(([what, raw]) => [what, { raw }]),
    )
    if (!endpoint.bodyOptional)
      await expectAllRejected(endpoint, [
        ['no body', { headers: { 'content-type': 'application/json' } }],
        ['an empty body', { raw: '' }],
      ])
  })

  it.each(table(withBody))(
    '%s rejects a body of 1 MB and one that exceeds the limit by one byte',
    async (_, endpoint) => {
      const long = (bytes: number): string => `{"a":"${'x'.repeat(bytes - 8)}"}`
      const before = await orderDataFingerprint()
      for (const raw of [
        long(Math.max(1024 * 1024, endpoint.bytes + 1)),
        long(endpoint.bytes + 1),
        `{"items":[${'{},'.repeat(Math.max(400_000, Math.ceil(endpoint.bytes / 3)))}{}]}`,
      ]) {
        const response = await call(endpoint.method, pathWithParams(endpoint.path), {
          as: owner,
          raw,
        })
        expect([response.status, response.body.code]).toEqual([413, 'payload_too_large'])
      }
      expect(await orderDataFingerprint()).toEqual(before)
    },
  )

  it.each(table(withBody))('%s rejects other content types', async (_, endpoint) => {
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
      const response = await call(endpoint.method, pathWithParams(endpoint.path), {
        as: owner,
        raw: JSON.stringify(valid[endpoint.label] ?? {}),
        headers: { 'content-type': type },
      })
      expect([type, response.status, response.body.code]).toEqual([
        type,
        415,
        'unsupported_media_type',
      ])
    }
  })

  it('the last of two duplicate JSON keys is used', async () => {
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

describe('bodies with one invalid value', () => {
  const invalidValues: unknown[] = [
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
  /** Fields that accept some of these values, because any string is valid text. */
  const permissiveFields = new Set([
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

  /** Endpoints that respond the same to any value of the right type. */
  const permissiveEndpoints = new Set(['POST /api/orders/find', 'POST /api/cart/check'])

  const fieldPaths = (value: unknown, path: string[] = []): string[] =>
    typeof value === 'object' && value !== null
      ? [
          ...(path.length > 0 ? [path.join('.')] : []),
          ...Object.entries(value).flatMap(([key, inner]) => fieldPaths(inner, [...path, key])),
        ]
      : [path.join('.')]
  const withValueAt = (body: unknown, fieldPath: string, value: unknown): unknown => {
    const copy = structuredClone(body) as Record<string, unknown>
    const path = fieldPath.split('.')
    const last = path.pop() ?? ''
    path.reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, copy)[
      last
    ] = value
    return copy
  }

  // POST /api/orders is an alias of POST /order.
  const cells = paymentCases
    .filter(({ path }) => path !== '/api/orders')
    .flatMap((endpoint) =>
      fieldPaths(valid[endpoint.label]).map(
        (fieldPath) => [endpoint.label, fieldPath, endpoint] as const,
      ),
    )
  it.each(cells)(
    '%s: an invalid %s is accepted or rejected without a server error',
    async (label, fieldPath, endpoint) => {
      for (const value of invalidValues) {
        const what = `${label} ${fieldPath} = ${JSON.stringify(value)?.slice(0, 60)}`
        const response = await call(endpoint.method, pathWithParams(endpoint.path), {
          as: owner,
          body: withValueAt(valid[label], fieldPath, value),
        })
        if (!permissiveFields.has(fieldPath) && !permissiveEndpoints.has(label))
          expectErrorResponse(response, what)
        else if (response.status >= 300) expectErrorResponse(response, what)
      }
    },
  )

  const withNul = (label: string) =>
    fieldPaths(valid[label]).map(
      (fieldPath) =>
        [fieldPath, { body: withValueAt(valid[label], fieldPath, 'x\u0000y') }] as [
          string,
          Parameters<typeof call>[2],
        ],
    )
  it.each(table(paymentCases.filter(({ requires }) => !requires)))(
    '%s rejects NUL characters in any field, because the database cannot store them',
    async (label, endpoint) => {
      await expectAllRejected(endpoint, withNul(label))
    },
  )
  it('PUT /api/admin/orders/:id rejects a NUL character in the notes, because the database cannot store it', async () => {
    await expectAllRejected(
      endpointCases.find(({ label }) => label === 'PUT /api/admin/orders/:id') as EndpointCase,
      withNul('PUT /api/admin/orders/:id'),
    )
  })

  it.each(table(paymentCases))(
    '%s handles unusual number literals without a server error',
    async (label, endpoint) => {
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
          const { status, body } = await call(endpoint.method, pathWithParams(endpoint.path), {
            as: owner,
            raw,
          })
          expect(
            `${number} ${status < 500 ? 'answered' : `${status} ${JSON.stringify(body)}`}`,
          ).toBe(`${number} answered`)
        }
    },
  )
})

describe('invalid URLs', () => {
  // Next itself rejects a broken escape (%ff) with 400.
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
  const withParams = endpointCases.filter(({ path }) => path.includes(':'))

  it.each(table(withParams))('%s rejects every invalid path parameter', async (label, endpoint) => {
    const body = valid[label]
    const before = await orderDataFingerprint()
    for (const value of odd) {
      const response = await call(endpoint.method, endpoint.path.replace(/:\w+/, value), {
        as: owner,
        body,
      })
      expect(`${value}: ${response.status}`).toMatch(/: 4\d\d$/)
      expect(JSON.stringify(response.body)).not.toMatch(
        /node_modules|failed query|syntax error|at .+:\d+:\d+/i,
      )
    }
    expect(await orderDataFingerprint()).toEqual(before)
  })

  const withQuery = endpointCases.filter(({ query }) => query)
  it.each(table(withQuery))('%s rejects every invalid query', async (label, endpoint) => {
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
      expectErrorResponse(
        await call(endpoint.method, `${pathWithParams(endpoint.path)}?${query}`, { as: owner }),
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
  ])('an order search for %j returns no orders or an error', async (search) => {
    const { status, body } = await call<unknown[]>(
      'GET',
      `/api/admin/orders?search=${/%\w/.test(search) ? search : encodeURIComponent(search)}`,
      { as: owner },
    )
    expect([200, 400]).toContain(status)
    if (status === 200) expect(body).toEqual([])
  })
})

describe('cross-site requests', () => {
  const crossSiteHeaders: [string, Record<string, string>][] = [
    ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site' }],
    ['an invalid Sec-Fetch-Site value', { 'sec-fetch-site': 'same-origin, cross-site' }],
    ['an empty Sec-Fetch-Site value', { 'sec-fetch-site': '' }],
    ['a foreign origin', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ]
  it.each(table(mutating))('%s is rejected and changes nothing', async (label, endpoint) => {
    const before = await orderDataFingerprint()
    for (const [what, headers] of crossSiteHeaders) {
      const { status, body } = await call(endpoint.method, pathWithParams(endpoint.path), {
        as: owner,
        body: valid[label],
        headers,
      })
      expect([what, status, body.code]).toEqual([what, 403, 'forbidden'])
    }
    expect(await orderDataFingerprint()).toEqual(before)
  })

  it.each([
    'https://evil.example',
    'null',
    'http://localhost:3001',
    'https://localhost:3000',
    'http://localhost:3000.evil.example',
    'http://localhost',
  ])(
    'are recognized by the Origin %s when the browser sends no Sec-Fetch headers',
    async (origin) => {
      const { handleEndpoints } = await import('payload')
      const { default: config } = await import('@payload-config')
      for (const endpoint of mutating) {
        const path = endpoint.path.startsWith('/api/')
          ? pathWithParams(endpoint.path).replace('/api/', '/cms/api/shop/')
          : `/cms/api/root${pathWithParams(endpoint.path)}`
        const request = new Request(`http://localhost:3000${path}`, {
          method: endpoint.method,
          headers: { origin, cookie: owner.cookie, 'content-type': 'application/json' },
          body: JSON.stringify(valid[endpoint.label]),
        })
        const response = await handleEndpoints({ config, path, request })
        expect([endpoint.label, response.status]).toEqual([endpoint.label, 403])
        expect(response.headers.get('access-control-allow-origin')).toBeNull()
      }
    },
  )
})

describe('the PayPal webhook', () => {
  it.each<[string, string | Buffer, Record<string, string>, number]>([
    ['an empty body', '', {}, 401],
    [
      'a missing signature',
      '{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{}}',
      {},
      401,
    ],
    [
      'an unknown certificate',
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
      'a certificate from another host',
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
    ['bytes that are not text', Buffer.from([0xff, 0x00, 0xfe]), {}, 401],
    ['a body of 300 kB', 'x'.repeat(300 * 1024), {}, 413],
  ])('rejects %s and stores nothing', async (_, raw, headers, status) => {
    const before = await orderDataFingerprint()
    const response = await call('POST', '/api/webhooks/paypal', {
      raw,
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'none', ...headers },
    })
    expectErrorResponse(response, 'the webhook')
    expect(response.status).toBe(status)
    expect(await orderDataFingerprint()).toEqual(before)
  })
})

describe('access control', () => {
  const guarded = endpointCases.filter(({ requires }) => requires)
  it.each(table(guarded))(
    '%s responds 401 to a visitor and 403 to a customer before validating the body',
    async (label, endpoint) => {
      const customer = await makePerson('customer')
      for (const options of [
        { body: valid[label] },
        { raw: '{' },
        { raw: 'x'.repeat(1024 * 1024) },
      ]) {
        if (endpoint.method === 'GET' && options.raw) continue
        const sent = endpoint.method === 'GET' ? {} : options
        expect((await call(endpoint.method, pathWithParams(endpoint.path), sent)).status).toBe(401)
        expect(
          (await call(endpoint.method, pathWithParams(endpoint.path), { as: customer, ...sent }))
            .status,
        ).toBe(403)
      }
    },
  )
})

it('every mutating endpoint declares its body, and every endpoint its path parameters', () => {
  // Endpoints without a body. Mail clients send the newsletter ones with their own form data (RFC 8058).
  const bodiless = new Set([
    'POST /api/logout',
    'POST /api/newsletter/confirm',
    'POST /api/newsletter/unsubscribe',
    'POST /api/account/newsletter',
    'POST /api/emails/stop',
    'PUT /api/account/saved/products/:id',
    'PUT /api/account/saved/content/:id',
    'PUT /api/account/addresses/:id/default',
  ])
  const undeclared = endpointCases.filter(
    ({ label, hasBody, isWebhook, method, multipart }) =>
      !['GET', 'DELETE'].includes(method) &&
      !hasBody &&
      !isWebhook &&
      !multipart &&
      !bodiless.has(label),
  )
  expect(undeclared.map(({ label }) => label)).toEqual([])
  for (const { path, params, isWebhook } of endpointCases)
    if (path.includes(':') && !isWebhook) expect([path, Boolean(params)]).toEqual([path, true])
})

it('no request pollutes Object.prototype', () => {
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(({} as Record<string, unknown>).isActive).toBeUndefined()
})
