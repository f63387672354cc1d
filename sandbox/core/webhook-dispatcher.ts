import { randomUUID } from 'node:crypto'

import { Hono } from 'hono'
import { z } from 'zod'

import { parseControl, unknown } from '../control/parse-body'
import type { SandboxApp, SandboxEnv } from './provider'

/** A webhook that is being delivered. Its payload stays the same; its request may count the attempts. */
export interface WebhookDelivery {
  id: string
  /** Copies and redeliveries of one event share this. */
  eventId: string
  type: string
  url: string
  payload: unknown
  attempts: number
  lastStatus: number | null
}

interface WebhookRequest {
  headers: Record<string, string>
  body: string
}

export interface WebhookSettings {
  /** Extra copies of each delivery. */
  duplicates: number
  /** Newest first instead of oldest first. */
  shuffle: boolean
  /** Holds all deliveries until a flush, or until this is false again. */
  paused: boolean
  /** The time from an event to its first delivery. */
  delayMs: number
  /** One unit of `backoff`. */
  retryMs: number
}

interface Route {
  /** Deliveries that are pending, stored with the provider's state. */
  deliveries: () => Record<string, WebhookDelivery>
  /** Events that were sent, for redelivery; the newest last. */
  history: () => WebhookDelivery[]
  save: () => void
  toRequest: (delivery: WebhookDelivery) => WebhookRequest
  /** The wait after each attempt, in units of `retryMs`; its length is the number of retries. */
  backoff: number[]
  timeoutMs: number
  retryMs: number
}

export interface WebhookDispatcher {
  settings: WebhookSettings
  send: (delivery: Pick<WebhookDelivery, 'type' | 'url' | 'payload'>) => void
  flush: () => Promise<
    Pick<WebhookDelivery, 'eventId' | 'type' | 'url' | 'attempts' | 'lastStatus'>[]
  >
  resume: () => void
  reset: () => void
  stop: () => void
  /** `settings`, `flush` and `redeliver` for the control port. */
  control: SandboxApp
}

const MAX_HISTORY = 500
const SHUFFLE_WINDOW_MS = 100

/**
 * Delivers a provider's webhooks to the shop. Only a 2xx counts as received; anything else is retried with `backoff`.
 */
export function createWebhookDispatcher(route: Route): WebhookDispatcher {
  const initial: WebhookSettings = {
    duplicates: 0,
    shuffle: false,
    paused: false,
    delayMs: 10,
    retryMs: route.retryMs,
  }
  const settings = { ...initial }
  const timers = new Set<NodeJS.Timeout>()
  const busy = new Set<string>()

  const schedule = (delayMs: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, delayMs)
    timers.add(timer)
  }
  const listPending = () => {
    const idle = Object.values(route.deliveries()).filter(({ id }) => !busy.has(id))
    return settings.shuffle ? idle.reverse() : idle
  }

  const attempt = async (delivery: WebhookDelivery) => {
    busy.add(delivery.id)
    delivery.lastStatus = await post(delivery.url, route.toRequest(delivery), route.timeoutMs)
    busy.delete(delivery.id)
    delivery.attempts += 1
    const units = route.backoff[delivery.attempts - 1]
    const received =
      delivery.lastStatus !== null && delivery.lastStatus >= 200 && delivery.lastStatus < 300
    if (received || units === undefined) delete route.deliveries()[delivery.id]
    else
      schedule(settings.retryMs * units, () => {
        if (!settings.paused && delivery.id in route.deliveries() && !busy.has(delivery.id))
          void attempt(delivery)
      })
    route.save()
    const { eventId, type, url, attempts, lastStatus } = delivery
    return { eventId, type, url, attempts, lastStatus }
  }
  const queue = (delivery: Omit<WebhookDelivery, 'id' | 'attempts' | 'lastStatus'>) => {
    for (let copy = 0; copy <= settings.duplicates; copy += 1) {
      const id = randomUUID()
      route.deliveries()[id] = { ...delivery, id, attempts: 0, lastStatus: null }
    }
    route.save()
    schedule(
      settings.shuffle ? Math.max(settings.delayMs, SHUFFLE_WINDOW_MS) : settings.delayMs,
      () => {
        if (!settings.paused)
          for (const one of listPending()) if (one.attempts === 0) void attempt(one)
      },
    )
  }
  const flush = () => Promise.all(listPending().map(attempt))
  const resume = () => {
    if (!settings.paused) for (const delivery of listPending()) void attempt(delivery)
  }
  const stop = () => {
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
  }

  const control = new Hono<SandboxEnv>()
  control.post('/settings', async (c) => {
    Object.assign(settings, await parseControl(c, settingsSchema))
    resume()
    return c.json(settings)
  })
  control.post('/flush', async (c) => c.json({ deliveries: await flush() }))
  control.post('/redeliver', async (c) => {
    const { eventId } = await parseControl(c, z.strictObject({ eventId: z.string() }))
    queue(route.history().find((one) => one.eventId === eventId) ?? unknown('event', eventId))
    return c.json({ queued: true }, 202)
  })

  return {
    settings,
    control,
    flush,
    resume,
    stop,
    send: ({ type, url, payload }) => {
      const event = { eventId: randomUUID(), type, url, payload }
      const history = route.history()
      history.push({ ...event, id: event.eventId, attempts: 0, lastStatus: null })
      if (history.length > MAX_HISTORY) history.shift()
      queue(event)
    },
    reset: () => {
      stop()
      Object.assign(settings, initial)
    },
  }
}

const settingsSchema = z.strictObject({
  duplicates: z.int().min(0).max(50).optional(),
  shuffle: z.boolean().optional(),
  paused: z.boolean().optional(),
  delayMs: z.int().min(0).max(600_000).optional(),
  retryMs: z.int().min(1).max(600_000).optional(),
})

async function post(
  url: string,
  { headers, body }: WebhookRequest,
  timeoutMs: number,
): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}
