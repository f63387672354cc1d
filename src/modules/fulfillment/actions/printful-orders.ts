import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { printfulWebhookUrl } from '@/modules/fulfillment/printful-webhook-url'
import { printfulEvents } from '@/modules/fulfillment/rules/printful-events'
import { audit } from '@/platform/audit'
import { connectionErrorMessage, recordConnectionSuccess } from '@/platform/connections/credentials'
import { AppError, notFound } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'
import type { PrintfulGateway } from '@/providers/printful/interface'

import { reloadPrintfulOrder } from './apply-printful-event'
import { applyPrintfulOrder } from './apply-printful-order'

type Args = { payload: Payload; printful: PrintfulGateway; actor: { id: number; role: string } }

const printfulIdOf = async (payload: Payload, orderId: number): Promise<string> => {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(
    sql`select printful_order_id as id from orders where id = ${orderId}`,
  )
  if (!row) throw notFound('The order')
  if (!row.id) throw new AppError('conflict', 'This order is not at Printful.')
  return String(row.id)
}

/** What staff read when Printful says no to what they asked for. */
const inWords = async <Result>(call: Promise<Result>): Promise<Result> => {
  try {
    return await call
  } catch (error) {
    if (error instanceof ProviderError)
      throw new AppError(
        error.details.trouble === 'refused' ? 'conflict' : 'provider_unavailable',
        connectionErrorMessage('printful', error),
        { cause: error },
      )
    throw error
  }
}

/** Reads how an order stands there. Again, it changes nothing. @throws AppError */
export async function refreshPrintfulOrder(
  { payload, printful }: Args,
  orderId: number,
): Promise<void> {
  const state = await inWords(
    reloadPrintfulOrder({ payload, printful }, orderId, await printfulIdOf(payload, orderId)),
  )
  if (state === null) throw new AppError('conflict', 'Printful does not know this order any more.')
}

/**
 * Cancels it at Printful, who pays back what was charged. Only before production; a second time it is canceled already.
 * @throws AppError conflict in Printful's words
 */
export async function cancelPrintfulOrder(
  { payload, printful, actor }: Args,
  orderId: number,
): Promise<void> {
  const id = await printfulIdOf(payload, orderId)
  const readAt = new Date()
  const now = await inWords(printful.getOrder({ id }))
  if (!now) throw new AppError('conflict', 'Printful does not know this order any more.')
  if (['inprocess', 'partial', 'fulfilled'].includes(now.status)) {
    await applyPrintfulOrder(payload, orderId, now, { readAt })
    throw new AppError(
      'conflict',
      'It is being made already and can no longer be canceled. Ask Printful’s support; maybe they can stop it.',
    )
  }
  const canceled =
    now.status === 'canceled' || now.status === 'archived'
      ? now
      : await inWords(printful.cancelOrder(id))
  await applyPrintfulOrder(payload, orderId, canceled, { readAt: new Date(), endsLease: true })
  await audit(payload.db.drizzle, actor, {
    action: 'order.canceled_at_printer',
    subjectType: 'order',
    subjectId: orderId,
  })
}

/** The blanks of what is here: Printful tells of stock only for those that are named. */
const listBlanks = async (payload: Payload): Promise<string[]> => {
  const { rows } = await payload.db.drizzle.execute(sql`
    select distinct jsonb_array_elements_text(service_said->'printful'->'catalogProductIds') as id from products where deleted_at is null and service_said->'printful'->'catalogProductIds' is not null order by 1`)
  return rows.map(({ id }) => String(id))
}

/** After new products came: where Printful tells us of stock, it also tells of theirs. Trouble with it is no trouble of the products. */
export async function subscribeToStockEvents({
  payload,
  printful,
}: Omit<Args, 'actor'>): Promise<void> {
  try {
    const [set, blanks] = [await printful.getWebhook(), await listBlanks(payload)]
    if (
      set.url !== printfulWebhookUrl() ||
      blanks.every((id) => set.catalogProductIds.includes(id))
    )
      return
    await printful.setWebhook({ url: set.url, types: set.types, catalogProductIds: blanks })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    payload.logger.warn({ err: error }, 'Printful was not told which stock to tell of')
  }
}

/** Makes Printful tell us what happens there. It has one address for each store: whatever stood there is replaced. */
export async function registerPrintfulWebhook({
  payload,
  printful,
  actor,
}: Args): Promise<string[]> {
  const set = await inWords(
    printful.setWebhook({
      url: printfulWebhookUrl(),
      types: printfulEvents,
      catalogProductIds: await listBlanks(payload),
    }),
  )
  const missing = printfulEvents.filter((type) => !set.types.includes(type))
  await payload.db.drizzle.execute(
    sql`update connections set details = coalesce(details, '{}'::jsonb) || ${JSON.stringify({ webhook: missing.length > 0 ? 'incomplete' : 'here' })}::jsonb where provider = 'printful'`,
  )
  await recordConnectionSuccess(payload, 'printful')
  await audit(payload.db.drizzle, actor, {
    action: 'printful.webhook_set',
    subjectType: 'connection',
    subjectId: 'printful',
  })
  return missing
}
