import { eq } from '@payloadcms/db-postgres/drizzle'

import { orders_items, shop_settings } from '@/payload-generated-schema'
import { queueJob } from '@/platform/job-queue'
import type { Tx } from '@/platform/transaction'

/**
 * Queues a paid order for the printer after the time set in the settings, if automatic submission is on. Until then,
 * the buyer can still change or cancel the order.
 */
export async function queueSubmission(tx: Tx, orderId: number): Promise<void> {
  // Gift cards aren't printed.
  if ((await tx.$count(orders_items, eq(orders_items._parentID, orderId))) === 0) return
  const [settings] = await tx
    .select({
      autoSubmit: shop_settings.printfulAutoSubmit,
      waitMinutes: shop_settings.printfulWaitMinutes,
    })
    .from(shop_settings)
    .limit(1)
  if (settings?.autoSubmit)
    await queueJob(
      tx,
      'submit-order',
      { orderId },
      { key: `submit-order:${orderId}`, delaySeconds: settings.waitMinutes * 60 },
    )
}
