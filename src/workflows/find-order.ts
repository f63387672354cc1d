import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import { queueJob } from './queue-job'

/**
 * Sends the buyer the link of their order. The caller learns nothing: whether the order exists or not, the answer
 * and the work are the same up to one queued job.
 */
export const findOrder = async (payload: Payload, asked: { orderNumber: string; email: string }): Promise<void> => {
  const { rows } = await payload.db.drizzle.execute(sql`
    select id from orders where order_number = ${asked.orderNumber} and lower(email) = ${asked.email}`)
  const order = rows[0] as { id: number } | undefined
  if (order) await queueJob(payload.db.drizzle, 'send-order-link', { orderId: order.id }, { key: `order-link:${order.id}` })
}
