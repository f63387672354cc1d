import {
  and,
  asc,
  desc,
  eq,
  exists,
  inArray,
  ne,
  type SQL,
  sql,
  type SQLWrapper,
} from '@payloadcms/db-postgres/drizzle'
import { union } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import { erasedValues } from '@/modules/privacy/rules/data-request'
import { orders, payments, subscribers, users } from '@/payload-generated-schema'
import {
  isOnDays,
  matchesSearch,
  offsetOf,
  pagedRows,
  type PageQuery,
  splitTerms,
} from '@/platform/paged-list'
import type { DayRange } from '@/platform/schema-fields'
import { toIsoDate } from '@/platform/timestamps'

import { orderSearchText } from './admin-orders'
import { amountMoved, isCompletedPayment, isPriceDifference, orderRevenue } from './ledger-amounts'

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
 * Who placed an order: the account's email address, or the one typed at a guest checkout, in lower case. Guest orders
 * with the address of an account belong to the same customer.
 */
export const customerEmail = sql<string>`lower(coalesce(${users.email}, ${orders.email}))`

/** Erased people keep their orders, but are no longer customers. */
export const isKnownCustomer = ne(orders.email, erasedValues.email)

/**
 * One row per customer. `id` is the first order's, so that no URL holds an email address. What is read of other rows
 * goes through `customerColumns`, which PostgreSQL computes for the rows of one page only.
 */
export function customersQuery(payload: Payload, condition?: SQL) {
  const revenue = orderRevenue(payload)
  return payload.db.drizzle
    .select({
      id: sql<number>`min(${orders.id})::integer`.as('id'),
      // Drizzle writes the alias without its table, and subscribers have an `email` of their own.
      email: customerEmail.as('customer_email'),
      // With several accounts without a confirmed address, it's unknown which one this customer is.
      onlyAccount: sql<
        number | null
      >`case when min(${orders.customer}) = max(${orders.customer}) then max(${orders.customer}) end`.as(
        'only_account',
      ),
      orderIds: sql<number[]>`array_agg(${orders.id})`.as('order_ids'),
      orders: sql<number>`(count(*) filter (where not ${isPriceDifference}))::integer`.as('orders'),
      // To sort by; PostgreSQL skips the join otherwise.
      revenueCents: sql<number>`coalesce(sum(${revenue.cents}), 0)`.as('revenue_cents'),
      firstOrderAt: sql`min(${orders.createdAt})`.as('first_order_at'),
      lastOrderAt:
        sql`coalesce(max(${orders.createdAt}) filter (where not ${isPriceDifference}), max(${orders.createdAt}))`.as(
          'last_order_at',
        ),
    })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.customer))
    .leftJoin(revenue, eq(revenue.order, orders.id))
    .where(and(isKnownCustomer, condition))
    .groupBy(customerEmail)
    .as('customers')
}

/** The columns that staff see of customers. */
export function customerColumns(
  { db: { drizzle } }: Payload,
  customers: ReturnType<typeof customersQuery>,
) {
  const isTheirs = (orderId: SQLWrapper) => sql`${orderId} = any(${customers.orderIds})`
  const name = drizzle
    .select({
      name: sql`trim(concat_ws(' ', ${orders.shippingAddress_firstName}, ${orders.shippingAddress_lastName}))`,
    })
    .from(orders)
    .where(isTheirs(orders.id))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1)
  const spent = drizzle
    .select({ cents: sql`coalesce(sum(${amountMoved}), 0)::integer` })
    .from(payments)
    .where(and(isCompletedPayment, isTheirs(payments.order)))
  return {
    id: customers.id,
    email: customers.email,
    name: sql<string>`${name}`.as('name'),
    orders: customers.orders,
    spentCents: sql<number>`${spent}`.as('spent_cents'),
    firstOrderAt: sql<string>`${customers.firstOrderAt}`.mapWith((at: string) => toIsoDate(at)),
    lastOrderAt: sql<string>`${customers.lastOrderAt}`.mapWith((at: string) => toIsoDate(at)),
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
  return inArray(customerEmail, emails)
}

/** Returns one page of the people who placed an order, with their spending after refunds. Days are of their latest order. */
export function listCustomers(
  payload: Payload,
  { search, sort, ...query }: PageQuery & DayRange & { search: string; sort: CustomerSort },
) {
  const { drizzle } = payload.db
  const customers = customersQuery(payload, matchingCustomers(payload, search))
  const columns = customerColumns(payload, customers)
  const orderBy = {
    recent: desc(customers.lastOrderAt),
    oldest: asc(customers.lastOrderAt),
    spent: desc(customers.revenueCents),
    'spent-low': asc(customers.revenueCents),
    orders: desc(customers.orders),
    'orders-low': asc(customers.orders),
    email: asc(customers.email),
    'email-z': desc(customers.email),
  } satisfies Record<CustomerSort, SQL>
  const account = drizzle
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, customers.email))
  const userId = sql<number | null>`coalesce((${account}), ${customers.onlyAccount})`
  const subscription = drizzle
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(
      and(
        eq(sql`lower(${subscribers.email})`, customers.email),
        eq(subscribers.status, 'subscribed'),
      ),
    )
  const isRecent = isOnDays(customers.lastOrderAt, query)
  return pagedRows(
    query,
    drizzle
      .select({
        ...columns,
        userId: userId.as('user_id'),
        isSubscribed: sql<boolean>`${exists(subscription)}`,
      })
      .from(customers)
      .where(isRecent)
      .orderBy(orderBy[sort], desc(customers.id))
      .limit(query.limit)
      .offset(offsetOf(query)),
    drizzle.$count(sql`${customers}`, isRecent),
  )
}
