import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { noColor, noSize } from '@/modules/checkout/rules/cart'
import {
  costExceedsRevenue,
  externalOrderId,
  hasSameLines,
  isSameAddress,
  submittableStatuses,
} from '@/modules/fulfillment/rules/fulfillment'
import { addOrderEvent } from '@/modules/orders/order-record'
import { connectionErrorMessage, recordConnectionFailure } from '@/platform/connections/credentials'
import { AppError, notFound } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'
import { queueJob } from '@/platform/job-queue'
import { formatMoney } from '@/platform/money'
import { withTransaction } from '@/platform/transaction'
import type {
  NewPrintfulOrder,
  PrintfulGateway,
  PrintfulOrder,
  PrintfulRecipient,
} from '@/providers/printful/interface'

import { applyPrintfulOrder } from './apply-printful-order'

export type SubmissionResult = {
  /** sent: Printful has it and will make it. held: a person must look. waiting: it goes on by itself. */
  outcome: 'sent' | 'held' | 'waiting'
  message: string
}
export type SubmitOptions = {
  /** Somebody pressed the button: what failed at Printful is tried once more. */
  byHand?: boolean
  /** Somebody saw what is odd about it and wants it made all the same. */
  accept?: boolean
}
type Args = { payload: Payload; printful: PrintfulGateway }

const leaseSeconds = 150
const comeBackSeconds = 60
const busySeconds = leaseSeconds + 10

type Claimed = {
  id: number
  orderNumber: string
  uuid: string
  attempt: number
  printfulOrderId: string | null
  email: string
  subtotalCents: number
  shippingCents: number
  taxCents: number
  address: {
    firstName: string
    lastName: string
    address1: string
    address2: string | null
    city: string
    stateCode: string
    zip: string
    countryCode: string
    phone: string | null
  }
}

/** One at a time for each order; who died lets go after a while. Only what is paid, and not sent. */
const claim = async (payload: Payload, id: number): Promise<Claimed | null> => {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`
    update orders set fulfillment = 'submitting', fulfillment_note = null, fulfillment_lease_until = now() + make_interval(secs => ${leaseSeconds}), updated_at = now()
    where id = ${id} and payment_state = 'completed' and status in ('paid', 'processing') and coalesce(fulfillment, 'none')::text in (select jsonb_array_elements_text(${JSON.stringify(submittableStatuses)}::jsonb))
      and (fulfillment_lease_until is null or fulfillment_lease_until < now())
    returning id, order_number as "orderNumber", uuid, fulfillment_attempt::integer as attempt, printful_order_id as "printfulOrderId", email,
      subtotal_cents::integer as "subtotalCents", shipping_cents::integer as "shippingCents", tax_cents::integer as "taxCents",
      json_build_object('firstName', shipping_address_first_name, 'lastName', shipping_address_last_name, 'address1', shipping_address_address1, 'address2', shipping_address_address2, 'city', shipping_address_city,
        'stateCode', shipping_address_state_code, 'zip', shipping_address_zip, 'countryCode', coalesce(shipping_address_country_code, 'US'), 'phone', shipping_address_phone) as address`)
  return (row as Claimed | undefined) ?? null
}

/** Why it could not be claimed. @throws AppError conflict when it may not be sent at all */
const whyNotClaimed = async (payload: Payload, id: number): Promise<SubmissionResult> => {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`
    select order_number as number, status::text, payment_state::text as payment, coalesce(fulfillment, 'none')::text as fulfillment, printful_order_id as printful, fulfillment_lease_until > now() as busy from orders where id = ${id}`)
  if (!row) throw notFound('The order')
  if (['submitted', 'in-production', 'shipped', 'returned'].includes(String(row.fulfillment)))
    return {
      outcome: 'sent',
      message: `Order ${row.number} is at Printful already, as ${row.printful}.`,
    }
  if (row.fulfillment === 'canceled')
    throw new AppError(
      'conflict',
      'It was canceled at Printful. Send it again as a new order there, or refund the buyer.',
    )
  if (row.payment !== 'completed' || !['paid', 'processing'].includes(String(row.status)))
    throw new AppError(
      'conflict',
      'Only an order that is paid, and neither cancelled nor shipped, is sent to Printful.',
    )
  await queueJob(
    payload.db.drizzle,
    'submit-order',
    { orderId: id },
    { key: `submit-order:${id}:after`, delaySeconds: busySeconds },
  )
  return { outcome: 'waiting', message: 'It is being sent at this moment.' }
}

/** Stops with a sentence for a person. Nothing more happens by itself. */
const hold = async (
  payload: Payload,
  id: number,
  message: string,
  order: PrintfulOrder | null = null,
  readAt = new Date(),
): Promise<SubmissionResult> => {
  if (order)
    await applyPrintfulOrder(payload, id, order, { readAt, hold: message, endsLease: true })
  else
    await withTransaction(payload, async (req, tx) => {
      await tx.execute(
        sql`update orders set fulfillment = 'on-hold', fulfillment_note = ${message}, fulfillment_lease_until = null, version = version + 1, updated_at = now() where id = ${id}`,
      )
      await addOrderEvent(req, id, {
        type: 'printer:on-hold',
        actor: 'the shop',
        message: 'Not sent to the printer',
        reason: message,
      })
    })
  return { outcome: 'held', message }
}

