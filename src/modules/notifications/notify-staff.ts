import { eq, sql } from '@payloadcms/db-postgres/drizzle'

import type { Permission } from '@/access/roles'
import { type NotificationKind, type OrderAlert, orderAlerts } from '@/modules/notifications/rules'
import { orders, staff_notifications } from '@/payload-generated-schema'
import { queueJob } from '@/platform/job-queue'
import type { Tx } from '@/platform/transaction'

export type StaffEvent = {
  kind: NotificationKind
  /** The permission that a staff member needs to see it. */
  requires: Permission
  /** The same event reported again adds nothing. */
  eventKey: string
  title: string
  /** Without names, addresses, or anything else about a customer. */
  text: string
  /** The page in the admin that it leads to: '/admin/orders/12'. */
  path: string
  orderId?: number
}

/**
 * Notifies staff of an event in the transaction of the event: a row for the admin, and the job of its emails. Repeating the
 * call changes nothing.
 */
export async function notifyStaff(tx: Tx, { orderId, ...event }: StaffEvent): Promise<void> {
  const [created] = await tx
    .insert(staff_notifications)
    // Not the start of the transaction: a late commit would then count as already read.
    .values({ ...event, order: orderId ?? null, createdAt: sql`clock_timestamp()` })
    .onConflictDoNothing({ target: staff_notifications.eventKey })
    .returning({ id: staff_notifications.id })
  if (!created) return
  await queueJob(
    tx,
    'send-staff-notification',
    { notificationId: created.id, to: 'all' },
    { key: `staff-notification:${created.id}` },
  )
}

/** Notifies staff about an order. `occasion` tells apart events of the same kind: the refund, the return, the payment. */
export async function notifyAboutOrder(
  tx: Tx,
  alert: OrderAlert,
  orderId: number,
  occasion: number | string = orderId,
): Promise<void> {
  const [order] = await tx
    .select({ orderNumber: orders.orderNumber })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (!order) return
  const { kind, title, text } = orderAlerts[alert]
  await notifyStaff(tx, {
    kind,
    requires: 'orders:read',
    eventKey: `${alert}:${occasion}`,
    title: title.replace('{order}', order.orderNumber),
    text,
    path: alert === 'return' ? '/admin/returns' : `/admin/orders/${orderId}`,
    orderId,
  })
}
