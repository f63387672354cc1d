import { createHmac } from 'node:crypto'

import type { Clock } from '../core/clock'
import {
  createWebhookDispatcher,
  type WebhookDelivery,
  type WebhookDispatcher,
} from '../core/webhook-dispatcher'
import { STORE_ID } from './auth'
import { type PrintfulEvent, seconds } from './context'
import type { PrintfulState } from './state'

export const TYPES_V1 = [
  'package_shipped',
  'package_returned',
  'order_created',
  'order_updated',
  'order_failed',
  'order_canceled',
  'order_put_hold',
  'order_put_hold_approval',
  'order_remove_hold',
  'order_refunded',
  'product_synced',
  'product_updated',
  'product_deleted',
  'stock_updated',
]
export const TYPES_V2 = [
  'shipment_sent',
  'shipment_delivered',
  'shipment_returned',
  'shipment_out_of_stock',
  'shipment_canceled',
  'shipment_put_hold',
  'shipment_put_hold_approval',
  'shipment_remove_hold',
  'order_created',
  'order_updated',
  'order_failed',
  'order_canceled',
  'order_refunded',
  'order_put_hold',
  'order_put_hold_approval',
  'order_remove_hold',
  'catalog_stock_updated',
  'catalog_price_changed',
  'mockup_task_finished',
]

/** Minutes after which Printful retries: six times over almost 23 hours. Here a "minute" is `retryMs`. */
const BACKOFF = [1, 4, 16, 64, 256, 1024]

interface EventPayload {
  version: 1 | 2
  at: number
  data: unknown
}

export interface Webhooks {
  dispatcher: WebhookDispatcher
  publish: (event: PrintfulEvent) => void
  /** v2: sign with a key that is not the configured one. */
  forge: (on: boolean) => void
}

export function createWebhooks({
  state,
  clock,
  save,
  retryMs,
}: {
  state: PrintfulState
  clock: Clock
  save: () => void
  retryMs: number
}): Webhooks {
  let forged = false
  const dispatcher = createWebhookDispatcher({
    deliveries: () => state.deliveries,
    history: () => state.history,
    save,
    backoff: BACKOFF,
    timeoutMs: 10_000,
    retryMs,
    toRequest: (delivery) => toRequest(delivery, clock, state.webhooksV2, forged),
  })
  const now = (): number => clock.now()
  return {
    dispatcher,
    forge: (on) => {
      forged = on
    },
    publish: ({ v1, v2 }) => {
      const one = state.webhooksV1
      // Stock events are sent only for the catalog products that were requested (reference, section 9).
      if (v1 && one?.types.includes(v1.type) && wantsStock(v1, one.params)) {
        dispatcher.send({
          type: v1.type,
          url: one.url,
          payload: { version: 1, at: now(), data: structuredClone(v1.data) } satisfies EventPayload,
        })
      }
      const two = state.webhooksV2
      const subscription = v2 && two?.events.find(({ type }) => type === v2.type)
      const url = subscription && (subscription.url ?? two?.defaultUrl)
      if (v2 && url)
        dispatcher.send({
          type: v2.type,
          url,
          payload: { version: 2, at: now(), data: structuredClone(v2.data) } satisfies EventPayload,
        })
    },
  }
}

/** v1 is unsigned; v2 signs the raw body with the hex-decoded secret. `retries` counts the earlier attempts. */
function toRequest(
  delivery: WebhookDelivery,
  clock: Clock,
  config: PrintfulState['webhooksV2'],
  forged: boolean,
) {
  const { version, at, data } = delivery.payload as EventPayload
  const retries = delivery.attempts
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Printful/Webhooks (Dayfern demo)',
  }
  if (version === 1)
    return {
      headers,
      body: JSON.stringify({
        type: delivery.type,
        created: seconds(at),
        retries,
        store: STORE_ID,
        data,
      }),
    }
  const body = JSON.stringify({
    type: delivery.type,
    occurred_at: clock.iso(at),
    retries,
    store_id: STORE_ID,
    data,
  })
  const key = forged ? Buffer.alloc(32, 7) : Buffer.from(config?.secretKey ?? '', 'hex')
  const signature = createHmac('sha256', key).update(body).digest('hex')
  return {
    headers: {
      ...headers,
      'x-pf-webhook-signature': signature,
      'x-pf-webhook-public-key': config?.publicKey ?? '',
    },
    body,
  }
}

function wantsStock(
  { type, data }: { type: string; data: unknown },
  params: Record<string, unknown>,
): boolean {
  if (type !== 'stock_updated') return true
  const ids = (params.stock_updated as { product_ids?: unknown[] } | undefined)?.product_ids ?? []
  return ids.map(Number).includes((data as { product_id: number }).product_id)
}
