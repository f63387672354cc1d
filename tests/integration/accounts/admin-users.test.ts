import { makePerson, type TestPerson } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

import type { Role } from '@/access/roles'
import { formatIdentityProviders } from '@/platform/identity-providers'

let people: Record<Role, TestPerson>
beforeAll(async () => {
  await getTestPayload()
})
beforeEach(async () => {
  await rowsOf(sql`delete from users`)
  people = {
    customer: await makePerson('customer'),
    editor: await makePerson('editor'),
    admin: await makePerson('admin'),
    super_admin: await makePerson('super_admin'),
  }
})

const change = (as: TestPerson | null, id: number, body: unknown) =>
  call('PATCH', `/api/admin/users/${id}`, { as, body })
const stateOf = async (id: number) =>
  (
    await rowsOf<{ role: Role; is_active: boolean }>(
      sql`select role, is_active from users where id = ${id}`,
    )
  )[0]
const signedIn = async (who: TestPerson): Promise<boolean> =>
  (await call('GET', '/api/auth/user', { as: who })).status === 200

describe('list of users', () => {
  it('finds users by part of an email or a name, ignoring case, and by role', async () => {
    const { body } = await call<{ id: number }[]>(
      'GET',
      `/api/admin/users?search=${people.editor.user.username?.toUpperCase()}`,
      { as: people.admin },
    )
    expect(body.map(({ id }) => id)).toEqual([people.editor.user.id])
    expect(
      (await call<unknown[]>('GET', '/api/admin/users?role=customer', { as: people.admin })).body,
    ).toHaveLength(1)
    expect(
      (await call<unknown[]>('GET', '/api/admin/users?search=%25', { as: people.admin })).body,
    ).toHaveLength(0)
  })
  it('contains no secrets', async () => {
    const { body, headers } = await call<Record<string, unknown>[]>('GET', '/api/admin/users', {
      as: people.super_admin,
    })
    expect(Object.keys(body[0] ?? {}).sort()).toEqual([
      'createdAt',
      'email',
      'firstName',
      'id',
      'invitedEmail',
      'isActive',
      'lastLoginAt',
      'lastName',
      'passkey',
      'profileImageUrl',
      'role',
      'secondFactor',
      'username',
    ])
    expect(headers.get('x-total-count')).toBe('4')
  })
  it.each(['customer', 'editor'] as const)('is forbidden for the role %s', async (role) => {
    expect((await call('GET', '/api/admin/users', { as: people[role] })).status).toBe(403)
  })
})

describe('user role', () => {
  it('is changed by a super admin, which ends all sessions of the user', async () => {
    expect(await signedIn(people.customer)).toBe(true)
    const { status, body } = await change(people.super_admin, people.customer.user.id, {
      role: 'editor',
    })
    expect([status, body.role]).toEqual([200, 'editor'])
    expect(await signedIn(people.customer)).toBe(false)
    expect(
      await rowsOf(
        sql`select action, actor_id::integer as actor, subject_id as subject, details from audit_events order by id desc limit 1`,
      ),
    ).toEqual([
      {
        action: 'user.role_changed',
        actor: people.super_admin.user.id,
        subject: String(people.customer.user.id),
        details: { from: 'customer', to: 'editor' },
      },
    ])
  })
  it('cannot be changed by an admin', async () => {
    expect((await change(people.admin, people.customer.user.id, { role: 'admin' })).status).toBe(
      403,
    )
    expect(await stateOf(people.customer.user.id)).toMatchObject({ role: 'customer' })
  })
  it('cannot be changed by the user themselves', async () => {
    expect(
      (await change(people.super_admin, people.super_admin.user.id, { role: 'customer' })).status,
    ).toBe(403)
  })
})

