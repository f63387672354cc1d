import type { Clock } from '../core/clock'
import type { PayPalState } from './state'

/** What every operation on the ledger needs; passed as the first argument. */
export interface ProviderContext {
  state: PayPalState
  clock: Clock
  /** This sandbox's own address, for links. */
  origin: () => string
  /** Says that the state changed. */
  save: () => void
  /** Sends an event to the webhooks of that app. */
  publish: (clientId: string, event: DomainEvent) => void
  settings: Settings
}

export interface Settings {
  /** How long a create, capture or refund takes; while it runs, its Request-Id is in progress. */
  processingMs: number
  /** What a buyer can pay with, by the names of the browser SDK. */
  eligible: EligibleMethod[]
  /** How the browser's question about eligibility ends. */
  eligibility: 'ok' | 'fails' | 'hangs'
}

export const ELIGIBLE_METHODS = ['paypal', 'card', 'venmo', 'advanced_cards', 'paylater'] as const
export type EligibleMethod = (typeof ELIGIBLE_METHODS)[number]

export function defaultSettings(): Settings {
  return { processingMs: 15, eligible: [...ELIGIBLE_METHODS], eligibility: 'ok' }
}

export interface DomainEvent {
  type: string
  resourceType: 'checkout-order' | 'capture' | 'refund' | 'dispute'
  summary: string
  resource: unknown
}
