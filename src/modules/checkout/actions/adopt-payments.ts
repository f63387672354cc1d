import { eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { orders, payments as ledger } from '@/payload-generated-schema'
import type { PaymentProvider, ProviderPayment } from '@/providers/interfaces'

import { settleFromProvider } from './capture-payment'

type Args = { payload: Payload; payments: PaymentProvider }

type AdoptionReport = {
  /** How many payments PayPal has in the period. */
  found: number
  /** Numbers of the orders that were marked as paid now. */
  adopted: string[]
  /** Payments without an order here, for a person to look into. */
  missing: ProviderPayment[]
}

async function isRecorded({ payload }: Args, { id }: ProviderPayment): Promise<boolean> {
  return (await payload.db.drizzle.$count(ledger, eq(ledger.providerId, id))) > 0
}

/** Settles the order of a payment that isn't in the ledger. @returns its number; null if the order isn't here */
async function adopt(args: Args, payment: ProviderPayment): Promise<string | null> {
  if (!payment.reference) return null
  const [order] = await args.payload.db.drizzle
    .select({ id: orders.id, orderNumber: orders.orderNumber, paypalOrderId: orders.paypalOrderId })
    .from(orders)
    .where(eq(orders.uuid, payment.reference))
  if (!order) return null
  await settleFromProvider(args, order)
  return (await isRecorded(args, payment)) ? order.orderNumber : null
}

/** Makes sure that no new order gets a number that a buyer has on a receipt. */
async function skipUsedNumbers(
  { db }: Payload,
  payments: readonly ProviderPayment[],
): Promise<void> {
  const used = payments.flatMap(({ invoiceId }) => {
    const number = /^DF-(\d{1,12})(?:-|$)/.exec(invoiceId ?? '')?.[1]
    return number ? [Number(number)] : []
  })
  if (used.length === 0) return
  const highest = Math.max(...used)
  await db.drizzle
    .select({ moved: sql`setval('order_numbers', ${highest})` })
    .from(sql`order_numbers`)
    .where(sql`last_value < ${highest}`)
}

/**
 * Compares PayPal's payments of a period with the orders here, for use after a restore: what was ordered or paid since
 * the backup is missing from the database. Marks orders as paid whose payment is missing, moves the order numbers past
 * those that were given out, and returns the payments whose order is gone. Safe to repeat.
 * @throws ProviderError if PayPal doesn't respond, or doesn't allow this app to search transactions
 */
export async function adoptPayments(args: Args, since: Date, until: Date): Promise<AdoptionReport> {
  const payments = await args.payments.listPayments(since, until)
  const adopted: string[] = []
  const missing: ProviderPayment[] = []
  for (const payment of payments) {
    if (await isRecorded(args, payment)) continue
    const orderNumber = await adopt(args, payment)
    if (orderNumber) adopted.push(orderNumber)
    else missing.push(payment)
  }
  await skipUsedNumbers(args.payload, payments)
  return { found: payments.length, adopted, missing }
}