describe('a staff role for a customer who signs in through a provider only', () => {
  const promote = async (values: ReturnType<typeof sql>) => {
    const { id } = people.customer.user
    await rowsOf(
      sql`update users set has_password = false, email = null, last_login_at = now() where id = ${id}`,
    )
    await rowsOf(sql`update users set ${values} where id = ${id}`)
    return change(people.super_admin, id, { role: 'editor' })
  }

  it('is refused, because they could not sign in as staff', async () => {
    const { status, body } = await promote(sql`pending_email = 'wren@example.com'`)
    expect([status, body.error]).toEqual([
      409,
      `They can only sign in with ${formatIdentityProviders()}, which staff can’t use. Ask them to set a password or add a passkey first.`,
    ])
    expect(await stateOf(people.customer.user.id)).toMatchObject({ role: 'customer' })
  })
  it.each([
    ['a password', sql`has_password = true`],
    ['a passkey', sql`passkey_since = now()`],
    ['a confirmed address, where a link for a new password goes', sql`email = 'wren@example.com'`],
    ['an invitation instead, if they never signed in', sql`last_login_at = null`],
  ])('is possible with %s', async (_, values) => {
    expect((await promote(values)).status).toBe(200)
  })
})

describe('activation', () => {
  it('ends every session on deactivation and requires a new sign-in after reactivation', async () => {
    expect(
      (await change(people.admin, people.editor.user.id, { isActive: false })).body.isActive,
    ).toBe(false)
    expect(await signedIn(people.editor)).toBe(false)
    expect(
      (
        await call('POST', '/api/auth/local', {
          body: { username: people.editor.user.username, password: people.editor.password },
        })
      ).status,
    ).toBe(401)
    await change(people.admin, people.editor.user.id, { isActive: true })
    expect(await signedIn(people.editor)).toBe(false)
    expect(
      (
        await call('POST', '/api/auth/local', {
          body: { username: people.editor.user.username, password: people.editor.password },
        })
      ).status,
    ).toBe(200)
  })
  it.each(['admin', 'super_admin'] as const)(
    'is forbidden to admins for the role %s',
    async (role) => {
      const other = await makePerson(role)
      expect((await change(people.admin, other.user.id, { isActive: false })).status).toBe(403)
      expect(await stateOf(other.user.id)).toMatchObject({ is_active: true })
    },
  )
  it('cannot be changed by the user themselves', async () => {
    expect((await change(people.admin, people.admin.user.id, { isActive: false })).status).toBe(403)
  })
})

it('keeps one super admin when two super admins demote and deactivate each other at the same time', async () => {
  for (let round = 0; round < 3; round += 1) {
    await rowsOf(sql`delete from users`)
    const [one, other] = [await makePerson('super_admin'), await makePerson('super_admin')]
    const answers = await Promise.all([
      change(one, other.user.id, { role: 'customer' }),
      change(other, one.user.id, { isActive: false }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      await rowsOf(sql`select id from users where role = 'super_admin' and is_active`),
    ).toHaveLength(1)
  }
})

it.each([
  ['a change of both role and activation', { role: 'editor', isActive: true }],
  ['an empty change', {}],
  ['an unknown role', { role: 'owner' }],
  ['a string instead of a boolean', { isActive: 'false' }],
  ['an additional field', { role: 'editor', email: 'x@example.com' }],
])('rejects %s and changes nothing', async (_, body) => {
  expect((await change(people.super_admin, people.customer.user.id, body)).status).toBe(400)
  expect(await stateOf(people.customer.user.id)).toEqual({ role: 'customer', is_active: true })
})

it('names the roles when the role is none of them', async () => {
  const { body } = await change(people.super_admin, people.customer.user.id, { role: 'owner' })
  expect(body).toMatchObject({
    fields: {
      body: 'Send either role (customer, editor, admin, super_admin) or isActive (true or false).',
    },
  })
})
it('responds 404 for an unknown user', async () => {
  expect((await change(people.super_admin, 999_999, { role: 'editor' })).status).toBe(404)
})

it('records a repeated change only once', async () => {
  await change(people.super_admin, people.customer.user.id, { role: 'editor' })
  await change(people.super_admin, people.customer.user.id, { role: 'editor' })
  expect(
    await rowsOf(
      sql`select 1 from audit_events where subject_id = ${String(people.customer.user.id)}`,
    ),
  ).toHaveLength(1)
})
