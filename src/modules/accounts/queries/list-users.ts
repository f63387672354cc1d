import { sql } from '@payloadcms/db-postgres'
import type { SQL } from 'drizzle-orm'
import type { Payload } from 'payload'

import type { Role } from '@/access/roles'

/** Admin specification 3, 'User (admin list)', and the user name, because an email address is not asked of anybody. */
export type AdminUser = {
  id: number
  username: string
  email: string | null
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
  role: Role
  isActive: boolean
  /** ISO 8601, or null for somebody who never came. */
  lastLoginAt: string | null
  createdAt: string
}
export type UserSearch = { search: string; role: Role | ''; page: number; limit: number }

const person = sql`json_build_object('id', u.id, 'username', u.username, 'email', u.email, 'firstName', u.first_name, 'lastName', u.last_name,
  'profileImageUrl', u.profile_image_url, 'role', u.role, 'isActive', u.is_active, 'lastLoginAt', u.last_login_at, 'createdAt', u.created_at)`

type Row = { person: AdminUser }
const iso = (date: string | null): string | null =>
  date === null ? null : new Date(date).toISOString()
const toUser = ({ person: user }: Row): AdminUser => ({
  ...user,
  lastLoginAt: iso(user.lastLoginAt),
  createdAt: iso(user.createdAt) ?? '',
})

/** Letter for letter the expression of the index users_find_trgm (migration panel_rules). */
export const userSearchText = sql`(coalesce(username, '') || ' ' || coalesce(email, '') || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, ''))`

const matching = ({ search, role }: Pick<UserSearch, 'search' | 'role'>): SQL => {
  const words = search
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, 6)
  return sql.join(
    [
      sql`true`,
      ...(role ? [sql`role = ${role}`] : []),
      ...words.map(
        (word) => sql`${userSearchText} ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`,
      ),
    ],
    sql` and `,
  )
}

/** One page of people, staff first and then the newest, and how many there are; two statements. */
export async function listAdminUsers(
  payload: Payload,
  search: UserSearch,
): Promise<{ users: AdminUser[]; total: number; page: number; pages: number }> {
  const where = matching(search)
  const [
    { rows },
    {
      rows: [counted],
    },
  ] = await Promise.all([
    payload.db.drizzle.execute(sql`
      select ${person} as person from (
        select * from users where ${where} order by (role = 'customer'), created_at desc, id desc limit ${search.limit} offset ${(search.page - 1) * search.limit}) u
      order by (u.role = 'customer'), u.created_at desc, u.id desc`),
    payload.db.drizzle.execute(sql`select count(*)::integer as total from users where ${where}`),
  ])
  const { total } = counted as { total: number }
  return {
    users: (rows as unknown as Row[]).map(toUser),
    total,
    page: search.page,
    pages: Math.max(1, Math.ceil(total / search.limit)),
  }
}

export async function getAdminUser(payload: Payload, id: number): Promise<AdminUser | null> {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(
    sql`select ${person} as person from users u where u.id = ${id}`,
  )
  return row ? toUser(row as Row) : null
}
