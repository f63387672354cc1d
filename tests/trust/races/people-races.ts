import { randomUUID } from 'node:crypto'

import { waitFor } from '../shop'
import type { Race } from './order-races'
import {
  type Arena,
  atOnce,
  callFrom,
  cookieOf,
  expectSame,
  newCustomer,
  serverErrors,
  signInAs,
  tally,
} from './shop-actions'

const meStatus = async (arena: Arena, cookie: string): Promise<number> =>
  (await callFrom(arena, 'GET', '/api/auth/user', { cookie })).status

const oneUsername: Race = async (arena) => {
  const username = `race${randomUUID().replaceAll('-', '').slice(0, 16)}`
  const answers = await atOnce(Math.min(arena.crowd, 20), () =>
    callFrom(arena, 'POST', '/api/auth/register', {
      body: { username, password: 'the-long-way-home-again' },
    }),
  )
  const rows = await arena.trust.query('select 1 from users where username = $1', [username])
  return [
    ...serverErrors(answers),
    ...expectSame(
      `winners (${tally(answers)})`,
      answers.filter(({ status }) => status === 201).length,
      1,
    ),
    ...expectSame('users', rows.length, 1),
  ]
}

const oneSubscriber: Race = async (arena) => {
  const email = `trust-${arena.name}@example.com`
  const answers = await atOnce(arena.crowd, () =>
    callFrom(arena, 'POST', '/api/newsletter/subscribe', { body: { email } }),
  )
  const rows = await arena.trust.query('select 1 from subscribers where email = $1', [email])
  return [
    ...serverErrors(answers),
    ...expectSame(`subscribers (${tally(answers)})`, rows.length, 1),
  ]
}

/** Changes roles as a migration does; the rows have a trigger against other ways. */
const setRole = async ({ trust }: Arena, username: string, role: string): Promise<void> => {
  await trust.query(
    `do $$ begin perform set_config('app.role_change', '1', true);
     update users set role = '${role}' where username = '${username}'; end $$`,
  )
}

const ownerCookie = async (arena: Arena): Promise<string> =>
  cookieOf(
    await callFrom(arena, 'POST', '/api/auth/local', {
      body: { username: 'june', password: 'walk-the-long-way' },
    }),
  )

const twoOwners: Race = async (arena) => {
  const second = await newCustomer(arena)
  await setRole(arena, second.username, 'super_admin')
  const [junes, theirs] = [
    await ownerCookie(arena),
    cookieOf(await signInAs(arena, second.username)),
  ]
  const [june] = await arena.trust.query<{ id: number }>(
    "select id from users where username = 'june'",
  )
  const demote = (id: number, cookie: string) =>
    callFrom(arena, 'PATCH', `/api/admin/users/${id}`, { body: { role: 'admin' }, cookie })
  const answers = await Promise.all([demote(second.id, junes), demote(june?.id ?? 0, theirs)])
  const owners = await arena.trust.query(
    "select 1 from users where role = 'super_admin' and is_active",
  )
  await setRole(arena, 'june', 'super_admin')
  await setRole(arena, second.username, 'customer')
  arena.owner = await arena.signInAgain()
  return [
    ...serverErrors(answers),
    ...expectSame(`super admins (${tally(answers)})`, owners.length, 1),
  ]
}

const deactivation: Race = async (arena) => {
  const user = await newCustomer(arena)
  const [off, ...signedIn] = await Promise.all([
    callFrom(arena, 'PATCH', `/api/admin/users/${user.id}`, {
      body: { isActive: false },
      cookie: arena.owner,
    }),
    ...Array.from({ length: 3 }, () => signInAs(arena, user.username)),
  ])
  const cookies = [user.cookie, ...signedIn.filter(({ status }) => status === 200).map(cookieOf)]
  const statuses = await Promise.all(cookies.map((cookie) => meStatus(arena, cookie)))
  return [
    ...serverErrors([off, ...signedIn]),
    ...expectSame('the deactivation', off.status, 200),
    ...expectSame('sessions that live', statuses.filter((status) => status !== 401).length, 0),
  ]
}

