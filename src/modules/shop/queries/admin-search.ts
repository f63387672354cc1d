import { and, desc, ilike, isNull, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { PgColumn } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import { type Permission, roleLabels } from '@/access/roles'
import { userSearchText } from '@/modules/accounts/queries/list-users'
import { contentStatusLabels, contentTypeLabels } from '@/modules/content/rules/content'
import { orderSearchText } from '@/modules/orders/queries/admin-orders'
import { orderStatusLabels } from '@/modules/orders/rules/order-status'
import { content, orders, products, users } from '@/payload-generated-schema'
import { formatMoney } from '@/platform/money'
import { escapeLike, matchesSearch, splitTerms } from '@/platform/paged-list'

export const searchKinds = ['product', 'order', 'content', 'user'] as const
export type SearchKind = (typeof searchKinds)[number]
/** A match: its title, a note that distinguishes it from others, and its screen. */
export type SearchResult = {
  kind: SearchKind
  id: number
  title: string
  note: string
  href: string
}

/** Matches of each kind; the lists show more. */
const resultsPerKind = 5

/** The permission that each kind of match needs. */
export const searchPermissions = {
  product: 'products:write',
  order: 'orders:read',
  content: 'content:write',
  user: 'users:read',
} as const satisfies Record<SearchKind, Permission>

/** Titles that start with the search come first, then the newest rows. */
const ranked = (title: PgColumn, id: PgColumn, search: string): SQL[] => [
  desc(ilike(title, `${escapeLike(splitTerms(search).join(' '))}%`)),
  desc(id),
]

const finders: Record<
  SearchKind,
  (payload: Payload, search: string) => Promise<Omit<SearchResult, 'kind'>[]>
> = {
  product: async ({ db }, search) => {
    const rows = await db.drizzle
      .select({ id: products.id, title: products.name, isActive: products.isActive })
      .from(products)
      .where(and(isNull(products.deletedAt), matchesSearch(sql`${products.name}`, search)))
      .orderBy(...ranked(products.name, products.id, search))
      .limit(resultsPerKind)
    return rows.map(({ id, title, isActive }) => ({
      id,
      title,
      note: isActive ? 'Active' : 'Inactive',
      href: `/admin/products/${id}`,
    }))
  },
  order: async ({ db }, search) => {
    const rows = await db.drizzle
      .select({
        id: orders.id,
        title: orders.orderNumber,
        status: orders.status,
        totalCents: orders.totalCents,
        name: sql<string>`concat_ws(' ', ${orders.shippingAddress_firstName}, ${orders.shippingAddress_lastName})`,
      })
      .from(orders)
      .where(matchesSearch(orderSearchText, search))
      .orderBy(...ranked(orders.orderNumber, orders.id, search))
      .limit(resultsPerKind)
    return rows.map(({ id, title, status, totalCents, name }) => ({
      id,
      title,
      note: `${name} · ${formatMoney(totalCents)} · ${orderStatusLabels[status]}`,
      href: `/admin/orders/${id}`,
    }))
  },
  content: async ({ db }, search) => {
    const rows = await db.drizzle
      .select({
        id: content.id,
        title: content.title,
        contentType: content.contentType,
        status: content.status,
      })
      .from(content)
      .where(and(isNull(content.deletedAt), matchesSearch(sql`${content.title}`, search)))
      .orderBy(...ranked(content.title, content.id, search))
      .limit(resultsPerKind)
    return rows.map(({ id, title, contentType, status }) => ({
      id,
      title,
      note: `${contentTypeLabels[contentType]} · ${contentStatusLabels[status]}`,
      href: `/admin/content/${id}`,
    }))
  },
  user: async ({ db }, search) => {
    const rows = await db.drizzle
      .select({
        id: users.id,
        username: users.username,
        title: sql<string>`coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${users.username})`,
        email: users.email,
        role: users.role,
      })
      .from(users)
      .where(matchesSearch(userSearchText, search))
      .orderBy(...ranked(users.username, users.id, search))
      .limit(resultsPerKind)
    return rows.map(({ id, username, title, email, role }) => ({
      id,
      title,
      note: [email ?? username, roleLabels[role]].join(' · '),
      href: `/admin/users?search=${encodeURIComponent(username)}`,
    }))
  },
}

/** Searches the given kinds, with one indexed query each; returns at most five matches per kind. */
export async function searchAdmin(
  payload: Payload,
  search: string,
  kinds: readonly SearchKind[],
): Promise<SearchResult[]> {
  if (splitTerms(search).length === 0) return []
  const results = await Promise.all(
    kinds.map(async (kind) =>
      (await finders[kind](payload, search)).map((result) => ({ kind, ...result })),
    ),
  )
  return results.flat()
}
