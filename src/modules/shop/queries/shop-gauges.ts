import { and, eq, inArray, lt, ne, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { hasItemsToPrint } from '@/modules/orders/queries/admin-orders'
import { isUnconfirmedPayment } from '@/modules/orders/queries/admin-orders'
import { orders, webhook_events } from '@/payload-generated-schema'
import { isFailedJob, isUnattendedJob, isWaitingJob, queuedJobs } from '@/platform/job-queue'
import { countWhere } from '@/platform/paged-list'

import { getBackupState } from './backup-state'
import { countDeclinesInAnHour } from './declined-payments'

export type ShopGauges = Awaited<ReturnType<typeof readShopGauges>>

/** Reads the metrics of the shop as a whole: numbers only, nothing about a person or an order. */
export async function readShopGauges(payload: Payload) {
  const { drizzle } = payload.db
  const [[jobs], payments, [webhooks], backup] = await Promise.all([
    drizzle
      .select({
        waiting: countWhere(isWaitingJob),
        failed: countWhere(isFailedJob),
        oldestSeconds: sql<number>`coalesce(extract(epoch from now() - min(${queuedJobs.runAt})
          filter (where ${isWaitingJob} and ${isUnattendedJob} and ${queuedJobs.runAt} < now())), 0)::integer`,
      })
      .from(queuedJobs),
    drizzle
      .select({
        state: orders.paymentState,
        count: sql<number>`count(*)::integer`,
        overdue: countWhere(isUnconfirmedPayment),
      })
      .from(orders)
      .where(ne(orders.paymentState, 'completed'))
      .groupBy(orders.paymentState),
    drizzle
      .select({ unprocessed: sql<number>`count(*)::integer` })
      .from(webhook_events)
      .where(
        and(
          inArray(webhook_events.status, ['received', 'failed']),
          lt(webhook_events.createdAt, sql`now() - interval '5 minutes'`),
        ),
      ),
    getBackupState(payload),
  ])
  const waitingForPrinter = await drizzle.$count(
    orders,
    and(
      hasItemsToPrint,
      eq(orders.status, 'paid'),
      eq(orders.fulfillment, 'none'),
      lt(orders.paidAt, sql`now() - interval '4 hours'`),
    ),
  )
  const declinesInAnHour = await countDeclinesInAnHour(payload)
  if (!jobs || !webhooks) throw new Error('The database returned nothing')
  return {
    jobs,
    payments: payments.map(({ state, count }) => ({ state, count })),
    overduePayments: payments.reduce((sum, { overdue }) => sum + overdue, 0),
    declinesInAnHour,
    unprocessedWebhooks: webhooks.unprocessed,
    waitingForPrinter,
    /** Null before the first backup. */
    backupAgeSeconds: backup?.lastGoodAt
      ? Math.round((Date.now() - Date.parse(backup.lastGoodAt)) / 1000)
      : null,
  }
}
