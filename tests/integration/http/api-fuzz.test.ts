import { declared } from '@tests/support/declared-responses'
import { expectRefusal, leaks } from '@tests/support/error-response'
import { makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import {
  type ApiDocument,
  type ApiOperation,
  type JsonSchema,
  toApiDocument,
} from '@/modules/shop/queries/openapi-document'

/** The same requests every time; another number tries others. */
const seed = Number(process.env.FUZZ_SEED ?? 20261121)
const requestsInAll = Number(process.env.FUZZ_REQUESTS ?? 3000)
const longestMs = 5000

useSandbox()
const document: ApiDocument = toApiDocument(
  declared as unknown as Parameters<typeof toApiDocument>[0],
)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    operation,
  })),
)

let state = seed
const random = (below: number): number => {
  state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0
  return state % below
}
const oneOf = <T>(list: readonly T[]): T => list[random(list.length)] as T

/** A value that fits a shape as far as the shape can be read. */
const fitting = (schema: JsonSchema | undefined): unknown => {
  if (!schema) return 'text'
  if (schema.$ref) return fitting(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''])
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  const choice = (schema.anyOf ?? schema.oneOf)?.[0]
  if (choice) return fitting(choice)
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, field]) => [
          key,
          fittingText(key) ?? fitting(field),
        ]),
      )
    case 'array':
      return [fitting(schema.items)]
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    default:
      return schema.format === 'uuid' ? '5f0c2f9e-6f1e-4a59-9d3c-2f1b7a7c1d10' : 'text'
  }
}
const fittingText = (name: string): string | undefined =>
  (
    ({
      email: 'wren@example.com',
      stateCode: 'CA',
      zip: '93023',
      size: 'M',
      color: 'Pine',
      amount: '40.55',
      intent: 'CAPTURE',
      orderNumber: 'DF-1001',
      key: 'a'.repeat(32),
      slug: 'dawn',
    }) as Record<string, string>
  )[name]

const deep = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
const odd: unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.1,
  1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202e',
  '\ufeff',
  '\u200b',
  'é'.normalize('NFD'),
  '𝟙',
  '😀'.repeat(300),
  'NaN',
  'Infinity',
  '-Infinity',
  '1e999',
  '0x1f',
  'null',
  'undefined',
  'true',
  '__proto__',
  'constructor',
  'toString',
  "' or 1=1 --",
  "'; drop table users; --",
  '%00',
  '%',
  '_',
  '\\',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  'http://169.254.169.254/',
  'a\r\nSet-Cookie: x=1',
  '0001-01-01',
  '2026-02-30T25:61:61Z',
  '999999999-01-01T00:00:00Z',
  'x'.repeat(256),
  'x'.repeat(20_000),
  'x'.repeat(1_000_000),
  [],
  [null],
  [[]],
  {},
  { $gt: '' },
  { length: 1e9 },
  { toString: 'x' },
  { toJSON: 1 },
  deep(100),
  deep(3000),
  Array.from({ length: 500 }, () => 1),
  Array.from({ length: 5000 }, (_, n) => ({ id: n })),
]
const oddRaw = [
  '',
  '{',
  '[]',
  'null',
  '1e999',
  '{"a":1e999}',
  '{"__proto__":{"isActive":true,"role":"super_admin"}}',
  '{"constructor":{"prototype":{"isActive":true}}}',
  '{"a":1,"a":2}',
  '\u0000',
  '\ufeff{}',
  '{"\\ud800":"\\udfff"}',
  '['.repeat(30_000),
  `{"a":"${'x'.repeat(1_000_000)}"}`,
]
const oddTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  '',
  'application/json; charset=utf-16',
]

type Sent = {
  what: string
  path: string
  body?: unknown
  raw?: string
  headers?: Record<string, string>
}

const placesOf = (value: unknown, path: string[] = []): string[][] => [
  ...(path.length > 0 ? [path] : []),
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...path, key]))
    : []),
]
const withPlace = (value: unknown, path: readonly string[], wrong: unknown): unknown => {
  const [key, ...rest] = path
  if (key === undefined) return wrong
  if (Array.isArray(value))
    return value.map((inner: unknown, index) =>
      String(index) === key ? withPlace(inner, rest, wrong) : inner,
    )
  return {
    ...(value as object),
    [key]: withPlace((value as Record<string, unknown>)[key], rest, wrong),
  }
}

const asText = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 6000)
/** A broken escape never comes as far as our calls: Next answers 400 itself. */
const inAddress = (value: unknown): string =>
  encodeURIComponent(asText(value).replace(/\p{Cs}/gu, '\ufffd'))
const goodPath = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => fittingText(name) ?? '1')

