import {
  and,
  asc,
  desc,
  eq,
  isNotNull,
  isNull,
  ne,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import type { z } from 'zod'

import type { Role } from '@/access/roles'
import type { adminUserResponse } from '@/modules/accounts/schemas/admin'
import { users } from '@/payload-generated-schema'
import { toIsoDate } from '@/platform/calendar-days'
import { isOnDays, matchesSearch } from '@/platform/paged-list'
import type { DayRange } from '@/platform/schema-fields'

export type AdminUser = z.infer<typeof adminUserResponse>
/** `staff`: staff first, then the newest. */
export const userSorts = ['staff', 'name', 'name-z', 'login', 'login-old'] as const
export type UserSort = (typeof userSorts)[number]
/** The days are those on which the account was created. */
type UserSearch = DayRange & {
  search: string
  role: Role | ''
  sort: UserSort
  page: number
  limit: number
}

/** An account that was made by an invitation and never opened. */
export const isInvited = and(
  eq(users.hasPassword, false),
  isNull(users.lastLoginAt),
  isNotNull(users.pendingEmail),
  ne(users.role, 'customer'),
)

const columns = {
  id: users.id,
  username: users.username,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
  role: users.role,
  isActive: users.isActive,
  secondFactor: sql<boolean>`${users.secondFactorSince} is not null`,
  passkey: sql<boolean>`${users.passkeySince} is not null`,
  lastLoginAt: users.lastLoginAt,
  invitedEmail: sql<string | null>`case when ${isInvited} then ${users.pendingEmail} end`,
  createdAt: users.createdAt,
}

const toUser = (row: AdminUser): AdminUser => ({
  ...row,
  lastLoginAt: row.lastLoginAt && toIsoDate(row.lastLoginAt),
  createdAt: toIsoDate(row.createdAt),
})

/** Must match the expression of the index users_find_trgm, or the index is not used. */
export const userSearchText = sql`(coalesce(${users.username}, '') || ' ' || coalesce(${users.email}, '') || ' ' || coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, ''))`

const matches = ({ search, role, ...days }: Omit<UserSearch, 'sort'>): SQL | undefined =>
  and(
    role ? eq(users.role, role) : undefined,
    matchesSearch(userSearchText, search),
    isOnDays(users.createdAt, days),
  )

const shownName = sql`lower(coalesce(nullif(trim(concat_ws(' ', ${users.firstName}, ${users.lastName})), ''), ${users.username}))`
const orders = {
  staff: [sql`(${users.role} = 'customer')`, desc(users.createdAt)],
  name: [asc(shownName)],
  'name-z': [desc(shownName)],
  login: [sql`${users.lastLoginAt} desc nulls last`],
  'login-old': [sql`${users.lastLoginAt} asc nulls first`],
} satisfies Record<UserSort, SQL[]>

/** Returns one page of users, and how many match. */
export async function listAdminUsers(
  payload: Payload,
  search: UserSearch,
): Promise<{ users: AdminUser[]; total: number; page: number; pages: number }> {
  const db = payload.db.drizzle
  const { page, limit } = search
  const where = matches(search)
  const [rows, total] = await Promise.all([
    db
      .select(columns)
      .from(users)
      .where(where)
      .orderBy(...orders[search.sort], desc(users.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.$count(users, where),
  ])
  return { users: rows.map(toUser), total, page, pages: Math.max(1, Math.ceil(total / limit)) }
}

export async function getAdminUser(payload: Payload, id: number): Promise<AdminUser | null> {
  const [row] = await payload.db.drizzle.select(columns).from(users).where(eq(users.id, id))
  return row ? toUser(row) : null
}
