import type { Payload } from 'payload'

import { type Credentials, readCredentials } from '@/platform/connections/credentials'
import { AppError } from '@/platform/errors'
import type { WebhookResult } from '@/platform/webhook-inbox'
import { getProviders } from '@/providers'
import type { PrintfulGateway } from '@/providers/printful/interface'

import { handlePrintfulEvent } from './actions/apply-printful-event'
import { pollPrintfulOrders } from './actions/poll-printful-orders'
import { releaseUnsubmitted, type SubmitOptions, submitToPrintful } from './actions/submit-order'

/** Returns null without calling `work` if Printful is not connected. */
async function withPrintful<Result>(
  payload: Payload,
  work: (printful: PrintfulGateway, credentials: Credentials<'printful'>) => Promise<Result>,
): Promise<Result | null> {
  const credentials = await readCredentials(payload.db.drizzle, 'printful')
  return credentials ? work(getProviders().printful(credentials.keys), credentials) : null
}

/** Submits an order. One that may no longer be submitted is not an error; without a connection it waits for staff. */
export async function submitOrder(
  payload: Payload,
  orderId: number,
  options: SubmitOptions,
): Promise<void> {
  try {
    const submission = await withPrintful(payload, (printful) =>
      submitToPrintful({ payload, printful }, orderId, options),
    )
    if (!submission)
      await releaseUnsubmitted(
        payload,
        orderId,
        'Printful isn’t connected. Connect it, then send the order.',
      )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

export async function applyPrintfulEvent(
  payload: Payload,
  { eventType, resource }: { eventType: string; resource: unknown },
): Promise<WebhookResult> {
  return (
    (await withPrintful(payload, (printful, { accountId }) =>
      handlePrintfulEvent({ payload, printful }, accountId, { eventType, body: resource }),
    )) ?? { status: 'ignored', note: 'Printful isn’t connected.' }
  )
}

export async function pollAllPrintfulOrders(payload: Payload): Promise<void> {
  await withPrintful(payload, (printful) => pollPrintfulOrders({ payload, printful }))
}
