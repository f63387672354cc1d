import { declared } from '@tests/support/declared-responses'
import { expectErrorResponse, leaks } from '@tests/support/error-response'
import { makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'
import { badRequest, operationsOf } from '@tests/trust/bad-input/generate'
import { createRandom } from '@tests/trust/random'

import { type ApiDocument, toApiDocument } from '@/modules/shop/queries/openapi-document'

/** Seed of the pseudo-random requests. The same seed sends the same requests. */
const seed = Number(process.env.FUZZ_SEED ?? 20261121)
const totalRequests = Number(process.env.FUZZ_REQUESTS ?? 3000)

useSandbox()
const document: ApiDocument = toApiDocument(
  declared as unknown as Parameters<typeof toApiDocument>[0],
)
const operations = operationsOf(document)
const random = createRandom(String(seed))

/** Records the table of each committed change; a rollback leaves no trace. */
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

/** Tables that a rejected request may write to, because attempts are logged. */
const attemptTables = new Set(['audit_events', 'webhook_events'])
const allowedChanges: Record<string, string[]> = { 'POST /api/auth/local': ['users'] }

let customer: TestPerson
const signedInCustomer = async (): Promise<TestPerson> => {
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

const requestsEach = Math.max(4, Math.floor(totalRequests / operations.length / 2))

it.each(operations.map((one) => [`${one.method} ${one.path}`, one] as const))(
  `%s withstands ${requestsEach} generated requests each from a visitor and a customer (seed ${seed})`,
  async (endpoint, operation) => {
    customer = await signedInCustomer()
    await (await getTestPayload()).db.drizzle.execute(sql`truncate rate_limits`)
    await takeChanges()
    for (const who of [null, customer]) {
      for (let n = 0; n < requestsEach; n += 1) {
        const { description, path, raw, headers } = badRequest(document, operation, random)
        const label = `${endpoint} as ${who ? 'customer' : 'visitor'} with ${description}`
        const options = operation.method === 'GET' ? { headers } : { raw, headers }
        const response = await call(operation.method, path, { as: who, ...options })
        expect(
          `${label} → ${response.status < 500 || response.status === 503 ? 'handled' : `${response.status} ${JSON.stringify(response.body)}`}`,
        ).toBe(`${label} → handled`)
        const changed = (await takeChanges()).filter((table) => !attemptTables.has(table))
        if (response.status < 400) continue
        // Payload's router itself responds 404 without a code to an unknown path.
        if (response.status === 404 && !(response.body as { code?: string }).code)
          expect(JSON.stringify(response.body)).not.toMatch(leaks)
        else if (response.status < 500) expectErrorResponse(response, label)
        expect([
          label,
          changed.filter((table) => !allowedChanges[endpoint]?.includes(table)),
        ]).toEqual([label, []])
      }
    }
  },
  60_000,
)

it('no generated request pollutes Object.prototype', () => {
  expect(({} as Record<string, unknown>).isActive).toBeUndefined()
})
