import { makePerson, sessionCookie, type TestPerson } from '@tests/support/factories'
import { getTestPayload, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { apiKeyPermissions } from '@/access/api-key'
import { createApiKey } from '@/modules/accounts/actions/api-keys'

import type { Rule } from './access-matrix'

export const withSession = ['customer', 'other customer', 'editor', 'admin', 'super_admin'] as const
export const withoutSession = [
  'visitor',
  'deactivated super admin',
  'expired cookie',
  'forged cookie',
  'cookie after signing out',
] as const
export const apiClients = ['API key with the permission', 'API key without the permission'] as const
export const everyone = [...withSession, ...withoutSession, ...apiClients] as const
export type Who = (typeof everyone)[number]

export type Principals = {
  people: Record<(typeof withSession)[number], TestPerson>
  /**
   * Returns the principal’s headers. API clients send a key with only the rule’s permission, or
   * with all others.
   */
  headersOf: (who: Who, rule: Rule) => Record<string, string>
  signInAgain: () => Promise<void>
}

/** Creates every kind of caller. The customer has user id 1. */
export async function makePrincipals(): Promise<Principals> {
  const payload = await getTestPayload()
  const customer = await makePerson('customer')
  const [other, editor, admin, superAdmin, deactivated, signedOut] = await Promise.all(
    (['customer', 'editor', 'admin', 'super_admin', 'super_admin', 'super_admin'] as const).map(
      (role) => makePerson(role),
    ),
  )
  if (!other || !editor || !admin || !superAdmin || !deactivated || !signedOut)
    throw new Error('Missing user')
  await payload.db.drizzle.transaction(async (tx) => {
    await tx.execute(sql`select set_config('app.role_change', '1', true)`)
    await tx.execute(sql`update users set is_active = false where id = ${deactivated.user.id}`)
  })
  expect((await call('POST', '/api/logout', { as: signedOut })).status).toBe(200)
  const people = { customer, 'other customer': other, editor, admin, super_admin: superAdmin }
  const cookies: Partial<Record<Who, string>> = {
    'deactivated super admin': deactivated.cookie,
    'expired cookie': await sessionCookie(superAdmin.user.id, { seconds: -60 }),
    'forged cookie': await sessionCookie(superAdmin.user.id, {
      secret: 'a secret that somebody guessed',
    }),
    'cookie after signing out': signedOut.cookie,
  }
  const keyWith = new Map<string, string>()
  const keyWithout = new Map<string, string>()
  for (const permission of apiKeyPermissions) {
    const others = apiKeyPermissions.filter((one) => one !== permission)
    keyWith.set(
      permission,
      (
        await createApiKey(payload, superAdmin.user, {
          name: permission,
          permissions: [permission],
          expiresAt: null,
        })
      ).key,
    )
    keyWithout.set(
      permission,
      (
        await createApiKey(payload, superAdmin.user, {
          name: `all but ${permission}`,
          permissions: others,
          expiresAt: null,
        })
      ).key,
    )
  }
  const anyKey = [...keyWithout.values()][0] ?? ''
  return {
    people,
    headersOf: (who, rule): Record<string, string> => {
      if (who in people) return { cookie: people[who as keyof typeof people].cookie }
      if (who in cookies) return { cookie: cookies[who] ?? '' }
      if (who === 'visitor') return {}
      const permission = 'key' in rule ? rule.key : null
      const key = permission
        ? (who === 'API key with the permission' ? keyWith : keyWithout).get(permission)
        : anyKey
      return { authorization: `Bearer ${key}` }
    },
    signInAgain: async () => {
      for (const person of Object.values(people))
        person.cookie = await sessionCookie(person.user.id)
    },
  }
}
