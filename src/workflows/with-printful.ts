import type { Payload } from 'payload'
import { AppError } from '../errors'
import { getProviders } from '../providers/index'
import type { PrintfulGateway } from '../providers/printful/types'
import type { Applied } from './apply-payment-event'
import { applyFulfillmentEvent } from './apply-fulfillment-event'
import { checkPrintOrders } from './check-print-orders'
import { type Credentials, readCredentials } from './connections'
import { giveBackUnsent, type HowToSend, submitFulfillment } from './submit-fulfillment'

/** For jobs: null without a connection. */
const withPrintful = async <Result>(payload: Payload, work: (printful: PrintfulGateway, credentials: Credentials<'printful'>) => Promise<Result>): Promise<Result | null> => {
  const credentials = await readCredentials(payload.db.drizzle, 'printful')
  return credentials ? work(getProviders().printful(credentials.keys), credentials) : null
}

/** Sends an order. What is no longer to be sent is no failure; without a connection it waits for a person. */
export const submitOrder = async (payload: Payload, orderId: number, how: HowToSend): Promise<void> => {
  try {
    const submission = await withPrintful(payload, (printful) => submitFulfillment({ payload, printful }, orderId, how))
    if (!submission) await giveBackUnsent(payload, orderId, 'Printful is not connected. Connect it, then send the order.')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

export const applyPrintfulEvent = async (payload: Payload, { eventType, resource }: { eventType: string; resource: unknown }): Promise<Applied> =>
  await withPrintful(payload, (printful, { accountId }) => applyFulfillmentEvent({ payload, printful }, accountId, { eventType, body: resource })) ?? { status: 'ignored', note: 'Printful is not connected.' }

export const checkAllPrintOrders = async (payload: Payload): Promise<void> => {
  await withPrintful(payload, (printful) => checkPrintOrders({ payload, printful }))
}
