import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

import { clientAddress, signIn, type Suite, type SuiteReport, type Trust } from '../shop'

type Probe = { letter: string; title: string; run: (probing: Probing) => Promise<string | false> }
type Probing = { trust: Trust; wren: string; june: string; wrenId: number; address: string }

/** Payload's own REST, as a browser on the shop's pages would call it. */
const rest = (
  { trust, address }: Probing,
  method: string,
  path: string,
  options: { cookie?: string; body?: unknown; raw?: string; headers?: Record<string, string> } = {},
) =>
  trust.call(method, `/cms/api${path}`, {
    address,
    ...options,
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      ...(options.raw ? { 'Content-Type': 'application/json' } : {}),
      ...options.headers,
    },
  })

const count = async ({ trust }: Probing, table: 'users' | 'products'): Promise<number> =>
  (await trust.query<{ rows: number }>(`select count(*)::int as rows from ${table}`))[0]?.rows ?? 0
const wasRefused = (status: number): boolean => status >= 400 && status < 500

/** The defaults of Payload that a shop can't accept, tested over HTTP. */
const probes: Probe[] = [
  {
    letter: 'H',
    title: 'nobody registers as the first user',
    run: async (probing) => {
      const before = await count(probing, 'users')
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, n) =>
          rest(probing, 'POST', n % 2 ? '/users/first-register' : '/Users/First-Register', {
            body: {
              username: `first${n}`,
              password: 'ferns beside the river 41',
              role: 'super_admin',
            },
          }),
        ),
      )
      const wrong = answers.find(({ status }) => !wasRefused(status))
      if (wrong) return `answered ${wrong.status}`
      return (await count(probing, 'users')) !== before && 'a user was created'
    },
  },
  {
    letter: 'K',
    title: 'a customer does not become staff',
    run: async (probing) => {
      const { trust, wren, wrenId } = probing
      const { status } = await rest(probing, 'PATCH', `/users/${wrenId}`, {
        cookie: wren,
        body: { role: 'super_admin' },
      })
      const [user] = await trust.query<{ role: string }>('select role from users where id = $1', [
        wrenId,
      ])
      return user?.role !== 'customer' && `${status}, and the role is ${user?.role}`
    },
  },
  {
    letter: 'K',
    title: 'a customer reads nobody else',
    run: async (probing) => {
      const { body } = await rest(probing, 'GET', '/users?limit=0&depth=0', {
        cookie: probing.wren,
      })
      const others = (body.docs ?? []).filter(({ id }: { id: number }) => id !== probing.wrenId)
      return others.length > 0 && `${others.length} others`
    },
  },
  {
    letter: 'K',
    title: 'a customer deletes nothing by a condition',
    run: async (probing) => {
      const before = await count(probing, 'products')
      const { status } = await rest(probing, 'DELETE', '/products?where[id][exists]=true', {
        cookie: probing.wren,
      })
      if (!wasRefused(status)) return `answered ${status}`
      return (await count(probing, 'products')) !== before && 'products are gone'
    },
  },
  {
    letter: 'K',
    title: 'a customer runs no jobs, writes no locks, and reads no versions',
    run: async (probing) => {
      const { wren: cookie } = probing
      const answers = await Promise.all([
        rest(probing, 'GET', '/payload-jobs/run', { cookie }),
        rest(probing, 'GET', '/payload-jobs/handle-schedules', { cookie }),
        rest(probing, 'POST', '/payload-locked-documents', { cookie, body: {} }),
        rest(probing, 'GET', '/content/versions?limit=0', { cookie }),
        rest(probing, 'GET', '/products/versions?limit=0', { cookie }),
      ])
      const wrong = answers.findIndex(({ status }) => !wasRefused(status))
      return wrong >= 0 && `the ${wrong + 1}. answered ${answers[wrong]?.status}`
    },
  },
  {
    letter: 'K',
    title: 'a customer changes no password without the old one',
    run: async (probing) => {
      const { trust, wren, wrenId } = probing
      await rest(probing, 'PATCH', `/users/${wrenId}`, {
        cookie: wren,
        body: { password: 'another password 77 entirely' },
      })
      const { status } = await trust.call('POST', '/api/auth/local', {
        body: { username: 'wren', password: 'one-is-enough' },
        address: probing.address,
      })
      return status !== 200 && `the old password answers ${status}`
    },
  },
  {
    letter: 'L',
    title: 'a price is a number, and finite',
    run: async (probing) => {
      const { trust, june } = probing
      const [product] = await trust.query<{ id: number; cents: string }>(
        'select id, base_price_cents as cents from products order by id limit 1',
      )
      for (const value of ['1e999', '-1e999', '"NaN"', '-5'])
        await rest(probing, 'PATCH', `/products/${product?.id}`, {
          cookie: june,
          raw: `{"basePriceCents":${value},"basePrice":${value}}`,
        })
      const [after] = await trust.query<{ cents: string }>(
        'select base_price_cents as cents from products where id = $1',
        [product?.id],
      )
      return after?.cents !== product?.cents && `${product?.cents} became ${after?.cents}`
    },
  },
  {
    letter: 'M',
    title: 'visitors read no drafts',
    run: async (probing) => {
      const drafts = await probing.trust.query<{ slug: string }>(
        "select slug from content where status = 'draft'",
      )
      for (const path of ['/content?limit=0&draft=true', '/content?limit=0', '/pages?draft=true']) {
        const text = JSON.stringify((await rest(probing, 'GET', path)).body)
        const found = drafts.find(({ slug }) => text.includes(`"${slug}"`))
        if (found) return `${path} has ${found.slug}`
      }
      return false
    },
  },
  {
    letter: 'Q',
    title: 'a cookie counts for nothing on another site',
    run: async (probing) => {
      const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
      const cookie = probing.june
      const me = await rest(probing, 'GET', '/users/me', { cookie, headers })
      if (me.body.user) return 'it is signed in there'
      const before = await count(probing, 'products')
      const { status } = await rest(probing, 'DELETE', '/products?where[id][exists]=true', {
        cookie,
        headers,
      })
      if (!wasRefused(status)) return `a deletion answered ${status}`
      return (await count(probing, 'products')) !== before && 'products are gone'
    },
  },
]