const signOut: Race = async (arena) => {
  const user = await newCustomer(arena)
  const [out, signedIn] = await Promise.all([
    callFrom(arena, 'POST', '/api/logout', { cookie: user.cookie }),
    signInAs(arena, user.username),
  ])
  return [
    ...serverErrors([out, signedIn]),
    ...expectSame('the old session', await meStatus(arena, user.cookie), 401),
    ...expectSame('the new session', await meStatus(arena, cookieOf(signedIn)), 200),
  ]
}

const roleChange: Race = async (arena) => {
  const user = await newCustomer(arena)
  await setRole(arena, user.username, 'editor')
  const cookie = cookieOf(await signInAs(arena, user.username))
  const read = () => callFrom(arena, 'GET', '/api/admin/content', { cookie })
  const [changed, ...reads] = await Promise.all([
    callFrom(arena, 'PATCH', `/api/admin/users/${user.id}`, {
      body: { role: 'customer' },
      cookie: arena.owner,
    }),
    ...Array.from({ length: 4 }, read),
  ])
  const after = await read()
  return [
    ...serverErrors([changed, ...reads]),
    ...expectSame('the change', changed.status, 200),
    ...expectSame('the first request afterwards', [401, 403].includes(after.status), true),
  ]
}

const twoImports: Race = async (arena) => {
  const answers = await atOnce(3, () =>
    callFrom(arena, 'POST', '/api/admin/printful/sync', {
      body: { preview: true, wait: 0 },
      cookie: arena.owner,
    }),
  )
  const started = answers.find(({ status }) => status === 200 || status === 202)
  if (started)
    await callFrom(arena, 'POST', `/api/admin/sync-runs/${started.body.run?.id}/cancel`, {
      body: {},
      cookie: arena.owner,
    })
  await waitFor('The sync is over', async () => {
    const running = await arena.trust.query(
      "select 1 from sync_runs where status in ('queued', 'running')",
    )
    return running.length === 0
  })
  return [
    ...serverErrors(answers),
    ...expectSame(
      `winners (${tally(answers)})`,
      answers.filter(({ status }) => status === 200 || status === 202).length,
      1,
    ),
  ]
}

const saveAndViews: Race = async (arena) => {
  const { trust, owner, crowd, name } = arena
  const [article] = await trust.query<{ id: number; views: number }>(
    "select id, coalesce(view_count, 0)::int as views from content where status = 'published' order by id limit 1",
  )
  if (!article) return ['There is no article']
  const title = `Under the alder ${name}`
  const [saved, ...views] = await Promise.all([
    callFrom(arena, 'PUT', `/api/admin/content/${article.id}`, { body: { title }, cookie: owner }),
    ...Array.from({ length: crowd }, (_, n) =>
      callFrom(arena, 'PUT', `/api/content/${article.id}/view`, {
        headers: { 'User-Agent': `Mozilla/5.0 (trust ${n})` },
      }),
    ),
  ])
  const counted = views.filter(({ status }) => status === 200).length
  const [now] = await trust.query<{ title: string; views: number }>(
    'select title, view_count::int as views from content where id = $1',
    [article.id],
  )
  return [
    ...serverErrors([saved, ...views]),
    ...expectSame('the save', saved.status, 200),
    ...expectSame('the article', now, { title, views: article.views + counted }),
  ]
}

export const peopleRaces: Record<string, Race> = {
  'one username': oneUsername,
  'one newsletter address': oneSubscriber,
  'two owners demote each other': twoOwners,
  'deactivation and sign-in': deactivation,
  'sign-out and sign-in': signOut,
  'role change and requests': roleChange,
  'import and import': twoImports,
  'save and views': saveAndViews,
}
