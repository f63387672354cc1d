import { spawn } from 'node:child_process'

import { jest } from '@jest/globals'
import { makePerson, makeProduct, sessionCookie } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import type { Payload } from 'payload'

import { changePassword } from '@/modules/accounts/actions/reset-password'
import { env } from '@/platform/env'
import { demoPeople } from '@/seed/demo-people'
import { addOwner, type OwnerSignIn } from '@/seed/owner'
import {
  assertNoPublishedPasswords,
  findPublishedPasswords,
  type Query,
} from '@/seed/published-passwords'
import { removeDemoPeople } from '@/seed/remove-demo-people'
import { addUser } from '@/seed/users'

import { bundled } from '../../../scripts/bundle.mjs'
import { freePort } from '../../../scripts/ports.mjs'

jest.setTimeout(90_000) // Password hashes are slow on purpose, and these tests compute many.

// The programs that this test starts derive passwords with all rounds.
delete process.env.PASSWORD_ROUNDS

let payload: Payload
const query: Query = (text, values) => payload.db.pool.query(text, values)
const found = async (): Promise<string[]> =>
  (await findPublishedPasswords(query)).map(({ username }) => username)
const idOf = async (username: string): Promise<number> =>
  Number(
    (await rowsOf<{ id: number }>(sql`select id from users where username = ${username}`))[0]?.id,
  )
const signIn = (username: string, password: string) =>
  call('POST', '/api/auth/local', { body: { username, password } })

let seeded: string
beforeAll(async () => {
  payload = await getTestPayload()
  for (const person of demoPeople) await addUser(payload, person)
  seeded = JSON.stringify(await rowsOf(sql`select * from users order by id`))
})
beforeEach(async () => {
  await rowsOf(sql`delete from users`)
  await rowsOf(
    sql`with allowed as (select set_config('app.role_change', '1', true)) insert into users select person.* from allowed, json_populate_recordset(null::users, ${seeded}::json) as person`,
  )
})

describe('check for published demo passwords', () => {
  it('lists every account that still has its demo password, regardless of role', async () => {
    expect(await found()).toEqual(['june', 'marisol', 'edie', 'wren'])
    const refusal = assertNoPublishedPasswords(query)
    await expect(refusal).rejects.toThrow(/june, marisol, edie, wren/)
    await expect(refusal).rejects.toThrow(/npm run go-live/)
  })

  it('finds a renamed account by its email and one with a different email by its username', async () => {
    await rowsOf(sql`update users set username = 'jane' where username = 'june'`)
    await rowsOf(sql`update users set email = 'marisol@example.org' where username = 'marisol'`)
    expect(await found()).toEqual(['jane', 'marisol', 'edie', 'wren'])
  })

  it('finds a deactivated account, because reactivating it would bring the password back', async () => {
    await rowsOf(
      sql`with allowed as (select set_config('app.role_change', '1', true)) update users set is_active = false from allowed where username = 'edie'`,
    )
    expect(
      await rowsOf(sql`select is_active as active from users where username = 'edie'`),
    ).toEqual([{ active: false }])
    expect(await found()).toContain('edie')
  })

  it('ignores accounts with a changed password and other users with the same password', async () => {
    await changePassword(
      payload,
      { id: await idOf('june'), username: 'june' },
      'seven slow ferns',
      undefined,
    )
    await rowsOf(sql`delete from users where username in ('edie', 'wren')`)
    await addUser(payload, {
      username: 'someone',
      password: 'walk-the-long-way',
      firstName: 'Some',
      lastName: 'One',
      role: 'customer',
    })
    expect(await found()).toEqual(['marisol'])
    await rowsOf(sql`delete from users where username = 'marisol'`)
    await expect(assertNoPublishedPasswords(query)).resolves.toBeUndefined()
  })
})