/** Lets go and comes back by itself: nobody knows yet what happened there, and the next try looks first. */
const comeBack = async (
  payload: Payload,
  id: number,
  how: SubmitOptions,
  message: string,
  seconds = comeBackSeconds,
): Promise<SubmissionResult> => {
  await withTransaction(payload, async (_, tx) => {
    await tx.execute(
      sql`update orders set fulfillment_lease_until = null, fulfillment_note = ${message} where id = ${id}`,
    )
    await queueJob(
      tx,
      'submit-order',
      { orderId: id, ...how },
      { key: `submit-order:${id}`, delaySeconds: seconds },
    )
  })
  return { outcome: 'waiting', message }
}

/** Back to where it waits for a person: nobody is let in at Printful. What has a draft there goes on with it. */
export async function releaseUnsubmitted(
  payload: Payload,
  id: number,
  message: string,
): Promise<SubmissionResult> {
  await payload.db.drizzle.execute(sql`
    update orders set fulfillment = (case when printful_order_id is null then 'none' else 'draft' end)::enum_orders_fulfillment, fulfillment_note = ${message}, fulfillment_lease_until = null, updated_at = now()
    where id = ${id} and fulfillment in ('submitting', 'draft')`)
  return { outcome: 'held', message }
}

const recipientOf = ({ address, email }: Claimed): PrintfulRecipient => ({
  name: `${address.firstName} ${address.lastName}`.trim(),
  address1: address.address1,
  address2: address.address2 || null,
  city: address.city,
  stateCode: address.stateCode,
  countryCode: address.countryCode,
  zip: address.zip,
  phone: address.phone || null,
  email,
})

type Line = {
  id: string
  name: string
  size: string
  color: string
  quantity: number
  unitCents: number
  printfulId: string | null
}

const readLines = async (payload: Payload, orderId: number): Promise<Line[]> => {
  const { rows } = await payload.db.drizzle.execute(sql`
    select i.id, i.name, i.size, i.color, i.quantity::integer as quantity, i.unit_price_cents::integer as "unitCents",
      (select v.printful_variant_id from products_variants v where v._parent_id = i.product_id
        and v.size is not distinct from nullif(i.size, ${noSize}) and v.color is not distinct from nullif(i.color, ${noColor}) limit 1) as "printfulId"
    from orders_items i where i._parent_id = ${orderId} order by i._order`)
  return rows as unknown as Line[]
}

/** Pieces are found by what they are linked to, never by their name. */
const toNewOrder = (order: Claimed, lines: readonly Line[]): NewPrintfulOrder => ({
  externalId: externalOrderId(order.uuid, order.attempt),
  orderNumber: order.orderNumber,
  recipient: recipientOf(order),
  lines: lines.map((line) => ({
    externalId: String(line.id),
    syncVariantId: line.printfulId ?? '',
    quantity: line.quantity,
    retailCents: line.unitCents,
    name: line.name,
  })),
  retail: {
    subtotalCents: order.subtotalCents,
    shippingCents: order.shippingCents,
    taxCents: order.taxCents,
  },
})

/** The order there that is ours, made now if there is none. Looks first, also before the first try: a lost answer is not known to be one. */
const findOrMake = async (
  printful: PrintfulGateway,
  order: Claimed,
  wanted: NewPrintfulOrder,
): Promise<PrintfulOrder> => {
  const look = () => printful.getOrder({ externalId: wanted.externalId })
  const known = order.printfulOrderId
    ? await printful.getOrder({ id: order.printfulOrderId })
    : await look()
  if (known) return known
  try {
    return await printful.createDraft(wanted)
  } catch (error) {
    // It was made after all: by a process that died, or by one that runs beside this one.
    const isTaken =
      error instanceof ProviderError &&
      (error.details.issue === 'OR-13' ||
        error.details.trouble === 'down' ||
        error.details.trouble === 'odd')
    const made = isTaken ? await look() : null
    if (made) return made
    throw error
  }
}

/** What speaks against charging it, in a sentence; null: nothing does. */
const whyHold = (
  order: Claimed,
  wanted: NewPrintfulOrder,
  theirs: PrintfulOrder,
  accept: boolean,
): string | null => {
  if (theirs.incomplete > 0 || !hasSameLines(wanted.lines, theirs.items))
    return 'The draft at Printful has other pieces than the order. Delete it there and send the order again, or put it right there.'
  if (accept) return null
  if (!isSameAddress(wanted.recipient, theirs.recipient))
    return 'The draft at Printful goes to another address than the order. Compare the two; then send it anyway, or put it right there.'
  if (theirs.currency && theirs.currency !== 'USD')
    return `Printful asks for ${theirs.currency}; the shop works in USD.`
  if (theirs.costCents !== null && costExceedsRevenue(theirs.costCents, order))
    return `Printful asks ${formatMoney(theirs.costCents)}; the buyer paid ${formatMoney(order.subtotalCents + order.shippingCents)} for the pieces and their way. Send it anyway, or refund the buyer.`
  return null
}