/** One request with one thing wrong, drawn from all that a call takes. */
const draw = ({
  method,
  path,
  operation,
}: {
  method: string
  path: string
  operation: ApiOperation
}): Sent => {
  const schema = operation.requestBody?.content['application/json']?.schema
  const good = schema ? fitting(schema) : undefined
  const base = { path: goodPath(path), ...(good === undefined ? {} : { body: good }) }
  const parameters = operation.parameters ?? []
  const kinds = [
    ...(schema ? ['body', 'body', 'body', 'body', 'more', 'raw', 'type'] : []),
    ...(parameters.some((one) => one.in === 'query') ? ['query', 'query'] : []),
    ...(path.includes('{') ? ['path'] : []),
    'unknown',
    'valid',
  ]
  switch (oneOf(kinds)) {
    case 'body': {
      const place = oneOf(placesOf(good).length > 0 ? placesOf(good) : [[]])
      const wrong = oneOf(odd)
      return {
        ...base,
        what: `${place.join('.')} = ${asText(wrong).slice(0, 50)}`,
        body: withPlace(good, place, wrong),
      }
    }
    case 'more':
      return {
        ...base,
        what: 'fields it does not know',
        raw: JSON.stringify({
          ...(good as object),
          [oneOf(['role', 'isActive', 'id', 'createdAt', '__proto__', 'total', 'x'.repeat(5000)])]:
            oneOf(odd.slice(0, 12)),
        }),
      }
    case 'raw':
      return { ...base, what: 'odd bytes', raw: oneOf(oddRaw) }
    case 'type':
      return {
        ...base,
        what: 'another type',
        raw: JSON.stringify(good),
        headers: { 'content-type': oneOf(oddTypes) },
      }
    case 'query': {
      const name = oneOf(parameters.filter((one) => one.in === 'query')).name
      const wrong = oneOf(odd)
      return {
        ...base,
        what: `?${name} = ${asText(wrong).slice(0, 50)}`,
        path: `${base.path}?${name}${oneOf(['', '', '', '[]', '[$gt]', '[__proto__]'])}=${inAddress(wrong)}`,
      }
    }
    case 'path': {
      const wrong = oneOf(odd.filter((value) => value !== '' && value !== '.'))
      return {
        ...base,
        what: `path = ${asText(wrong).slice(0, 50)}`,
        path: path.replace(/\{\w+\}/, inAddress(wrong) || 'x').replace(/\{\w+\}/g, '1'),
      }
    }
    case 'unknown':
      return {
        ...base,
        what: 'a parameter it does not know',
        path: `${base.path}?${oneOf(['where[id][equals]=1', 'depth=10', '__proto__[x]=1', 'constructor=1', 'locale=../..', 'draft=true'])}`,
      }
    default:
      return { ...base, what: `${method} as it should be` }
  }
}

/** Each change that stays leaves the name of its table here; what a refused call rolled back leaves nothing. */
const watchTables = async (): Promise<void> => {
  const db = (await getTestPayload()).db.drizzle
  await db.execute(
    sql.raw(`
    create table if not exists fuzz_changes (name text not null);
    create or replace function fuzz_note() returns trigger language plpgsql as $$ begin insert into fuzz_changes values (TG_TABLE_NAME); return null; end $$;`),
  )
  for (const { name } of await rowsOf<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('rate_limits', 'fuzz_changes')`,
  ))
    await db.execute(
      sql.raw(
        `create or replace trigger fuzz_note after insert or update or delete on "${name}" for each row execute function fuzz_note()`,
      ),
    )
}
const stopWatching = async (): Promise<void> =>
  (await getTestPayload()).db.drizzle
    .execute(sql`drop function if exists fuzz_note cascade; drop table if exists fuzz_changes`)
    .then(() => {})
const takeChanges = async (): Promise<string[]> =>
  (await rowsOf<{ name: string }>(sql`delete from fuzz_changes returning name`)).map(
    ({ name }) => name,
  )

/** What a refusal may write: that somebody tried. */
const attempts = new Set(['audit_events', 'webhook_events'])
const mayNote: Record<string, string[]> = { 'POST /api/auth/local': ['users'] }

let customer: TestPerson
const freshCustomer = async (): Promise<TestPerson> => {
  if (customer && (await call('GET', '/api/auth/user', { as: customer })).status === 200)
    return customer
  return makePerson('customer')
}

beforeAll(async () => {
  await getTestPayload()
  await makeProduct()
  await makePerson('super_admin')
  customer = await makePerson('customer')
  await watchTables()
})
afterAll(stopWatching)

const each = Math.max(4, Math.floor(requestsInAll / operations.length / 2))

it.each(operations.map((one) => [`${one.method} ${one.path}`, one] as const))(
  `${each} odd requests each from a visitor and a customer: %s stands (seed ${seed})`,
  async (label, one) => {
    customer = await freshCustomer()
    await (await getTestPayload()).db.drizzle.execute(sql`truncate rate_limits`)
    await takeChanges()
    for (const who of [null, customer]) {
      for (let n = 0; n < each; n += 1) {
        const { what, path, body, raw, headers } = draw(one)
        const told = `${label} as ${who ? 'customer' : 'visitor'} with ${what}`
        const started = performance.now()
        const sent = one.method === 'GET' ? { headers } : { body, raw, headers }
        const answer = await call(one.method, path, { as: who, ...sent })
        expect([told, performance.now() - started < longestMs]).toEqual([told, true])
        expect(
          `${told} → ${answer.status < 500 || answer.status === 503 ? 'answered' : `${answer.status} ${JSON.stringify(answer.body)}`}`,
        ).toBe(`${told} → answered`)
        const changed = (await takeChanges()).filter((table) => !attempts.has(table))
        if (answer.status < 400) continue
        // 404 of Payload's own router: an address that is no call at all.
        if (answer.status === 404 && !(answer.body as { code?: string }).code)
          expect(JSON.stringify(answer.body)).not.toMatch(leaks)
        else if (answer.status < 500) expectRefusal(answer, told)
        expect([told, changed.filter((table) => !mayNote[label]?.includes(table))]).toEqual([
          told,
          [],
        ])
      }
    }
  },
  60_000,
)

it('whatever was sent, no prototype was changed', () => {
  expect(({} as Record<string, unknown>).isActive).toBeUndefined()
})
