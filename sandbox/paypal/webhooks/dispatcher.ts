import { randomUUID } from 'node:crypto'

import type { ProviderContext } from '../context'
import type { DeliveryRecord, EventRecord, WebhookRecord } from '../state'
import { isReceived, sendEvent } from './send-event'
import { DEFAULT_WEBHOOK_SETTINGS, type WebhookSettings } from './settings'
import type { Signer } from './signer'

export interface DeliveryResult {
  eventId: string
  eventType: string
  webhookId: string
  status: number | null
  attempts: number
}

export interface Dispatcher {
  settings: WebhookSettings
  /** Queues an event for every webhook of its app that subscribed to its type. */
  dispatch: (event: EventRecord) => void
  /** Queues an event again, whether it was received or not. */
  redeliver: (event: EventRecord) => void
  /** Delivers everything that waits, even while paused; resolves when all have been answered. */
  flush: () => Promise<DeliveryResult[]>
  /** Resumes waiting deliveries, after a start or a pause. */
  resume: () => void
  stop: () => void
}

/** PayPal re-sends up to 25 times over three days; here the spacing is seconds. */
const MAX_ATTEMPTS = 25
const LONGEST_WAIT_MS = 30_000
/** With `shuffle`, events are collected this long before the newest goes first. */
const SHUFFLE_WINDOW_MS = 250

export function createDispatcher(
  context: ProviderContext,
  signer: Signer,
  retryMs: number,
): Dispatcher {
  const settings = { ...DEFAULT_WEBHOOK_SETTINGS }
  const timers = new Set<NodeJS.Timeout>()
  /** Deliveries with a timer or an open request. */
  const busy = new Set<string>()

  const later = (milliseconds: number, act: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, milliseconds)
    timers.add(timer)
  }

  const waiting = () => {
    const idle = Object.values(context.state.deliveries).filter(
      (delivery) => !busy.has(delivery.id),
    )
    return settings.shuffle ? idle.reverse() : idle
  }

  const attempt = async (delivery: DeliveryRecord): Promise<DeliveryResult | undefined> => {
    const event = context.state.events[delivery.eventId]
    const webhook = context.state.webhooks[delivery.webhookId]
    if (!event || !webhook) return finish(delivery)
    busy.add(delivery.id)
    const { raw } = event
    const status = await sendEvent(context, signer, {
      raw,
      url: webhook.url,
      webhookId: webhook.id,
      forged: settings.forge,
    })
    busy.delete(delivery.id)
    delivery.attempts += 1
    delivery.lastStatus = status
    context.save()
    if (isReceived(status) || delivery.attempts >= MAX_ATTEMPTS) finish(delivery)
    else scheduleRetry(delivery)
    return {
      eventId: event.id,
      eventType: event.type,
      webhookId: webhook.id,
      status,
      attempts: delivery.attempts,
    }
  }

  const scheduleRetry = (delivery: DeliveryRecord) => {
    later(Math.min(retryMs * 2 ** (delivery.attempts - 1), LONGEST_WAIT_MS), () => {
      if (!settings.paused && delivery.id in context.state.deliveries && !busy.has(delivery.id))
        void attempt(delivery)
    })
  }

  const finish = (delivery: DeliveryRecord): undefined => {
    delete context.state.deliveries[delivery.id]
    context.save()
  }

  const sendNew = () => {
    if (settings.paused) return
    for (const delivery of waiting()) if (delivery.attempts === 0) void attempt(delivery)
  }

  const queue = (event: EventRecord, webhook: WebhookRecord) => {
    for (let copy = 0; copy <= settings.duplicates; copy++) {
      const id = randomUUID()
      context.state.deliveries[id] = {
        id,
        eventId: event.id,
        webhookId: webhook.id,
        attempts: 0,
        lastStatus: null,
      }
    }
    context.save()
    later(
      settings.shuffle ? Math.max(settings.delayMs, SHUFFLE_WINDOW_MS) : settings.delayMs,
      sendNew,
    )
  }

  const dispatch = (event: EventRecord) => {
    for (const webhook of Object.values(context.state.webhooks))
      if (hears(webhook, event)) queue(event, webhook)
  }

  return {
    settings,
    dispatch,
    redeliver: dispatch,
    flush: async () => {
      const results = await Promise.all(waiting().map(attempt))
      return results.filter((result) => result !== undefined)
    },
    resume: () => {
      if (!settings.paused) for (const delivery of waiting()) void attempt(delivery)
    },
    stop: () => {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

function hears(webhook: WebhookRecord, event: EventRecord): boolean {
  const sameApp = webhook.clientId === null || webhook.clientId === event.clientId
  return sameApp && (webhook.eventTypes.includes('*') || webhook.eventTypes.includes(event.type))
}
