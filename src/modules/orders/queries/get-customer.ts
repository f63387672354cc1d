import { and, desc, eq, inArray, or, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import type { OrderAddress } from '@/modules/orders/schemas/admin-orders'
import { customer_notes, orders, subscribers, users } from '@/payload-generated-schema'
import { isoDate } from '@/platform/paged-list'

import { refundedCents } from './admin-orders'
import {
  customerColumns,
  customerEmail,
  customers,
  isKnownCustomer,
  isOnlyBuyer,
} from './list-customers'

/** The latest orders on a customer's page; the order list finds the rest. */
const maxOrders = 50

/**
 * Whose order it is: the email address in lower case and the account if there is one; null if erased or unknown. An
 * account whose owner hasn't confirmed an address has none, and is found by its orders if no one else ordered with the
 * same address.
 */
export async function findCustomer(payload: Payload, orderId: number) {
  const { drizzle } = payload.db
  const [order] = await drizzle
    .select({ email: customerEmail })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.customer))
    .where(and(eq(orders.id, orderId), isKnownCustomer))
  if (!order) return null
  const [account] = await drizzle
    .select({ id: users.id, taxCertificate: users.taxCertificate })
    .from(users)
    .where(
      or(
        eq(users.email, order.email),
        inArray(
          users.id,
          drizzle
            .select({ id: customers.onlyAccount })
            .from(customers)
            .where(and(eq(customers.email, order.email), isOnlyBuyer(payload))),
        ),
      ),
    )
    // The one with the address first.
    .orderBy(users.email)
    .limit(1)
  return {
    email: order.email,
    userId: account?.id ?? null,
    taxCertificate: account?.taxCertificate ?? null,
  }
}
type CustomerKey = NonNullable<Awaited<ReturnType<typeof findCustomer>>>
type PersonKey = Pick<CustomerKey, 'email' | 'userId'>

/** Narrowed by indexed columns first, then compared like the list does. */
const isOrderOf = ({ email, userId }: PersonKey): SQL | undefined =>
  and(
    or(
      eq(sql`lower(${orders.email})`, email),
      userId === null ? undefined : eq(orders.customer, userId),
    ),
    eq(customerEmail, email),
  )

const listOrders = ({ db: { drizzle } }: Payload, customer: CustomerKey) =>
  drizzle
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      status: orders.status,
      totalCents: orders.totalCents,
      createdAt: isoDate(orders.createdAt),
      refundedCents,
      priceDifference: orders.priceDifference_state,
      address: {
        firstName: orders.shippingAddress_firstName,
        lastName: orders.shippingAddress_lastName,
        address1: orders.shippingAddress_address1,
        address2: orders.shippingAddress_address2,
        city: orders.shippingAddress_city,
        stateCode: orders.shippingAddress_stateCode,
        zip: orders.shippingAddress_zip,
        countryCode: orders.shippingAddress_countryCode,
      },
    })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.customer))
    .where(and(isKnownCustomer, isOrderOf(customer)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(maxOrders)

/** The different addresses of some orders, the latest first. An order of gift cards only has none. */
const distinctAddresses = (placed: Awaited<ReturnType<typeof listOrders>>): OrderAddress[] => {
  const addresses = placed
    .filter(({ address }) => address.address1)
    .map(({ address }) => ({
      firstName: address.firstName ?? '',
      lastName: address.lastName ?? '',
      address1: address.address1 ?? '',
      address2: address.address2 ?? '',
      city: address.city ?? '',
      stateCode: address.stateCode ?? '',
      zip: address.zip ?? '',
      countryCode: address.countryCode ?? '',
      phone: '',
    }))
  return [
    ...new Map(
      addresses.map((address) => [Object.values(address).join('|').toLowerCase(), address]),
    ).values(),
  ]
}

const listNotes = ({ db: { drizzle } }: Payload, { email, userId }: PersonKey) =>
  drizzle
    .select({
      id: customer_notes.id,
      text: customer_notes.text,
      author: customer_notes.authorName,
      authorId: customer_notes.author,
      createdAt: isoDate(customer_notes.createdAt),
      updatedAt: isoDate(customer_notes.updatedAt),
    })
    .from(customer_notes)
    .where(isNoteOf({ email, userId }))
    .orderBy(desc(customer_notes.createdAt), desc(customer_notes.id))

/** Notes stay with the account when its email address changes. */
export function isNoteOf({ email, userId }: PersonKey): SQL | undefined {
  return or(
    eq(customer_notes.email, email),
    userId === null ? undefined : eq(customer_notes.customer, userId),
  )
}

/**
 * Returns a customer with their orders, addresses, newsletter status, and notes.
 * @param orderId one of their orders
 * @returns null for unknown orders and erased people
 */
export async function getCustomer(payload: Payload, orderId: number) {
  const key = await findCustomer(payload, orderId)
  if (!key) return null
  const { drizzle } = payload.db
  const [[summary], placed, notes, [subscriber]] = await Promise.all([
    drizzle.select(customerColumns(payload)).from(customers).where(eq(customers.email, key.email)),
    listOrders(payload, key),
    listNotes(payload, key),
    drizzle
      .select({ status: subscribers.status })
      .from(subscribers)
      .where(inArray(sql`lower(${subscribers.email})`, [key.email])),
  ])
  if (!summary) return null
  return {
    ...summary,
    userId: key.userId,
    taxCertificate: key.taxCertificate,
    placed: placed.map(({ address: _, ...order }) => order),
    addresses: distinctAddresses(placed),
    notes,
    newsletter: subscriber?.status ?? null,
  }
}
export type CustomerView = NonNullable<Awaited<ReturnType<typeof getCustomer>>>
