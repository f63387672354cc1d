// @core
import { declared } from '@tests/support/declared-responses'
import { call } from '@tests/support/request'

import type { ApiDocument } from '@/modules/shop/queries/openapi-document'

let document: ApiDocument
beforeAll(async () => {
  const { status, body } = await call<ApiDocument>('GET', '/api/openapi.json')
  expect(status).toBe(200)
  document = body
})

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
const valuesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null
    ? [value, ...Object.values(value).flatMap(valuesOf)]
    : []

it('lists every declared endpoint once', () => {
  expect(
    operations()
      .map(({ path, method }) => `${method} ${path}`)
      .sort(),
  ).toEqual(
    declared.map(({ path, method }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort(),
  )
  const ids = operations().map(({ operationId }) => operationId)
  expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([])
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9_]{4,39}$/)
})

it('has the shape of OpenAPI 3.1', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document).sort()).toEqual([
    'components',
    'info',
    'openapi',
    'paths',
    'servers',
    'tags',
  ])
  const known = new Set([
    'operationId',
    'summary',
    'description',
    'tags',
    'parameters',
    'requestBody',
    'responses',
    'security',
  ])
  const tags = new Set(document.tags.map(({ name }) => name))
  for (const { path, method, ...operation } of operations()) {
    expect(['get', 'post', 'put', 'patch', 'delete']).toContain(method)
    expect(path).toMatch(/^\/[\w./{}-]+$/)
    expect(Object.keys(operation).filter((key) => !known.has(key))).toEqual([])
    expect(operation.tags.every((tag) => tags.has(tag))).toBe(true)
    expect(Object.keys(operation.responses).every((status) => /^[2-5]\d\d$/.test(status))).toBe(
      true,
    )
    for (const answer of Object.values(operation.responses))
      expect(answer.$ref ?? answer.description).toEqual(expect.any(String))
    const parameters = operation.parameters ?? []
    expect(new Set(parameters.map(({ name, in: place }) => `${place} ${name}`)).size).toBe(
      parameters.length,
    )
    // Every placeholder in the path is a required parameter, and vice versa.
    expect([path, parameters.filter((one) => one.in === 'path').map(({ name }) => name)]).toEqual([
      path,
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    ])
    for (const one of parameters) expect(one.in !== 'path' || one.required).toBe(true)
    for (const scheme of operation.security ?? [])
      for (const name of Object.keys(scheme))
        expect(document.components.securitySchemes).toHaveProperty(name)
  }
})

