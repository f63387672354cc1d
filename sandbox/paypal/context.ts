import type { Clock } from '../core/clock'
import type { PurchaseUnitRequest } from './orders/schema'
import type { PayPalState } from './state'
import { SHIPPING } from './test-buyer'

/** What every operation on the ledger needs; passed as the first argument. */
export interface ProviderContext {
  state: PayPalState
  clock: Clock
  /** This sandbox's own address, for links. */
  origin: () => string
  /** Marks the state as changed. */
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
  /** The outcome of the browser's eligibility request. */
  eligibility: 'ok' | 'fails' | 'hangs'
  /** Whether buyers have an Apple device: the SDK then brings a fake ApplePaySession. */
  hasApplePayDevice: boolean
  /** The address that buyers have at PayPal. */
  shipping: PurchaseUnitRequest['shipping']
  /** Whether the shop's domain is registered for Apple Pay. */
  isAppleDomainRegistered: boolean
}

export const ELIGIBLE_METHODS = [
  'paypal',
  'card',
  'venmo',
  'advanced_cards',
  'paylater',
  'applepay',
  'googlepay',
] as const
export type EligibleMethod = (typeof ELIGIBLE_METHODS)[number]

export function defaultSettings(): Settings {
  return {
    processingMs: 15,
    eligible: [...ELIGIBLE_METHODS],
    eligibility: 'ok',
    hasApplePayDevice: true,
    shipping: SHIPPING,
    isAppleDomainRegistered: true,
  }
}

export interface DomainEvent {
  type: string
  resourceType: 'checkout-order' | 'capture' | 'refund' | 'dispute'
  summary: string
  resource: unknown
}
