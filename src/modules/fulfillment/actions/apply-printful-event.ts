import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import { z } from 'zod'

import { matchesExternalOrderId } from '@/modules/fulfillment/rules/fulfillment'
import { eventSubject } from '@/modules/fulfillment/rules/printful-events'
import { queueJob } from '@/platform/job-queue'
import type { WebhookResult } from '@/platform/webhook-inbox'
import type { PrintfulGateway } from '@/providers/printful/interface'

import { applyPrintfulOrder } from './apply-printful-order'
import {
  createCatalogReader,
  deactivateProduct,
  syncPrintfulProduct,
} from './sync-printful-product'

type Args = { payload: Payload; printful: PrintfulGateway }

/** What of an event is kept in the inbox: where to look again, and Printful's reason. No name and no address. */
export const printfulEventSchema = z.object({
  store: z.string().nullable(),
  orderId: z.string().nullable(),
  externalId: z.string().nullable(),
  shipmentId: z.string().nullable(),
  productId: z.string().nullable(),
  catalogProductId: z.string().nullable(),
  reason: z.string().nullable(),
})
export type StoredPrintfulEvent = z.infer<typeof printfulEventSchema>

const findOrder = async (
  payload: Payload,
  { orderId, externalId }: StoredPrintfulEvent,
): Promise<{ id: number; printfulOrderId: string | null } | null> => {
  // The name is the order's uuid without dashes, perhaps shortened to make room for the number of the attempt.
  const start = externalId && /^[0-9a-f]{20}/.test(externalId) ? externalId.slice(0, 20) : null
  const { rows } = await payload.db.drizzle.execute(sql`
    select id, uuid, printful_order_id as "printfulOrderId" from orders where printful_order_id = ${orderId} or (${start}::text is not null and replace(uuid, '-', '') like ${`${start ?? '-'}%`}) limit 5`)
  const found = (
    rows as unknown as { id: number; uuid: string; printfulOrderId: string | null }[]
  ).find(
    (row) =>
      (row.printfulOrderId !== null && row.printfulOrderId === orderId) ||
      (externalId !== null && matchesExternalOrderId(externalId, row.uuid)),
  )
  return found ? { id: Number(found.id), printfulOrderId: found.printfulOrderId } : null
}

/**
 * Reads how an order really stands at Printful, and writes that. An order that is a draft there and was meant to be
 * made goes on by itself.
 * @throws ProviderError when Printful cannot be asked now
 */
export async function reloadPrintfulOrder(
  { payload, printful }: Args,
  orderId: number,
  printfulOrderId: string,
  hint: {
    reason?: string | null
    returned?: { parcelId: string; reason: string | null } | null
  } = {},
): Promise<string | null> {
  const readAt = new Date()
  const order = await printful.getOrder({ id: printfulOrderId })
  if (!order) return null
  const returned =
    hint.returned && order.shipments.some(({ id }) => id === hint.returned?.parcelId)
      ? hint.returned
      : null
  const state = await applyPrintfulOrder(payload, orderId, order, {
    readAt,
    reason: hint.reason,
    returned,
  })
  if (state === 'draft')
    await queueJob(
      payload.db.drizzle,
      'submit-order',
      { orderId },
      { key: `submit-order:${orderId}` },
    )
  return state
}

const applyToOrder = async (
  args: Args,
  eventType: string,
  event: StoredPrintfulEvent,
): Promise<WebhookResult> => {
  const found = await findOrder(args.payload, event)
  if (!found) return { status: 'ignored', note: 'No order of ours.' }
  const id = found.printfulOrderId ?? event.orderId
  if (!id) return { status: 'failed', note: 'The event names no order.' }
  if (event.orderId !== null && event.orderId !== id)
    return { status: 'ignored', note: 'It is about an earlier order for the same one of ours.' }
  const returned =
    eventType === 'package_returned' && event.shipmentId
      ? { parcelId: event.shipmentId, reason: event.reason }
      : null
  const state = await reloadPrintfulOrder(args, found.id, id, { reason: event.reason, returned })
  return state === null
    ? { status: 'failed', note: 'Printful does not know this order any more.' }
    : { status: 'processed', note: `Order read again: ${state}.` }
}

const syncKnown = async (args: Args, printfulIds: readonly string[]): Promise<string> => {
  const catalog = createCatalogReader(args.printful)
  const notes: string[] = []
  for (const id of printfulIds) {
    const {
      rows: [ours],
    } = await args.payload.db.drizzle.execute(
      sql`select id from products where printful_product_id = ${id} and deleted_at is null`,
    )
    if (!ours) continue
    const product = await args.printful.getProduct(id)
    if (product)
      notes.push(
        (await syncPrintfulProduct({ ...args, catalog }, product, { onlyKnown: true })).result,
      )
    else
      notes.push(
        (await deactivateProduct(args.payload, Number(ours.id)))
          ? 'taken out of the shop'
          : 'out of the shop already',
      )
  }
  return notes.length > 0 ? `Read again: ${notes.slice(0, 20).join(', ')}.` : 'Nothing of ours.'
}

/** The products made of one blank, as the last synchronization saw them. */
const madeOf = async (payload: Payload, catalogProductId: string): Promise<string[]> => {
  const { rows } = await payload.db.drizzle.execute(sql`
    select printful_product_id as id from products where deleted_at is null and printful_product_id is not null
      and service_said->'printful'->'catalogProductIds' @> ${JSON.stringify([catalogProductId])}::jsonb order by id limit 500`)
  return rows.map(({ id }) => String(id))
}

/**
 * Printful's events are not signed, come twice, late and out of order: each is only a reason to read the order or the
 * product again, and what is read is what is written.
 * @throws ProviderError when Printful cannot be asked now; the job comes again
 */
export async function handlePrintfulEvent(
  args: Args,
  ourStore: string | null,
  { eventType, body }: { eventType: string; body: unknown },
): Promise<WebhookResult> {
  const event = printfulEventSchema.safeParse(body).data
  if (!event) return { status: 'failed', note: 'The event cannot be read.' }
  if (ourStore && event.store && event.store !== ourStore)
    return { status: 'ignored', note: 'It is about another store.' }
  const subject = eventSubject(eventType)
  if (subject === 'order') return applyToOrder(args, eventType, event)
  if (subject === 'product' && event.productId)
    return { status: 'processed', note: await syncKnown(args, [event.productId]) }
  if (subject === 'stock' && event.catalogProductId)
    return {
      status: 'processed',
      note: await syncKnown(args, await madeOf(args.payload, event.catalogProductId)),
    }
  return { status: 'ignored', note: 'Not an event that the shop acts on.' }
}
