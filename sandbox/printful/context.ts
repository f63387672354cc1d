import type { Clock } from '../core/clock'
import type { Pictures } from '../core/fixture-pictures'
import type { PrintfulState } from './state'

export interface Settings {
  /** Whether calls are counted and refused. */
  limits: boolean
  /** How long a step of a confirmed order takes; 0 leaves every step to the control port. */
  progressMs: number
  /** The result of charging the shop's card when an order is confirmed. */
  billing: 'ok' | 'decline'
  /** How many of the next orders are returned without costs, on hold. */
  asyncCosts: number
  /** How long Printful takes to fetch a file. */
  filesMs: number
  /** Whether v1 refuses webhook types it does not know, or drops them. */
  refuseUnknownTypes: boolean
  /** How many of the products are in the store's list; the others exist for orders only. */
  listed: number
}

export const DEFAULT_SETTINGS: Settings = {
  limits: true,
  progressMs: 0,
  billing: 'ok',
  asyncCosts: 0,
  filesMs: 200,
  refuseUnknownTypes: true,
  listed: 10_000,
}

/** What every operation needs; passed as the first argument. */
export interface ProviderContext {
  state: PrintfulState
  clock: Clock
  pictures: Pictures
  settings: Settings
  save: () => void
  /** Notifies the subscribed webhooks: v1 and v2 under their own event names. */
  publish: (event: PrintfulEvent) => void
}

/** An event, before it is converted to the format of either version. */
export interface PrintfulEvent {
  v1?: { type: string; data: unknown }
  v2?: { type: string; data: unknown }
}

export function newId(context: ProviderContext): number {
  context.state.lastId += 7
  return 128_000_000 + context.state.lastId
}

export function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1_000)
}
