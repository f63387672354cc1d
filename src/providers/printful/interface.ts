import type { Cents } from '@/platform/money'

/** Printful's statuses of an order; v1 has these ten. */
export const printfulOrderStatuses = [
  'draft',
  'inreview',
  'pending',
  'inprocess',
  'partial',
  'fulfilled',
  'onhold',
  'failed',
  'canceled',
  'archived',
] as const
type PrintfulOrderStatus = (typeof printfulOrderStatuses)[number]

export type PrintfulVariantState =
  'active' | 'out of stock' | 'discontinued' | 'not synced' | 'ignored'

/** The store that the token works with. */
export type PrintfulStore = { id: string; name: string | null; type: string | null }

export type PrintfulProductSummary = {
  id: string
  externalId: string | null
  name: string
  isIgnored: boolean
}

export type PrintfulVariant = {
  id: string
  externalId: string | null
  catalogProductId: string | null
  catalogVariantId: string | null
  name: string
  size: string | null
  color: string | null
  /** Null if none was set. */
  priceCents: Cents | null
  currency: string
  sku: string | null
  state: PrintfulVariantState
  /** The picture to show, as long as there is one; `key` changes when the picture does. */
  picture: { key: string; url: string } | null
  isPictureWaiting: boolean
}
export type PrintfulProduct = PrintfulProductSummary & {
  thumbnailUrl: string | null
  variants: PrintfulVariant[]
}

/** The blank product that is printed on. Prices are what Printful charges us. */
export type CatalogProduct = {
  id: string
  description: string | null
  variants: { id: string; size: string | null; color: string | null; priceCents: Cents | null }[]
}

export type PrintfulRecipient = {
  name: string
  address1: string
  address2: string | null
  city: string
  stateCode: string
  countryCode: string
  zip: string
  phone: string | null
  email: string | null
}
type PrintfulOrderLine = {
  externalId: string
  syncVariantId: string
  quantity: number
  retailCents: Cents
  name: string
}
export type NewPrintfulOrder = {
  externalId: string
  recipient: PrintfulRecipient
  lines: PrintfulOrderLine[]
  retail: { subtotalCents: Cents; discountCents: Cents; shippingCents: Cents; taxCents: Cents }
  orderNumber: string
  /** No prices are sent for the packing slip of a gift. */
  gift: { note: string | null } | null
  /** A service of `listShippingRates`, or the one of a method. */
  shipping: string
  /** On the label and packing slip; null: the store's name at Printful. */
  senderName: string | null
}

/** What a service of Printful's carriers charges the shop, and its business days in transit, if known. */
export type PrintfulRate = {
  service: string
  priceCents: Cents
  days: { min: number; max: number } | null
}

type PrintfulShipment = {
  id: string
  carrier: string | null
  service: string | null
  trackingNumber: string | null
  trackingUrl: string | null
  shippedAt: string | null
  isReshipment: boolean
  items: { itemId: string; quantity: number }[]
}
export type PrintfulOrder = {
  id: string
  externalId: string | null
  storeId: string | null
  status: PrintfulOrderStatus
  /** Printful's message about why it failed or waits. */
  error: string | null
  recipient: Omit<PrintfulRecipient, 'phone' | 'email'>
  items: { id: string; externalId: string | null; syncVariantId: string | null; quantity: number }[]
  /** Items that Printful doesn't know how to make. */
  incomplete: number
  /** Null while they are being calculated. */
  costCents: Cents | null
  currency: string | null
  shipments: PrintfulShipment[]
}

export type PrintfulWebhook = {
  url: string | null
  types: string[]
  /** The blanks whose stock changes are sent. */
  catalogProductIds: string[]
}

/**
 * The calls of Printful's API v1 that the shop uses. Ids are strings: they are wider than 32 bits. All calls of one token share
 * one pace.
 * @throws ProviderError; `limit` with `retryAfterMs` when it would take long
 */
export type PrintfulGateway = {
  getStore: () => Promise<PrintfulStore>
  /** What the token may do. */
  listScopes: () => Promise<string[]>
  listProducts: (
    offset: number,
    limit: number,
  ) => Promise<{ products: PrintfulProductSummary[]; total: number }>
  getProduct: (id: string) => Promise<PrintfulProduct | null>
  /** Its name and whether it is hidden; its variants are not part of this call, because those left out would be deleted. */
  updateProduct: (id: string, change: { name?: string; isIgnored?: boolean }) => Promise<void>
  updateVariantPrice: (id: string, priceCents: Cents) => Promise<void>
  getCatalogProduct: (id: string) => Promise<CatalogProduct | null>
  /** Current rates, in US dollars. Not retried, and abandoned after three seconds, because a buyer waits. */
  listShippingRates: (
    to: { countryCode: string; stateCode: string; zip: string },
    items: readonly { catalogVariantId: string; quantity: number }[],
  ) => Promise<PrintfulRate[]>
  getOrder: (by: { id: string } | { externalId: string }) => Promise<PrintfulOrder | null>
  /**
   * Charges nothing. An external id that was ever used is refused with the issue `OR-13`, even if that order was
   * canceled.
   */
  createDraft: (order: NewPrintfulOrder) => Promise<PrintfulOrder>
  /** Only drafts and failed orders. */
  updateRecipient: (id: string, recipient: PrintfulRecipient) => Promise<PrintfulOrder>
  /**
   * Only drafts and failed orders. Replaces all items: the external id says which is which, and those left out are
   * deleted.
   */
  updateItems: (
    id: string,
    order: Pick<NewPrintfulOrder, 'lines' | 'gift'>,
  ) => Promise<PrintfulOrder>
  /** Charges the shop. A second time it is refused. */
  confirmOrder: (id: string) => Promise<PrintfulOrder>
  /** Only before production; the external id stays taken. */
  cancelOrder: (id: string) => Promise<PrintfulOrder>
  getWebhook: () => Promise<PrintfulWebhook>
  /** Replaces the previous webhook. Stock changes are sent only for these catalog products. */
  setWebhook: (config: {
    url: string
    types: readonly string[]
    catalogProductIds: readonly string[]
  }) => Promise<PrintfulWebhook>
  fetchPicture: (url: string) => Promise<Buffer>
}
