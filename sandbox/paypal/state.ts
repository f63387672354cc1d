import type { CardRecord } from './cards'
import type { ErrorDetail, Link } from './errors'
import type { Money } from './money'
import type { CreateOrder, PurchaseUnitRequest } from './orders/schema'

export type OrderStatus =
  'CREATED' | 'SAVED' | 'APPROVED' | 'VOIDED' | 'COMPLETED' | 'PAYER_ACTION_REQUIRED'

/**
 * How the buyer's bank will answer the next capture. `decline`: a 422 that leaves the order open, as wallets do;
 * `card-decline`: a 201 with a declined capture that uses the order up, as cards do.
 */
export type Funding = 'ok' | 'decline' | 'card-decline' | 'pending'

/** What the buyer paid with, as `payment_source` names it. */
export const SOURCES = ['paypal', 'card', 'venmo', 'apple_pay', 'google_pay'] as const
export type Source = (typeof SOURCES)[number]

/** Wallets hold cards, so their payments are declined and shown like those of cards. */
export function isCardSource(source: Source | undefined): boolean {
  return source === 'card' || source === 'apple_pay' || source === 'google_pay'
}

export interface OrderRecord {
  id: string
  clientId: string
  status: OrderStatus
  intent: 'CAPTURE' | 'AUTHORIZE'
  units: PurchaseUnitRequest[]
  request: Pick<CreateOrder, 'payment_source' | 'application_context' | 'payer'>
  /** Set at approval; used up by a decline. */
  funding: Funding
  pendingReason: string
  /** Set at approval. */
  source: Source
  /** The card that was entered in the frames of the browser SDK. */
  card?: CardRecord
  /** What the card's processor answers to a declined card. */
  responseCode: string
  createdAt: number
  updatedAt: number
  approvedAt?: number
  /** What the buyer approved, as PayPal's window showed it. */
  approvedValue?: string
  /** The shop doesn't deliver to the address that the buyer chose. */
  isAddressRefused?: boolean
}

export type CaptureStatus =
  'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED' | 'FAILED'

export interface CaptureRecord {
  id: string
  clientId: string
  orderId: string
  referenceId: string
  status: CaptureStatus
  reason?: string
  source?: Source
  /** Of cards: the processor's answer. */
  responseCode?: string
  amount: Money
  customId?: string
  invoiceId?: string
  createdAt: number
  updatedAt: number
}

export interface RefundRecord {
  id: string
  clientId: string
  captureId: string
  status: 'COMPLETED'
  amount: Money
  /** Everything refunded of the capture, this refund included. */
  totalRefunded: Money
  customId?: string
  invoiceId?: string
  note?: string
  createdAt: number
}

export interface TokenRecord {
  clientId: string
  kind: 'server' | 'browser'
  expiresAt: number
  domains: string[]
}

/** The response for one PayPal-Request-Id: a resource to return again, or a decline to repeat. */
export interface ReplayRecord {
  at: number
  resourceId?: string
  declined?: { details: ErrorDetail[]; links: Link[] }
}

export interface WebhookRecord {
  id: string
  /** The app it belongs to; null receives the events of every app (the default webhook of the sandbox). */
  clientId: string | null
  url: string
  eventTypes: string[]
}

export interface EventRecord {
  clientId: string
  /** The exact bytes that are signed and sent, each time. */
  raw: string
  id: string
  type: string
  createdAt: number
}

export interface DeliveryRecord {
  id: string
  eventId: string
  webhookId: string
  attempts: number
  lastStatus: number | null
}

export interface PayPalState {
  orders: Record<string, OrderRecord>
  captures: Record<string, CaptureRecord>
  refunds: Record<string, RefundRecord>
  tokens: Record<string, TokenRecord>
  replays: Record<string, ReplayRecord>
  webhooks: Record<string, WebhookRecord>
  events: Record<string, EventRecord>
  /** What is still to be delivered. */
  deliveries: Record<string, DeliveryRecord>
}

export function emptyState(): PayPalState {
  return {
    orders: {},
    captures: {},
    refunds: {},
    tokens: {},
    replays: {},
    webhooks: {},
    events: {},
    deliveries: {},
  }
}
