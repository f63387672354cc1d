import type { WebhookDelivery } from '../core/webhook-dispatcher'

export type Availability = 'active' | 'discontinued' | 'out_of_stock' | 'temporary_out_of_stock'

export interface FileRecord {
  id: number
  type: string
  /** The artwork's URL if the shop sent one; otherwise `picture` is shown. */
  url: string | null
  picture: string
  status: 'ok' | 'waiting' | 'failed'
  /** Epoch milliseconds at which Printful has fetched the file. */
  readyAt: number
}

export interface VariantRecord {
  id: number
  externalId: string
  name: string
  synced: boolean
  variantId: number
  retailPrice: string | null
  currency: string
  ignored: boolean
  sku: string | null
  /** Null for products from before Printful recorded them. */
  size: string | null
  color: string | null
  availability: Availability
  files: FileRecord[]
  options: { id: string; value: unknown }[]
}

export interface ProductRecord {
  id: number
  externalId: string
  name: string
  thumbnail: string | null
  ignored: boolean
  variants: VariantRecord[]
}

export type OrderStatus =
  | 'draft'
  | 'inreview'
  | 'pending'
  | 'failed'
  | 'canceled'
  | 'inprocess'
  | 'onhold'
  | 'partial'
  | 'fulfilled'
  | 'archived'

export interface ItemRecord {
  id: number
  externalId: string | null
  syncVariantId: number | null
  externalVariantId: string | null
  variantId: number
  quantity: number
  price: string
  retailPrice: string | null
  name: string
  files: unknown[]
  options: unknown[]
  sku: string | null
}

export interface ShipmentRecord {
  id: number
  carrier: string
  service: string
  trackingNumber: string
  at: number
  reshipment: boolean
  returned: boolean
  items: { itemId: number; quantity: number }[]
}

export interface Costs {
  currency: string
  subtotal: string
  discount: string
  shipping: string
  digitization: string
  additional_fee: string
  fulfillment_fee: string
  retail_delivery_fee: string
  tax: string
  vat: string
  total: string
}

export interface OrderRecord {
  id: number
  externalId: string | null
  status: OrderStatus
  /** Why it failed or is on hold. */
  error: string | null
  shipping: string
  createdAt: number
  updatedAt: number
  recipient: Record<string, unknown>
  items: ItemRecord[]
  /** Null while they are still being calculated. */
  costs: Costs | null
  retailCosts: Record<string, unknown> | null
  gift: unknown
  packingSlip: unknown
  shipments: ShipmentRecord[]
  /** Epoch milliseconds of the next automatic change of status; null if there is none. */
  nextAt: number | null
}

interface ChargeRecord {
  orderId: number
  kind: 'charge' | 'refund'
  amount: string
  at: number
}

interface WebhooksV1 {
  url: string
  types: string[]
  params: Record<string, unknown>
}

export interface WebhooksV2 {
  defaultUrl: string | null
  expiresAt: string | null
  events: { type: string; url: string | null; params: unknown[] }[]
  publicKey: string
  secretKey: string
}

export interface PrintfulState {
  products: Record<string, ProductRecord>
  orders: Record<string, OrderRecord>
  charges: ChargeRecord[]
  webhooksV1: WebhooksV1 | null
  webhooksV2: WebhooksV2 | null
  deliveries: Record<string, WebhookDelivery>
  history: WebhookDelivery[]
  /** Tokens that the test expired. */
  expiredTokens: string[]
  lastId: number
}
