import { and, eq, isNotNull, isNull, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { printfulWebhookUrl } from '@/modules/fulfillment/printful-webhook-url'
import { printfulEvents } from '@/modules/fulfillment/rules/printful-events'
import { connections, orders, products } from '@/payload-generated-schema'
import { type Actor, audit } from '@/platform/audit'
import { connectionErrorMessage, recordConnectionSuccess } from '@/platform/connections/credentials'
import { AppError, notFound } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'
import type { PrintfulGateway, PrintfulOrder } from '@/providers/printful/interface'

import { reloadPrintfulOrder } from './apply-printful-event'
import { applyPrintfulOrder } from './apply-printful-order'
import { readAfterError } from './submit-order'
import type { WebhookState } from './test-printful'

type Args = { payload: Payload; printful: PrintfulGateway; actor: Actor }

async function getPrintfulOrderId({ db }: Payload, orderId: number): Promise<string> {
  const [order] = await db.drizzle
    .select({ printfulOrderId: orders.printfulOrderId })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (!order) throw notFound('The order')
  if (!order.printfulOrderId)
    throw new AppError('conflict', 'This order hasn’t been sent to Printful.')
  return order.printfulOrderId
}

/** Whether an order at Printful is neither in production nor over. */
const isOpenAtPrintful = ({ status }: PrintfulOrder): boolean =>
  ['draft', 'inreview', 'pending', 'onhold', 'failed'].includes(status)

/** Turns an error of Printful into one with a message for staff. */
export async function withStaffErrors<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ProviderError)
      throw new AppError(
        error.details.kind === 'refused' ? 'conflict' : 'provider_unavailable',
        connectionErrorMessage('printful', error),
        { cause: error },
      )
    throw error
  }
}

/** Reads an order at Printful and applies its state. @throws AppError */
export async function refreshPrintfulOrder(
  { payload, printful }: Args,
  orderId: number,
): Promise<void> {
  const status = await withStaffErrors(
    reloadPrintfulOrder({ payload, printful }, orderId, await getPrintfulOrderId(payload, orderId)),
  )
  if (status === null) throw new AppError('conflict', 'This order no longer exists on Printful.')
}

/**
 * After an error, the state at Printful decides: the response may be lost, or production may have begun. Printful keeps
 * failed orders.
 */
async function cancelUnlessBegun(
  printful: PrintfulGateway,
  order: PrintfulOrder,
): Promise<PrintfulOrder> {
  if (!isOpenAtPrintful(order)) return order
  try {
    return await printful.cancelOrder(order.id)
  } catch (error) {
    const current = await readAfterError(printful, order.id, error)
    if (current && (!isOpenAtPrintful(current) || current.status === 'failed')) return current
    throw error
  }
}

/**
 * Cancels an order at Printful, which refunds the charge, and applies its state there. A repeated call finds it canceled
 * already.
 * @returns the order there: canceled, or failed, which is neither made nor charged; null if there is none
 * @throws AppError conflict if it is in production; ProviderError
 */
export async function cancelAtPrintful(
  payload: Payload,
  printful: PrintfulGateway,
  orderId: number,
  by: Parameters<PrintfulGateway['getOrder']>[0],
): Promise<PrintfulOrder | null> {
  const current = await printful.getOrder(by)
  if (!current) return null
  const order = await cancelUnlessBegun(printful, current)
  await applyPrintfulOrder(payload, orderId, order, {
    readAt: new Date(),
    event: { type: 'order_canceled', reason: 'Canceled by the shop.' },
  })
  if (['inprocess', 'partial', 'fulfilled'].includes(order.status))
    throw new AppError(
      'conflict',
      'This order is already in production and can’t be canceled. Contact Printful support to see if they can stop it.',
    )
  return order
}

/**
 * Cancels an order at Printful alone. Possible only before production; repeating the call is safe.
 * @throws AppError conflict with Printful's message
 */
export async function cancelPrintfulOrder(
  { payload, printful, actor }: Args,
  orderId: number,
): Promise<void> {
  const id = await getPrintfulOrderId(payload, orderId)
  const order = await withStaffErrors(cancelAtPrintful(payload, printful, orderId, { id }))
  if (!order) throw new AppError('conflict', 'This order no longer exists on Printful.')
  if (order.status === 'failed')
    throw new AppError(
      'conflict',
      'Printful doesn’t cancel failed orders. It won’t make or charge this one.',
    )
  await audit(payload.db.drizzle, actor, {
    action: 'order.canceled_at_printer',
    subjectType: 'order',
    subjectId: orderId,
  })
}

/**
 * Lists the catalog products (blanks) behind the shop's products; Printful sends stock events only for the blanks it
 * was given.
 */
async function listBlanks({ db }: Payload): Promise<string[]> {
  const catalogProductIds = sql`${products.serviceSaid}->'printful'->'catalogProductIds'`
  const rows = await db.drizzle
    .selectDistinct({ id: sql<string>`jsonb_array_elements_text(${catalogProductIds})` })
    .from(products)
    .where(and(isNull(products.deletedAt), isNotNull(catalogProductIds)))
    .orderBy(sql`1`)
  return rows.map(({ id }) => id)
}

/**
 * Adds the blanks of new products to the stock events, if the webhook is ours. An error of
 * Printful is only logged, because the products themselves were synced.
 */
export async function subscribeToStockEvents({
  payload,
  printful,
}: Omit<Args, 'actor'>): Promise<void> {
  try {
    const { url, types, catalogProductIds } = await printful.getWebhook()
    const blanks = await listBlanks(payload)
    if (url !== printfulWebhookUrl() || blanks.every((id) => catalogProductIds.includes(id))) return
    await printful.setWebhook({ url, types, catalogProductIds: blanks })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    payload.logger.warn({ err: error }, 'The stock events of Printful could not be updated')
  }
}

/**
 * Registers the shop's webhook at Printful. A store has one webhook URL, so any other is replaced.
 * @returns the events that Printful did not accept
 */
export async function registerPrintfulWebhook({
  payload,
  printful,
  actor,
}: Args): Promise<string[]> {
  const webhook = await withStaffErrors(
    printful.setWebhook({
      url: printfulWebhookUrl(),
      types: printfulEvents,
      catalogProductIds: await listBlanks(payload),
    }),
  )
  const missing = printfulEvents.filter((type) => !webhook.types.includes(type))
  const state: WebhookState = missing.length > 0 ? 'incomplete' : 'here'
  await payload.db.drizzle
    .update(connections)
    .set({
      details: sql`coalesce(${connections.details}, '{}'::jsonb) || ${JSON.stringify({ webhook: state })}::jsonb`,
    })
    .where(eq(connections.provider, 'printful'))
  await recordConnectionSuccess(payload, 'printful')
  await audit(payload.db.drizzle, actor, {
    action: 'printful.webhook_set',
    subjectType: 'connection',
    subjectId: 'printful',
  })
  return missing
}