describe('removing demo users', () => {
  it('signs them out, revokes every way to sign in, and keeps the audit log', async () => {
    const id = await idOf('june')
    const cookie = await sessionCookie(id)
    await rowsOf(
      sql`insert into account_tokens (user_id, purpose, token_hash) values (${id}, 'recovery-code', 'hash-of-a-code')`,
    )
    await rowsOf(
      sql`insert into identities (user_id, provider, subject) values (${id}, 'google', 'somebody')`,
    )
    await rowsOf(
      sql`insert into api_keys (name, prefix, key_hash, created_by_id) values ('Script', 'dfk_1', 'hash-of-a-key', ${id})`,
    )
    expect((await removeDemoPeople(payload)).people).toEqual(['june', 'marisol', 'edie', 'wren'])

    expect((await call('GET', '/api/auth/user', { headers: { cookie } })).status).toBe(401)
    expect((await signIn('june', 'walk-the-long-way')).status).toBe(401)
    expect(
      await rowsOf(sql`select hash, salt, is_active as active from users where id = ${id}`),
    ).toEqual([{ hash: null, salt: null, active: false }])
    expect(
      await rowsOf(
        sql`select 1 from account_tokens where user_id = ${id} union all select 1 from identities where user_id = ${id} union all select 1 from api_keys where created_by_id = ${id} and revoked_at is null`,
      ),
    ).toEqual([])
    expect(
      await rowsOf(
        sql`select action from audit_events where subject_id = ${String(id)} order by id desc limit 1`,
      ),
    ).toEqual([{ action: 'user.deactivated' }])
    await expect(assertNoPublishedPasswords(query)).resolves.toBeUndefined()
    expect((await removeDemoPeople(payload)).people).toEqual([])
  })

  it('turns off the gift cards and discounts of those accounts, whose codes anyone may know, and of nobody else', async () => {
    const product = await makeProduct()
    const make = async (headers: Record<string, string>, code: string) => {
      const { body: card } = await call<{ code: string }>('POST', '/api/admin/gift-cards', {
        headers,
        body: { amount: '100.00', note: 'For the opening' },
      })
      const { status } = await call('POST', '/api/admin/discounts', {
        headers,
        body: { name: code, kind: 'percent', percent: 100, code },
      })
      expect(status).toBe(201)
      return card.code
    }
    const known = await make({ cookie: await sessionCookie(await idOf('june')) }, 'ALLFREE')
    const own = await make({ cookie: (await makePerson('super_admin')).cookie }, 'OPENING')
    const checkCard = async (code: string) =>
      (await call('POST', '/api/gift-cards/check', { body: { code } })).status
    const discountWith = async (discountCode: string) => {
      const items = [{ productId: product.id, size: 'M', color: 'Pine', quantity: 1 }]
      const { body } = await call('POST', '/api/cart/check', { body: { items, discountCode } })
      return body.codeMessage
    }
    expect([await checkCard(known), await discountWith('ALLFREE')]).toEqual([200, null])

    expect(await removeDemoPeople(payload)).toMatchObject({ giftCards: 1, discounts: 1 })
    expect([await checkCard(known), await discountWith('ALLFREE')]).toEqual([
      400,
      'This code is no longer valid.',
    ])
    expect([await checkCard(own), await discountWith('OPENING')]).toEqual([200, null])
  })

  it('keeps an account whose password was changed', async () => {
    await changePassword(
      payload,
      { id: await idOf('june'), username: 'june' },
      'seven slow ferns',
      undefined,
    )
    expect((await removeDemoPeople(payload)).people).toEqual(['marisol', 'edie', 'wren'])
    expect((await signIn('june', 'seven slow ferns')).status).toBe(200)
  })
})

describe('owner account', () => {
  const choosePassword = (owner: OwnerSignIn | null, password: string) =>
    call('POST', '/api/auth/reset', {
      body: { token: new URL(owner?.link ?? '').searchParams.get('token'), password },
    })

  it('is created when the only super admin was a demo user, with a one-time link to choose a password', async () => {
    expect(await addOwner(payload)).toBeNull()
    await removeDemoPeople(payload)
    const owner = await addOwner(payload)
    expect(owner?.username).toBe('owner')
    expect((await choosePassword(owner, 'seven slow ferns')).status).toBe(200)
    expect(await signIn('owner', 'seven slow ferns')).toMatchObject({
      status: 200,
      body: { user: { role: 'super_admin' } },
    })
    expect(await choosePassword(owner, 'eight slow ferns')).toMatchObject({
      status: 410,
      body: { code: 'link_expired' },
    })
    expect(await addOwner(payload)).toBeNull()
  })

  it('gets another username if “owner” is taken, and is not created if there is an active super admin', async () => {
    await removeDemoPeople(payload)
    await addUser(payload, {
      username: 'owner',
      password: 'seven slow ferns',
      firstName: '',
      lastName: '',
      role: 'customer',
    })
    expect((await addOwner(payload))?.username).toBe('owner-2')
    await rowsOf(sql`delete from users`)
    await makePerson('super_admin')
    expect(await addOwner(payload)).toBeNull()
  })
})

describe('owner account with an address', () => {
  afterEach(() => void Reflect.deleteProperty(env, 'OWNER_EMAIL'))

  it('is not created with the address of another account, and says so', async () => {
    await removeDemoPeople(payload)
    await addUser(payload, {
      username: 'ada',
      password: 'seven slow ferns',
      firstName: '',
      lastName: '',
      role: 'customer',
      email: 'ada@fern.shop',
    })
    Object.assign(env, { OWNER_EMAIL: 'Ada@fern.shop' })
    await expect(addOwner(payload)).rejects.toThrow(
      'The address in OWNER_EMAIL already belongs to another account.',
    )
    Object.assign(env, { OWNER_EMAIL: 'owner@fern.shop' })
    expect((await addOwner(payload))?.username).toBe('owner')
  })
})

describe('live PayPal environment', () => {
  /** Runs one of the shop’s programs on this database until it exits. */
  const runLive = async (args: string[]): Promise<{ code: number | null; output: string }> => {
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_ENV: 'production' as const,
      PAYPAL_ENVIRONMENT: 'live',
      LOG_FORMAT: 'text',
      SERVER_URL: 'https://shop.example',
      PORT: String(await freePort(undefined)),
    }
    const child = spawn(process.execPath, ['--conditions=production', ...args], { env })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += String(chunk)
      })
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
    return { code, output }
  }
  const refuses = async (args: string[]): Promise<void> => {
    const { code, output } = await runLive(args)
    expect(output).toMatch(
      /^Dayfern can't start.*: june, marisol, edie, wren\nRun "npm run go-live"/m,
    )
    expect(output).not.toMatch(/ready|prepared|\n\s+at /)
    expect(code).toBe(1)
  }

  it('does not start the web process with a demo password', async () =>
    refuses([await bundled('src/server/web.ts')]))
  it('does not start the worker with a demo password', async () =>
    refuses([await bundled('src/jobs/worker.ts')]))
  it('does not prepare the database with a demo password and adds no owner', async () => {
    await refuses([await bundled('src/seed/prepare.ts')])
    expect(await rowsOf(sql`select 1 from users where username = 'owner'`)).toEqual([])
  })
})
