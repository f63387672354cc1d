import type { TxRequest } from '../transaction'

type NewEvent = { type: string; message: string; actor: string; reason?: string }

/** Adds a line to the timeline of an order, inside the caller's transaction. */
export const addOrderEvent = async (req: TxRequest, orderId: number, event: NewEvent): Promise<void> => {
  await req.payload.create({ collection: 'order-events', data: { order: orderId, ...event }, req: req as never, depth: 0 })
}
