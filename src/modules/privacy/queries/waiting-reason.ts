import {
  and,
  eq,
  exists,
  inArray,
  like,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import { alias } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import { isOpenMismatch } from '@/modules/orders/queries/admin-orders'
import { newestShipmentAt } from '@/modules/orders/queries/newest-shipment'
import {
  type DataRequestStatus,
  deletionPeriods,
  type WaitingReason,
} from '@/modules/privacy/rules/data-request'
import {
  order_events,
  orders,
  orders_items,
  payments,
  returns,
  users,
  webhook_events,
} from '@/payload-generated-schema'
import type { Db } from '@/platform/transaction'

import { type DataSubject, personalData } from './personal-data'

/** The account of a request, if there is one; its address in lower case. */
type Account = { role: string; email: string | null } | undefined

/** Whom a request is about: the account, with its address and the one that the request came from. */
export function subjectOf(
  { userId, email }: { userId: number | null; email: string | null },
  user: Account,
): DataSubject {
  return { userId, emails: [...new Set([user?.email, email])].flatMap((one) => one || []) }
}

/** A dispute at PayPal names the order and is not resolved. */
function hasOpenDispute(db: Db): SQL {
  const resolved = alias(webhook_events, 'resolved')
  const names = (id: typeof orders.uuid | typeof orders.paypalTransactionId) =>
    sql`position(${id} in ${webhook_events.body}::text) > 0`
  return exists(
    db
      .select({ id: webhook_events.id })
      .from(webhook_events)
      .where(
        and(
          eq(webhook_events.provider, 'paypal'),
          like(webhook_events.eventType, 'CUSTOMER.DISPUTE.%'),
          or(names(orders.paypalTransactionId), names(orders.uuid)),
          notExists(
            db
              .select({ id: resolved.id })
              .from(resolved)
              .where(
                and(
                  eq(resolved.eventType, 'CUSTOMER.DISPUTE.RESOLVED'),
                  sql`${resolved.body} ->> 'dispute_id' = ${webhook_events.body} ->> 'dispute_id'`,
                ),
              ),
          ),
        ),
      ),
  )
}

function isOnItsWay(db: Db): SQL | undefined {
  const hasItems = exists(
    db
      .select({ id: orders_items.id })
      .from(orders_items)
      .where(eq(orders_items._parentID, orders.id)),
  )
  return or(
    eq(orders.status, 'pending'),
    and(
      inArray(orders.status, ['paid', 'processing']),
      // A paid gift card is sent on its day without its buyer's data. A price difference has no items, either.
      or(hasItems, eq(orders.priceDifference_state, 'open')),
    ),
    and(
      eq(orders.status, 'shipped'),
      sql`greatest(coalesce(${orders.shippedAt}, ${orders.updatedAt}), ${newestShipmentAt}) > now() - make_interval(days => ${deletionPeriods.shippedDays})`,
    ),
  )
}

function hasOpenReturn(db: Db): SQL {
  return exists(
    db
      .select({ id: returns.id })
      .from(returns)
      .where(
        and(
          eq(returns.order, orders.id),
          inArray(returns.status, ['requested', 'approved', 'received']),
        ),
      ),
  )
}

function isUnsettled(db: Db): SQL | undefined {
  const hasPendingPayment = exists(
    db
      .select({ id: payments.id })
      .from(payments)
      .where(
        and(
          eq(payments.order, orders.id),
          eq(payments.status, 'pending'),
          // A payment that doesn't match its order may stay pending; its refund settles it.
          or(ne(payments.kind, 'capture'), ne(orders.paymentState, 'mismatch')),
        ),
      ),
  )
  const wasReversed = exists(
    db
      .select({ id: order_events.id })
      .from(order_events)
      .where(
        and(
          eq(order_events.order, orders.id),
          eq(order_events.type, 'reversed'),
          sql`${order_events.createdAt} > now() - interval '60 days'`,
        ),
      ),
  )
  return or(
    inArray(orders.paymentState, ['capturing', 'pending']),
    isOpenMismatch,
    hasPendingPayment,
    wasReversed,
    hasOpenDispute(db),
  )
}

type BlockingReason = Exclude<WaitingReason, 'staff'>
/** Why an erasure waits: the first reason, and each blocking order with its reason. */
type Wait = {
  reason: WaitingReason
  orders: { id: number; orderNumber: string; reason: BlockingReason }[]
}

/**
 * Returns why an erasure has to wait: a staff account, or an order that is on its way, is being returned, or whose
 * payment isn't settled or is disputed. An erasure locks the account and its orders first.
 */
export async function findWait(db: Db, subject: DataSubject, user: Account): Promise<Wait | null> {
  if (user && user.role !== 'customer') return { reason: 'staff', orders: [] }
  const reasonOfOrder = sql<BlockingReason | null>`case when ${isOnItsWay(db)} then 'order'
    when ${hasOpenReturn(db)} then 'return' when ${isUnsettled(db)} then 'payment' end`
  const placed = await db
    .select({ id: orders.id, orderNumber: orders.orderNumber, reason: reasonOfOrder })
    .from(orders)
    .where(personalData.orders.isAbout(subject))
    .orderBy(orders.id)
  const blocking = placed.flatMap(({ reason, ...order }) => (reason ? [{ ...order, reason }] : []))
  const reason = (['order', 'return', 'payment'] as const).find((one) =>
    blocking.some((order) => order.reason === one),
  )
  return reason ? { reason, orders: blocking } : null
}

/**
 * Why a request waits; null unless it does. It's determined each time, because last night's reason may no longer hold.
 */
export async function findWaitOf(
  { db: { drizzle } }: Payload,
  request: { status: DataRequestStatus; userId: number | null; email: string | null },
): Promise<Wait | null> {
  if (request.status !== 'waiting') return null
  const [user] = await drizzle
    .select({ role: users.role, email: sql<string | null>`lower(${users.email})` })
    .from(users)
    .where(eq(users.id, request.userId ?? -1))
  return findWait(drizzle, subjectOf(request, user), user)
}
