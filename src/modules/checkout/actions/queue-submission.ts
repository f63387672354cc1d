import { and, eq, exists } from '@payloadcms/db-postgres/drizzle'

import { orders_items, shop_settings } from '@/payload-generated-schema'
import { queueJob } from '@/platform/job-queue'
import type { Tx } from '@/platform/transaction'

/**
 * Queues a paid order for the printer after the time set in the settings, if automatic submission is on. Until then,
 * the buyer can still change or cancel the order.
 */
export async function queueSubmission(tx: Tx, orderId: number): Promise<void> {
  const [settings] = await tx
    .select({ waitMinutes: shop_settings.printfulWaitMinutes })
    .from(shop_settings)
    .where(
      and(
        eq(shop_settings.printfulAutoSubmit, true),
        // Gift cards aren't printed.
        exists(tx.select().from(orders_items).where(eq(orders_items._parentID, orderId))),
      ),
    )
    .limit(1)
  if (settings)
    await queueJob(
      tx,
      'submit-order',
      { orderId, isAutomatic: true },
      { key: `submit-order:${orderId}`, delaySeconds: settings.waitMinutes * 60 },
    )
}
