import {
  and,
  asc,
  desc,
  eq,
  exists,
  inArray,
  isNull,
  ne,
  notExists,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import {
  bigint,
  integer,
  pgTable,
  text,
  timestamp,
  union,
} from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import { erasedValues } from '@/modules/privacy/rules/data-request'
import { orders, subscribers, users } from '@/payload-generated-schema'
import {
  isoDate,
  isOnDays,
  matchesSearch,
  offsetOf,
  pagedRows,
  type PageQuery,
  splitTerms,
} from '@/platform/paged-list'
import type { DayRange } from '@/platform/schema-fields'

import { orderSearchText } from './admin-orders'

export const customerSorts = [
  'recent',
  'oldest',
  'spent',
  'spent-low',
  'orders',
  'orders-low',
  'email',
  'email-z',
] as const
export type CustomerSort = (typeof customerSorts)[number]
export type CustomerRow = Awaited<ReturnType<typeof listCustomers>>['rows'][number]

/**
 * One row per customer (migration 20261129_153000_customers), kept by triggers. Orders that only pay a price difference
 * count as money, but not as orders.
 */
export const customers = pgTable('customers', {
  email: text('email').primaryKey(),
  /** In URLs, so that none holds an email address. */
  firstOrder: integer('first_order_id').notNull(),
  lastOrder: integer('last_order_id').notNull(),
  /** The account that placed all orders which have one; see `isOnlyBuyer`. */
  onlyAccount: integer('only_account_id'),
  orders: integer('orders').notNull(),
  /** Payments after refunds. */
  spentCents: bigint('spent_cents', { mode: 'number' }).notNull(),
  firstOrderAt: timestamp('first_order_at', { mode: 'string', withTimezone: true }).notNull(),
  lastOrderAt: timestamp('last_order_at', { mode: 'string', withTimezone: true }).notNull(),
})

/**
 * Who placed an order: the account's email address, or the one typed at a guest checkout, in lower case. Guest orders
 * with the address of an account belong to the same customer.
 */
export const customerEmail = sql<string>`lower(coalesce(${users.email}, ${orders.email}))`

/** Erased people keep their orders, but are no longer customers. */
export const isKnownCustomer = ne(orders.email, erasedValues.email)

/**
 * Whether no guest ordered with a customer's address. Otherwise nobody knows whether an account that hasn't confirmed
 * the address is this customer, or has only typed it at checkout.
 */
export function isOnlyBuyer({ db: { drizzle } }: Payload): SQL {
  return notExists(
    drizzle
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(sql`lower(${orders.email})`, customers.email), isNull(orders.customer))),
  )
}

/** The columns that staff see of customers. */
export function customerColumns({ db: { drizzle } }: Payload) {
  const name = drizzle
    .select({
      name: sql`trim(concat_ws(' ', ${orders.shippingAddress_firstName}, ${orders.shippingAddress_lastName}))`,
    })
    .from(orders)
    .where(eq(orders.id, customers.lastOrder))
  return {
    id: customers.firstOrder,
    email: customers.email,
    name: sql<string>`${name}`.as('name'),
    orders: customers.orders,
    spentCents: customers.spentCents,
    firstOrderAt: isoDate(customers.firstOrderAt),
    lastOrderAt: isoDate(customers.lastOrderAt),
  }
}

/**
 * A customer is found by any of their orders, each term in the order or the account's address; all orders are counted.
 */
function matchingCustomers({ db: { drizzle } }: Payload, search: string): SQL | undefined {
  const terms = splitTerms(search)
  if (terms.length === 0) return undefined
  // Two lists, because an index serves each and none serves both.
  const ordersWith = (term: string) => {
    const matchingAccounts = drizzle
      .select({ id: users.id })
      .from(users)
      .where(matchesSearch(sql`${users.email}`, term))
    return union(
      drizzle.select({ id: orders.id }).from(orders).where(matchesSearch(orderSearchText, term)),
      drizzle
        .select({ id: orders.id })
        .from(orders)
        .where(inArray(orders.customer, matchingAccounts)),
    )
  }
  const emails = drizzle
    .select({ email: customerEmail })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.customer))
    .where(and(isKnownCustomer, ...terms.map((term) => inArray(orders.id, ordersWith(term)))))
  return inArray(customers.email, emails)
}

/** Returns one page of the people who placed an order, with their spending after refunds. Days are of their latest order. */
export function listCustomers(
  payload: Payload,
  { search, sort, ...query }: PageQuery & DayRange & { search: string; sort: CustomerSort },
) {
  const { drizzle } = payload.db
  const orderBy = {
    recent: desc(customers.lastOrderAt),
    oldest: asc(customers.lastOrderAt),
    spent: desc(customers.spentCents),
    'spent-low': asc(customers.spentCents),
    orders: desc(customers.orders),
    'orders-low': asc(customers.orders),
    email: asc(customers.email),
    'email-z': desc(customers.email),
  } satisfies Record<CustomerSort, SQL>
  const account = drizzle
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, customers.email))
  const userId = sql<
    number | null
  >`coalesce((${account}), case when ${isOnlyBuyer(payload)} then ${customers.onlyAccount} end)`
  const subscription = drizzle
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(
      and(
        eq(sql`lower(${subscribers.email})`, customers.email),
        eq(subscribers.status, 'subscribed'),
      ),
    )
  const isListed = and(isOnDays(customers.lastOrderAt, query), matchingCustomers(payload, search))
  // The page first, so that nothing else is read of other customers.
  const page = drizzle
    .select()
    .from(customers)
    .where(isListed)
    .orderBy(orderBy[sort], desc(customers.firstOrder))
    .limit(query.limit)
    .offset(offsetOf(query))
    .as('customers')
  return pagedRows(
    query,
    drizzle
      .select({
        ...customerColumns(payload),
        userId: userId.as('user_id'),
        isSubscribed: sql<boolean>`${exists(subscription)}`,
      })
      .from(page)
      .orderBy(orderBy[sort], desc(customers.firstOrder)),
    drizzle.$count(customers, isListed),
  )
}
