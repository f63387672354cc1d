import { setTimeout as sleep } from 'node:timers/promises'

import type { ProviderContext } from '../context'
import { PayPalError } from '../errors'

const HOUR_MS = 3_600_000
/** Orders v2 keys are valid for six hours, Payments v2 keys for 45 days. */
export const ORDER_KEY_LIFE_MS = 6 * HOUR_MS
export const PAYMENT_KEY_LIFE_MS = 45 * 24 * HOUR_MS

/** The parts that make two calls the same operation. */
export interface Operation {
  clientId: string
  /** e.g. `create` or `capture:5O1…` */
  name: string
  /** The `PayPal-Request-Id`; without one every call is a new operation. */
  requestId?: string
  keyLifeMs: number
}

export interface Outcome {
  resourceId: string
  /** True when an earlier call did it: the response is then 200 instead of 201, with the latest state. */
  replayed: boolean
}

export type RunOnce = (operation: Operation, act: () => string) => Promise<Outcome>

/**
 * Runs an operation at most once for each Request-Id. A second call while the first is running is a 409; a decline is
 * remembered and repeated; any other rejection isn't stored, so that the same key works once the cause is gone.
 */
export function createOnce(context: ProviderContext): RunOnce {
  const running = new Set<string>()

  return async ({ clientId, name, requestId, keyLifeMs }, act) => {
    const key = requestId === undefined ? undefined : JSON.stringify([clientId, name, requestId])
    if (key !== undefined) {
      if (running.has(key)) throw new PayPalError(409, [{ issue: 'PREVIOUS_REQUEST_IN_PROGRESS' }])
      const earlier = context.state.replays[key]
      if (earlier && context.clock.now() - earlier.at < keyLifeMs) {
        if (earlier.declined)
          throw new PayPalError(422, earlier.declined.details, earlier.declined.links)
        if (earlier.resourceId) return { resourceId: earlier.resourceId, replayed: true }
      }
      running.add(key)
    }
    const remember = (result: {
      resourceId?: string
      declined?: Pick<PayPalError, 'details' | 'links'>
    }) => {
      if (key === undefined) return
      context.state.replays[key] = { at: context.clock.now(), ...result }
      context.save()
    }
    try {
      const startedAt = Date.now()
      while (Date.now() - startedAt < context.settings.processingMs) await sleep(5)
      const resourceId = act()
      remember({ resourceId })
      return { resourceId, replayed: false }
    } catch (error) {
      if (error instanceof PayPalError && error.message === 'INSTRUMENT_DECLINED') {
        remember({ declined: { details: error.details, links: error.links } })
      }
      throw error
    } finally {
      if (key !== undefined) running.delete(key)
    }
  }
}