/** Where the others are tested: file → the beginning of a title in it. A test that moved or was renamed is a failure. */
const elsewhere: [letter: string, file: string, title: string][] = [
  ['A', 'tests/integration/platform/transaction.test.ts', 'Payload reports success for a write'],
  ['A', 'tests/integration/platform/transaction.test.ts', 'a COMMIT that the database rejects'],
  [
    'B',
    'tests/integration/platform/transaction.test.ts',
    'a connection that is killed before the COMMIT',
  ],
  [
    'C',
    'tests/integration/platform/transaction.test.ts',
    'an error that was caught inside still rolls back',
  ],
  ['D', 'tests/integration/http/payload-rest.test.ts', 'are not restored by a concurrent sign-in'],
  [
    'E',
    'tests/integration/http/collection-access.test.ts',
    'Payload’s job runner, GraphQL, and telemetry',
  ],
  ['F', 'tests/integration/platform/job-queue.test.ts', 'unlocking the jobs of one worker'],
  ['G', 'tests/integration/platform/transaction.test.ts', 'a connection that is lost while idle'],
  ['I', 'tests/integration/http/payload-rest.test.ts', 'fails the same way for a wrong password'],
  [
    'J',
    'tests/integration/platform/transaction.test.ts',
    'two concurrent changes to different fields of a row',
  ],
  [
    'N',
    'tests/integration/platform/transaction.test.ts',
    'ten concurrent increments through Payload',
  ],
  ['O', 'tests/trust/races/people-races.ts', 'const oneUsername'],
  ['P', 'tests/integration/platform/transaction.test.ts', 'fifty concurrent increments'],
]

async function findElsewhere(): Promise<string[]> {
  const failures: string[] = []
  for (const [letter, file, title] of elsewhere)
    if (!existsSync(file) || !(await readFile(file, 'utf8')).includes(title))
      failures.push(`${letter}: there is no test “${title}…” in ${file}`)
  return failures
}

async function run(trust: Trust): Promise<SuiteReport> {
  const address = clientAddress(trust.randomFor('payload'))
  const [user] = await trust.query<{ id: number }>("select id from users where username = 'wren'")
  const probing = {
    trust,
    address,
    wren: await signIn(trust, 'wren', address),
    june: await signIn(trust, 'june', clientAddress(trust.randomFor('june'))),
    wrenId: user?.id ?? 0,
  }
  const failures: string[] = []
  for (const { letter, title, run: probe } of probes) {
    const wrong = await probe(probing)
    if (wrong !== false) failures.push(`${letter} ${title}: ${wrong}`)
  }
  failures.push(...(await findElsewhere()))
  return { counts: { probes: probes.length, 'tests elsewhere': elsewhere.length }, failures }
}

export const payloadDefaults: Suite = { letter: 'Z', title: 'Defaults of Payload', run }
