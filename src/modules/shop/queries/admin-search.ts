import { sql } from '@payloadcms/db-postgres'
import type { SQL } from 'drizzle-orm'
import type { Payload } from 'payload'

import { type Permission, type Role, roleLabels } from '@/access/roles'
import { userSearchText } from '@/modules/accounts/queries/list-users'
import {
  type ContentStatus,
  contentStatusLabels,
  type ContentType,
  contentTypeLabels,
} from '@/modules/content/rules/content'
import { orderSearchText as findableOrder } from '@/modules/orders/queries/admin-orders'
import { type OrderStatus, orderStatusLabels } from '@/modules/orders/rules/order-status'
import { type Cents, formatMoney } from '@/platform/money'

export const searchKinds = ['product', 'order', 'content', 'user'] as const
export type SearchKind = (typeof searchKinds)[number]
/** One thing that was found: what it is called, a few words to tell it from others, and its screen. */
export type SearchResult = {
  kind: SearchKind
  id: number
  title: string
  note: string
  href: string
}

/** So many of each kind; a list with filters is one step further. */
export const resultsPerKind = 5

/** What it takes to see a kind. */
export const searchPermissions = {
  product: 'products:write',
  order: 'orders:read',
  content: 'content:write',
  user: 'users:read',
} as const satisfies Record<SearchKind, Permission>

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
/** Each word somewhere in it; what begins with the words as they were typed comes first, then the newest. */
const matching = (column: SQL, words: readonly string[]): SQL =>
  sql.join(
    words.map((word) => sql`${column} ilike ${`%${escaped(word)}%`}`),
    sql` and `,
  )
const first = (column: SQL, words: readonly string[]): SQL =>
  sql`order by (${column} ilike ${`${escaped(words.join(' '))}%`}) desc, id desc limit ${resultsPerKind}`

type Rows = Record<string, unknown>[]
const finders: Record<
  SearchKind,
  {
    query: (words: readonly string[]) => SQL
    toFound: (row: Record<string, unknown>) => Omit<SearchResult, 'kind'>
  }
> = {
  product: {
    query: (words) =>
      sql`select id, name, is_active as "isActive" from products where deleted_at is null and ${matching(sql`name`, words)} ${first(sql`name`, words)}`,
    toFound: ({ id, name, isActive }) => ({
      id: Number(id),
      title: String(name),
      note: isActive ? 'Active' : 'Inactive',
      href: `/admin/products/${String(id)}`,
    }),
  },
  order: {
    query: (words) => sql`
      select id, order_number as "orderNumber", status, total_cents::integer as "totalCents", concat_ws(' ', shipping_address_first_name, shipping_address_last_name) as name
      from orders where ${matching(findableOrder, words)} ${first(sql`order_number`, words)}`,
    toFound: ({ id, orderNumber, status, totalCents, name }) => ({
      id: Number(id),
      title: String(orderNumber),
      note: `${String(name)} · ${formatMoney(totalCents as Cents)} · ${orderStatusLabels[status as OrderStatus]}`,
      href: `/admin/orders/${String(id)}`,
    }),
  },
  content: {
    query: (words) =>
      sql`select id, title, content_type as "contentType", status from content where deleted_at is null and ${matching(sql`title`, words)} ${first(sql`title`, words)}`,
    toFound: ({ id, title, contentType, status }) => ({
      id: Number(id),
      title: String(title),
      note: `${contentTypeLabels[contentType as ContentType]} · ${contentStatusLabels[status as ContentStatus]}`,
      href: `/admin/content?edit=${String(id)}`,
    }),
  },
  user: {
    query: (words) => sql`
      select id, username, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), username) as name, email, role from users where ${matching(userSearchText, words)} ${first(sql`username`, words)}`,
    toFound: ({ id, username, name, email, role }) => ({
      id: Number(id),
      title: String(name),
      note: [email ?? username, roleLabels[role as Role]].join(' · '),
      href: `/admin/users?search=${encodeURIComponent(String(username))}`,
    }),
  },
}

/** What fits these words among the given kinds, five of each: one indexed query a kind. */
export async function searchAdmin(
  payload: Payload,
  text: string,
  kinds: readonly SearchKind[],
): Promise<SearchResult[]> {
  const words = text
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, 6)
  if (words.length === 0) return []
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const { rows } = await payload.db.drizzle.execute(finders[kind].query(words))
      return rows.map((row) => ({ kind, ...finders[kind].toFound(row) }))
    }),
  )
  return found.flat()
}