const isStillDue = async (payload: Payload, id: number): Promise<boolean> => {
  const { rows } = await payload.db.drizzle.execute(
    sql`select 1 from orders where id = ${id} and payment_state = 'completed' and status in ('paid', 'processing')`,
  )
  return rows.length > 0
}

/** Charges it. After a lost answer, or a refusal because somebody was faster, what the order says counts. */
const confirm = async (printful: PrintfulGateway, id: string): Promise<PrintfulOrder> => {
  try {
    return await printful.confirmOrder(id)
  } catch (error) {
    if (
      !(error instanceof ProviderError) ||
      ['sign-in', 'permission', 'limit'].includes(error.details.trouble ?? '')
    )
      throw error
    const now = await printful.getOrder({ id })
    if (now && now.status !== 'draft' && now.status !== 'failed') return now
    throw error
  }
}

const settle = async (
  { payload, printful }: Args,
  order: Claimed,
  wanted: NewPrintfulOrder,
  found: PrintfulOrder,
  how: SubmitOptions,
): Promise<SubmissionResult> => {
  const readAt = new Date()
  const isTried = found.status === 'draft' || (found.status === 'failed' && how.byHand === true)
  if (!isTried && !(found.status === 'onhold' && found.costCents === null)) {
    const state = await applyPrintfulOrder(payload, order.id, found, { readAt, endsLease: true })
    if (state === 'on-hold' || state === 'failed' || state === 'canceled')
      return {
        outcome: 'held',
        message: found.error ?? 'Printful does not make it. See the order there.',
      }
    return {
      outcome: 'sent',
      message: `Order ${order.orderNumber} is at Printful, as ${found.id}.`,
    }
  }
  // From here on a killed process is found by Printful's id.
  await payload.db.drizzle.execute(
    sql`update orders set printful_order_id = ${found.id} where id = ${order.id} and printful_order_id is null`,
  )
  if (found.costCents === null)
    return comeBack(
      payload,
      order.id,
      how,
      'Printful is still calculating what it costs.',
      comeBackSeconds,
    )
  const against = whyHold(order, wanted, found, how.accept === true)
  if (against) return hold(payload, order.id, against, found, readAt)
  await applyPrintfulOrder(payload, order.id, { ...found, status: 'draft' }, { readAt })
  if (!(await isStillDue(payload, order.id)))
    return hold(
      payload,
      order.id,
      'The order was cancelled here before it was charged at Printful. Cancel the draft there.',
      found,
      new Date(),
    )
  const confirmed = await confirm(printful, found.id)
  const state = await applyPrintfulOrder(payload, order.id, confirmed, {
    readAt: new Date(),
    endsLease: true,
  })
  if (state === 'failed' || state === 'on-hold')
    return { outcome: 'held', message: confirmed.error ?? 'Printful could not begin with it.' }
  return { outcome: 'sent', message: `Order ${order.orderNumber} was submitted to Printful.` }
}

/**
 * Sends a paid order to Printful, so that it is made once however often and from wherever this is called: the order is
 * claimed (compare and set, with a lease), Printful is asked for it by a name that only this order has, a draft is made
 * only if there is none, compared with what was bought, and then confirmed, which is when it is charged. Killed at any
 * step, the next call finds what is there and goes on. Trouble that passes comes back by itself.
 * @throws AppError not_found, conflict (not paid, canceled there)
 */
export async function submitToPrintful(
  args: Args,
  orderId: number,
  how: SubmitOptions = {},
): Promise<SubmissionResult> {
  const { payload, printful } = args
  const order = await claim(payload, orderId)
  if (!order) return whyNotClaimed(payload, orderId)
  try {
    const lines = await readLines(payload, orderId)
    const unknown = lines.filter(({ printfulId }) => !printfulId)
    if (lines.length === 0 || unknown.length > 0)
      return await hold(
        payload,
        orderId,
        `Printful does not know ${unknown.map(({ name, color, size }) => `${name} (${color}, ${size})`).join('; ') || 'any piece of it'}. Sync the products from Printful, or send these pieces yourself.`,
      )
    const wanted = toNewOrder(order, lines)
    return await settle(args, order, wanted, await findOrMake(printful, order, wanted), how)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { trouble, retryAfterMs } = error.details
    if (trouble === 'sign-in' || trouble === 'permission')
      return releaseUnsubmitted(
        payload,
        orderId,
        await recordConnectionFailure(payload, 'printful', error),
      )
    if (trouble === 'refused')
      return hold(payload, orderId, connectionErrorMessage('printful', error))
    return comeBack(
      payload,
      orderId,
      how,
      connectionErrorMessage('printful', error),
      retryAfterMs ? Math.ceil(retryAfterMs / 1000) : comeBackSeconds,
    )
  }
}
