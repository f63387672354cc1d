import { order_events } from '@/payload-generated-schema'
import { databaseOf, type TxRequest } from '@/platform/transaction'

type NewOrderEvent = { type: string; message: string; actor: string; reason?: string | null }

/** Adds a row to the timeline of an order, in the transaction of `req`. */
export async function addOrderEvent(
  req: Pick<TxRequest, 'payload' | 'transactionID'>,
  orderId: number,
  event: NewOrderEvent,
): Promise<void> {
  const db = await databaseOf(req)
  await db.insert(order_events).values({ order: orderId, ...event })
}
