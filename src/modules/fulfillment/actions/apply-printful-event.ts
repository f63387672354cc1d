import { and, asc, eq, isNull, like, or, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import { z } from 'zod'

import { externalOrderId, matchesExternalOrderId } from '@/modules/fulfillment/rules/fulfillment'
import { eventSubject } from '@/modules/fulfillment/rules/printful-events'
import { orders, products } from '@/payload-generated-schema'
import { resumeJob } from '@/platform/job-queue'
import type { WebhookResult } from '@/platform/webhook-inbox'
import type { PrintfulGateway } from '@/providers/printful/interface'

import { applyPrintfulRead } from './apply-printful-order'
import {
  createCatalogReader,
  deactivateProduct,
  syncPrintfulProduct,
  type SyncProductArgs,
} from './sync-printful-product'

type Args = Omit<SyncProductArgs, 'catalog'>

/** What the inbox stores of an event: what to read again, and Printful's reason. No names or addresses. */
const printfulEventSchema = z.object({
  store: z.string().nullable(),
  orderId: z.string().nullable(),
  externalId: z.string().nullable(),
  shipmentId: z.string().nullable(),
  productId: z.string().nullable(),
  catalogProductId: z.string().nullable(),
  reason: z.string().nullable(),
})
export type StoredPrintfulEvent = z.infer<typeof printfulEventSchema>

const maxProductsPerBlank = 500
const maxNotes = 20
/** Of an order, for one event. */
const maxReads = 4

async function findOrder({ db }: Payload, { orderId, externalId }: StoredPrintfulEvent) {
  // The external id is the order's uuid without dashes, possibly shortened to fit the attempt number.
  const uuidStart = externalId && /^[0-9a-f]{20}/.test(externalId) ? externalId.slice(0, 20) : null
  if (orderId === null && uuidStart === null) return undefined
  const candidates = await db.drizzle
    .select({
      id: orders.id,
      uuid: orders.uuid,
      printfulOrderId: orders.printfulOrderId,
      fulfillmentAttempt: orders.fulfillmentAttempt,
    })
    .from(orders)
    .where(
      or(
        orderId === null ? undefined : eq(orders.printfulOrderId, orderId),
        uuidStart === null
          ? undefined
          : like(sql`replace(${orders.uuid}, '-', '')`, `${uuidStart}%`),
      ),
    )
    .limit(5)
  return candidates.find(
    ({ uuid, printfulOrderId }) =>
      (printfulOrderId !== null && printfulOrderId === orderId) ||
      (externalId !== null && matchesExternalOrderId(externalId, uuid)),
  )
}

type OrderHint = {
  event?: { type: string; reason: string | null }
  returned?: { shipmentId: string; reason: string | null } | null
}

/**
 * Reads an order at Printful and applies its state. If it is still a draft there, its submission
 * is queued again.
 * @returns the fulfillment status; null if Printful does not know the order, or it is not the one
 * printed for ours
 * @throws ProviderError if Printful cannot be read now
 */
export async function reloadPrintfulOrder(
  args: { payload: Payload; printful: PrintfulGateway },
  orderId: number,
  printfulOrderId: string,
  hint: OrderHint = {},
  reads = 1,
): Promise<string | null> {
  const { payload, printful } = args
  const readAt = new Date()
  const order = await printful.getOrder({ id: printfulOrderId })
  if (!order) return null
  const returned =
    hint.returned && order.shipments.some(({ id }) => id === hint.returned?.shipmentId)
      ? hint.returned
      : null
  const applied = await applyPrintfulRead(payload, orderId, order, {
    readAt,
    event: hint.event,
    returned,
  })
  if (!applied) return null
  // Printful sends several events about a change. Only one of them says which package came back, or why an order is on
  // hold, so that isn't dropped with an outdated read.
  if (applied.isOutdated && hint.event && reads < maxReads)
    return reloadPrintfulOrder(args, orderId, printfulOrderId, hint, reads + 1)
  if (applied.fulfillment === 'draft')
    await resumeJob(payload.db.drizzle, 'submit-order', { orderId }, `submit-order:${orderId}`)
  return applied.fulfillment
}

async function applyToOrder(
  args: Args,
  eventType: string,
  event: StoredPrintfulEvent,
): Promise<WebhookResult> {
  const order = await findOrder(args.payload, event)
  if (!order) return { status: 'ignored', note: 'Not one of our orders.' }
  const printfulOrderId = order.printfulOrderId ?? event.orderId
  if (!printfulOrderId) return { status: 'failed', note: 'The event doesn’t include an order.' }
  const isEarlier =
    order.printfulOrderId === null
      ? event.externalId !== externalOrderId(order.uuid, order.fulfillmentAttempt)
      : event.orderId !== null && event.orderId !== printfulOrderId
  if (isEarlier) return { status: 'ignored', note: 'The event is for an earlier Printful order.' }
  const returned =
    eventType === 'package_returned' && event.shipmentId
      ? { shipmentId: event.shipmentId, reason: event.reason }
      : null
  const status = await reloadPrintfulOrder(args, order.id, printfulOrderId, {
    event: { type: eventType, reason: event.reason },
    returned,
  })
  return status === null
    ? { status: 'failed', note: 'This order no longer exists on Printful.' }
    : { status: 'processed', note: `Order updated: ${status}.` }
}

/** Syncs those of these Printful products that are in the shop. Returns a note for the inbox. */
async function resyncProducts(args: Args, printfulIds: readonly string[]): Promise<string> {
  const catalog = createCatalogReader(args.printful)
  const notes: string[] = []
  for (const printfulId of printfulIds) {
    const [local] = await args.payload.db.drizzle
      .select({ id: products.id })
      .from(products)
      .where(and(eq(products.printfulProductId, printfulId), isNull(products.deletedAt)))
    if (!local) continue
    const product = await args.printful.getProduct(printfulId)
    if (product)
      notes.push(
        (await syncPrintfulProduct({ ...args, catalog }, product, { existingOnly: true })).result,
      )
    else
      notes.push(
        (await deactivateProduct(args.payload, local.id))
          ? 'removed from the shop'
          : 'already removed from the shop',
      )
  }
  return notes.length > 0
    ? `Updated: ${notes.slice(0, maxNotes).join(', ')}.`
    : 'Not one of our products.'
}

/** Returns the Printful ids of products printed on a blank garment, as of their last sync. */
async function listProductsOfBlank({ db }: Payload, catalogProductId: string): Promise<string[]> {
  const rows = await db.drizzle
    .select({ printfulId: products.printfulProductId })
    .from(products)
    .where(
      and(
        isNull(products.deletedAt),
        sql`${products.serviceSaid}->'printful'->'catalogProductIds' @> ${JSON.stringify([catalogProductId])}::jsonb`,
      ),
    )
    .orderBy(asc(products.id))
    .limit(maxProductsPerBlank)
  return rows.flatMap(({ printfulId }) => printfulId ?? [])
}

/**
 * Applies a stored event. Printful's events are unsigned, repeated, late, and out of order, so an
 * event only triggers a fresh read of the order or product, and that read is what is applied.
 * @throws ProviderError if Printful cannot be read now; the job retries
 */
export async function handlePrintfulEvent(
  args: Args,
  ourStore: string | null,
  { eventType, body }: { eventType: string; body: unknown },
): Promise<WebhookResult> {
  const event = printfulEventSchema.safeParse(body).data
  if (!event) return { status: 'failed', note: 'The event couldn’t be read.' }
  if (ourStore && event.store && event.store !== ourStore)
    return { status: 'ignored', note: 'The event is for another store.' }
  const subject = eventSubject(eventType)
  if (subject === 'order') return applyToOrder(args, eventType, event)
  if (subject === 'product' && event.productId)
    return { status: 'processed', note: await resyncProducts(args, [event.productId]) }
  if (subject === 'stock' && event.catalogProductId)
    return {
      status: 'processed',
      note: await resyncProducts(
        args,
        await listProductsOfBlank(args.payload, event.catalogProductId),
      ),
    }
  return { status: 'ignored', note: 'The shop doesn’t use this event.' }
}
