import { and, eq } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { orders } from '@/payload-generated-schema'
import { AppError } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'
import type { Tx } from '@/platform/transaction'

import { withStaffErrors } from './printful-orders'
import { isUnleased, leaseEnd } from './submit-order'

/**
 * Leases a locked order as a submission does, so that nothing is sent to print while its draft at Printful changes.
 * @returns the lease
 * @throws AppError conflict while it is leased already
 */
export async function leaseOrder(tx: Tx, orderId: number): Promise<string> {
  const [claimed] = await tx
    .update(orders)
    .set({ fulfillmentLeaseUntil: leaseEnd })
    .where(and(eq(orders.id, orderId), isUnleased))
    .returning({ lease: orders.fulfillmentLeaseUntil })
  if (!claimed?.lease)
    throw new AppError(
      'conflict',
      'This order is being sent to Printful or changed right now. Try again in a few minutes.',
    )
  return claimed.lease
}

/** A call without a response may still take effect, so the lease has to expire on its own. */
const hasUnknownEffect = (error: unknown): boolean =>
  error instanceof ProviderError &&
  ['down', 'unexpected'].includes(error.details.kind ?? 'unexpected')

/** Waits for work at Printful and ends its lease. Errors of Printful become messages for staff. */
export async function underLease<Result>(
  { db }: Payload,
  { orderId, lease }: { orderId: number; lease: string },
  work: Promise<Result>,
): Promise<Result> {
  const isOver = await work.then(
    () => true,
    (error: unknown) => !hasUnknownEffect(error),
  )
  if (isOver)
    await db.drizzle
      .update(orders)
      .set({ fulfillmentLeaseUntil: null })
      .where(and(eq(orders.id, orderId), eq(orders.fulfillmentLeaseUntil, lease)))
  return withStaffErrors(work)
}
