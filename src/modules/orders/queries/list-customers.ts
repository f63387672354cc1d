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
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { erasedValues } from '@/modules/privacy/rules/data-request'
import { orders, subscribers, users } from '@/payload-generated-schema'
import { isoDate, matchesSearch, offsetOf, pagedRows, type PageQuery } from '@/platform/paged-list'

import { orderSearchText } from './admin-orders'
import { orderRevenue } from './ledger-amounts'

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

/** Erased people keep their orders, but are no customers any more. */
export const isKnownCustomer = ne(orders.email, erasedValues.email)

/** One row per customer. `id` is the first order's, so that no URL holds an email address. */
export function customersQuery(payload: Payload, condition?: SQL) {
  const { drizzle } = payload.db
  const revenue = orderRevenue(payload)
  return drizzle
    .select({
      id: sql<number>`min(${orders.id})::integer`.as('id'),
      // Drizzle writes the alias without its table, and subscribers have an `email` of their own.
      email: customerEmail.as('customer_email'),
      name: sql<string>`coalesce((array_agg(trim(concat_ws(' ', ${orders.shippingAddress_firstName}, ${orders.shippingAddress_lastName})) order by ${orders.createdAt} desc))[1], '')`.as(
        'name',
      ),
      orders: sql<number>`count(*)::integer`.as('orders'),
      spentCents: sql<number>`coalesce(sum(${revenue.cents}), 0)::integer`.as('spent_cents'),
      firstOrderAt: sql<string>`min(${isoDate(orders.createdAt)})`.as('first_order_at'),
      lastOrderAt: sql<string>`max(${isoDate(orders.createdAt)})`.as('last_order_at'),
    })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.customer))
    .leftJoin(revenue, eq(revenue.order, orders.id))
    .where(and(isKnownCustomer, condition))
    .groupBy(customerEmail)
    .as('customers')
}

/** A customer is found by any of their orders; all of their orders are counted. */
function matchingCustomers({ db: { drizzle } }: Payload, search: string): SQL | undefined {
  const matches = matchesSearch(
    sql`(${orderSearchText} || ' ' || coalesce(${users.email}, ''))`,
    search,
  )
  if (!matches) return undefined
  const emails = drizzle
    .select({ email: customerEmail })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.customer))
    .where(and(isKnownCustomer, matches))
  return inArray(customerEmail, emails)
}

/** Returns one page of the people who placed an order, with what they spent after refunds. */
export function listCustomers(
  payload: Payload,
  { search, sort, ...query }: PageQuery & { search: string; sort: CustomerSort },
) {
  const { drizzle } = payload.db
  const customers = customersQuery(payload, matchingCustomers(payload, search))
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
  const subscription = drizzle
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(
      and(
        eq(sql`lower(${subscribers.email})`, customers.email),
        eq(subscribers.status, 'subscribed'),
      ),
    )
  return pagedRows(
    query,
    drizzle
      .select({
        id: customers.id,
        email: customers.email,
        name: customers.name,
        userId: sql<number | null>`${account}`.as('user_id'),
        orders: customers.orders,
        spentCents: customers.spentCents,
        firstOrderAt: customers.firstOrderAt,
        lastOrderAt: customers.lastOrderAt,
        isSubscribed: sql<boolean>`${exists(subscription)}`,
      })
      .from(customers)
      .orderBy(orderBy[sort], desc(customers.id))
      .limit(query.limit)
      .offset(offsetOf(query)),
    drizzle.$count(sql`${customers}`),
  )
}