it('contains every referenced component and uses JSON Schema 2020-12 keywords only', () => {
  for (const value of valuesOf(document)) {
    const { $ref } = value as { $ref?: unknown }
    if (typeof $ref === 'string') {
      expect($ref).toMatch(/^#\/components\/(schemas|responses)\/[\w.-]+$/)
      const [, , kind, name] = $ref.split('/')
      expect([
        $ref,
        Object.hasOwn(
          (document.components as unknown as Record<string, object>)[String(kind)] ?? {},
          String(name),
        ),
      ]).toEqual([$ref, true])
    }
    for (const keyword of ['nullable', '$defs', '$schema', 'definitions'])
      expect(Object.keys(value as object)).not.toContain(keyword)
  }
})

it('describes ids as integers in paths', () => {
  const ids = operations().flatMap(({ method, path, parameters = [] }) =>
    parameters
      .filter(({ in: place, name }) => place === 'path' && /^id$|Id$/.test(name))
      .map(({ name, schema }) => [`${method} ${path} ${name}`, schema.type] as const),
  )
  expect(ids.length).toBeGreaterThan(50)
  // The exceptions are ids of PayPal orders, sessions, order items, and photos.
  const textIds =
    /^\w+ (\/order\/|\/api\/account\/sessions|\/api\/orders\/|\/api\/admin\/(orders\/\{id\}\/items|returns\/\{id\}\/photos)\/)/
  expect(ids.filter(([label, type]) => type !== 'integer' && !textIds.test(label))).toEqual([])
})

it('uses only pattern syntax that all languages share', () => {
  const patterns = valuesOf(document).flatMap((value) => {
    const { pattern } = value as { pattern?: unknown }
    return typeof pattern === 'string' ? [pattern] : []
  })
  expect(patterns.length).toBeGreaterThan(10)
  for (const pattern of patterns) expect(pattern).not.toMatch(/\(\?|\\[a-zA-Z]/)
})

it('follows the rules of OpenAPI linters', () => {
  expect(document.info).toMatchObject({ license: { name: 'Proprietary' } })
  for (const { name, description } of document.tags)
    expect([name, description]).toEqual([name, expect.stringMatching(/\.$/)])
  for (const { method, path, responses, security } of operations()) {
    const statuses = Object.keys(responses)
    expect([method, path, statuses.some((status) => status.startsWith('2'))]).toEqual([
      method,
      path,
      true,
    ])
    expect(statuses.some((status) => status.startsWith('4'))).toBe(true)
    expect(security).toBeInstanceOf(Array)
  }
  for (const value of valuesOf(document)) {
    const { allOf } = value as { allOf?: unknown }
    if (Array.isArray(allOf))
      expect(allOf.every((one: object) => Object.keys(one).length > 0)).toBe(true)
  }
})

it('documents 201 instead of 200 for endpoints that create something', () => {
  const created = operations().filter(({ responses }) => '201' in responses)
  expect(created.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/api/admin/products',
      '/api/admin/media/upload',
      '/api/auth/register',
    ]),
  )
  for (const { method, responses } of created)
    expect([method, '200' in responses]).toEqual(['post', false])
})

it('documents authorization and rate limits', () => {
  const { paths } = document
  expect(paths['/api/admin/orders']?.get).toMatchObject({
    security: [{ session: [] }, { apiKey: [] }],
    description: expect.stringContaining('role Admin') as string,
  })
  expect(paths['/api/products']?.get?.security).toEqual([])
  expect(paths['/api/products']?.get?.responses).toMatchObject({
    304: {},
    429: { $ref: '#/components/responses/429' },
    200: { headers: { 'X-Total-Count': {}, Link: {} } },
  })
  expect(document.components.responses['429']?.headers).toHaveProperty('Retry-After')
  expect(document.components.schemas.Product?.properties?.salePrice).toMatchObject({
    description: expect.any(String) as string,
  })
})

/** Endpoints that respond with a page, a redirect, or a file. */
const notJson = new Set([
  'get /api/logout',
  'get /api/newsletter/unsubscribe',
  'get /api/emails/stop',
  'get /auth/:provider',
  'get /auth/:provider/callback',
  'get /api/account/export',
  'get /api/orders/:orderNumber/return-photos/:photoId',
  'get /api/admin/returns/:id/photos/:photoId',
  'get /api/admin/orders/export',
  'get /api/admin/returns/export',
  'get /api/admin/gift-cards/export',
  'get /api/admin/draft-orders/export',
  'get /api/admin/products/export',
  'get /api/admin/reports/:kind/export',
  'get /api/admin/discounts/:id/codes/export',
  'get /api/admin/subscribers/export',
  'get /.well-known/apple-developer-merchantid-domain-association',
  'get /api/admin/connect/:provider',
  'get /api/admin/connect/:provider/callback',
])

it('every endpoint declares its response', () => {
  const undeclared = declared
    .filter(({ response }) => !response)
    .map(({ method, path }) => `${method} ${path}`)
    .filter((label) => !notJson.has(label))
  expect(undeclared).toEqual([])
})

it('is cacheable and supports conditional requests', async () => {
  const { headers } = await call('GET', '/api/openapi.json')
  expect(headers.get('cache-control')).toBe('public, max-age=60')
  expect(
    (
      await call('GET', '/api/openapi.json', {
        headers: { 'if-none-match': String(headers.get('etag')) },
      })
    ).status,
  ).toBe(304)
})
