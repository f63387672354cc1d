import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNull,
  or,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { productTexts } from '@/modules/catalog/queries/product-columns'
import { quoteCart } from '@/modules/checkout/queries'
import type { DeliveryDays } from '@/modules/checkout/rules/arrival'
import { destinationOf, type ShippingMethodId } from '@/modules/checkout/rules/destination'
import type { PricingRules, TaxAddress } from '@/modules/checkout/rules/pricing'
import type { LiveRates } from '@/modules/checkout/rules/shipping-options'
import { codeRefusalMessages, type Discount, maxPercent } from '@/modules/discounts/rules'
import {
  type DraftDiscountKind,
  type DraftOrderState,
  draftOrderState,
  staffDiscountName,
} from '@/modules/draft-orders/rules'
import { giftCardAsDiscount } from '@/modules/gift-cards/rules'
import { draft_orders, orders, products, users } from '@/payload-generated-schema'
import { type Cents, centsFromDollars, dollarsFromCents } from '@/platform/money'
import { isoDate, isOnDays, matchesSearch, offsetOf, pagedRows } from '@/platform/paged-list'

import {
  type DraftAddress,
  type DraftDiscount,
  draftOrderBody,
  type DraftOrderInput,
  type DraftOrderListQuery,
} from './schemas'

/** A draft as staff see it. Amounts of discounts are dollars, as staff entered them. */
export type DraftOrder = Omit<DraftOrderInput, 'discount'> & {
  id: number
  state: DraftOrderState
  discount: DraftDiscount
  totalCents: Cents
  orderId: number | null
  orderNumber: string | null
  createdAt: string
  updatedAt: string
}

type Row = typeof draft_orders.$inferSelect

const storedItems = draftOrderBody.shape.items

const toDiscount = (row: Row): DraftDiscount => {
  if (row.discountKind === 'code') return { kind: 'code', code: row.discountCode ?? '' }
  if (row.discountKind === 'percent') return { kind: 'percent', percent: row.discountPercent ?? 0 }
  if (row.discountKind === 'amount')
    return { kind: 'amount', amount: dollarsFromCents(row.discountCents ?? 0) }
  return { kind: 'none' }
}

const toAddress = (row: Row): DraftAddress => ({
  firstName: row.shippingAddress_firstName ?? '',
  lastName: row.shippingAddress_lastName ?? '',
  address1: row.shippingAddress_address1 ?? '',
  address2: row.shippingAddress_address2 ?? '',
  city: row.shippingAddress_city ?? '',
  stateCode: row.shippingAddress_stateCode ?? '',
  zip: row.shippingAddress_zip ?? '',
  phone: row.shippingAddress_phone ?? '',
})

/** The values of a draft as its table stores them. */
export function toDraftColumns({
  discount,
  items,
  shippingAddress,
  note,
  ...draft
}: DraftOrderInput) {
  const kind: DraftDiscountKind = discount.kind
  return {
    ...draft,
    shippingAddress: { ...shippingAddress, countryCode: 'US' },
    lines: items,
    note: note.trim(),
    discountKind: kind,
    discountCode: discount.kind === 'code' ? discount.code : null,
    discountPercent: discount.kind === 'percent' ? discount.percent : null,
    discountCents: discount.kind === 'amount' ? centsFromDollars(discount.amount) : null,
  }
}

type Joined = {
  draft: Row
  orderStatus: string | null
  orderNumber: string | null
  createdAt: string
  updatedAt: string
}

const toDraftOrder = ({ draft, orderStatus, orderNumber, ...times }: Joined): DraftOrder => ({
  id: draft.id,
  state: draftOrderState(orderStatus),
  email: draft.email ?? '',
  shippingAddress: toAddress(draft),
  items: storedItems.catch([]).parse(draft.lines),
  discount: toDiscount(draft),
  shippingMethod: draft.shippingMethod,
  plainPackage: draft.plainPackage,
  note: draft.note ?? '',
  totalCents: draft.totalCents,
  orderId: draft.order,
  orderNumber,
  ...times,
})

const selectDrafts = ({ db: { drizzle } }: Pick<Payload, 'db'>) =>
  drizzle
    .select({
      draft: draft_orders,
      orderStatus: sql<string | null>`${orders.status}`,
      orderNumber: orders.orderNumber,
      createdAt: isoDate(draft_orders.createdAt),
      updatedAt: isoDate(draft_orders.updatedAt),
    })
    .from(draft_orders)
    .leftJoin(orders, eq(orders.id, draft_orders.order))

/** By `draftOrderState`. Paid drafts are listed as orders. */
const hasState = {
  open: or(isNull(draft_orders.order), eq(orders.status, 'cancelled')),
  sent: eq(orders.status, 'pending'),
  '': or(isNull(draft_orders.order), inArray(orders.status, ['pending', 'cancelled'])),
} satisfies Record<DraftOrderListQuery['state'], SQL | undefined>

const searchText = sql`concat_ws(' ', ${draft_orders.email}, ${draft_orders.shippingAddress_firstName}, ${draft_orders.shippingAddress_lastName}, ${orders.orderNumber})`

/** The customer as shown in a row: by name, or else by email address. */
const customer = sql`lower(coalesce(nullif(trim(concat_ws(' ', ${draft_orders.shippingAddress_firstName}, ${draft_orders.shippingAddress_lastName})), ''), ${draft_orders.email}, ''))`
const draftOrders = {
  newest: [desc(draft_orders.updatedAt), desc(draft_orders.id)],
  oldest: [asc(draft_orders.updatedAt), asc(draft_orders.id)],
  'customer-a': [asc(customer), asc(draft_orders.id)],
  'customer-z': [desc(customer), desc(draft_orders.id)],
  'total-high': [desc(draft_orders.totalCents), desc(draft_orders.id)],
  'total-low': [asc(draft_orders.totalCents), asc(draft_orders.id)],
} satisfies Record<DraftOrderListQuery['sort'], SQL[]>

/** Returns one page of the drafts that aren't paid. Its days are those of the latest change. */
export function listDraftOrders(
  payload: Payload,
  { search, state, sort, ...query }: DraftOrderListQuery,
) {
  const condition = and(
    hasState[state],
    matchesSearch(searchText, search),
    isOnDays(draft_orders.updatedAt, query),
  )
  return pagedRows(
    query,
    selectDrafts(payload)
      .where(condition)
      .orderBy(...draftOrders[sort])
      .limit(query.limit)
      .offset(offsetOf(query))
      .then((rows) => rows.map(toDraftOrder)),
    payload.db.drizzle
      .select({ drafts: count() })
      .from(draft_orders)
      .leftJoin(orders, eq(orders.id, draft_orders.order))
      .where(condition)
      .then(([row]) => row?.drafts ?? 0),
  )
}

/** Returns one draft, or null if there is none. */
export async function getDraftOrder(
  payload: Pick<Payload, 'db'>,
  id: number,
): Promise<DraftOrder | null> {
  const [row] = await selectDrafts(payload).where(eq(draft_orders.id, id))
  return row ? toDraftOrder(row) : null
}

/** The account with this confirmed email address; null for a guest. Prices and taxes may depend on it. */
export async function findAccountByEmail(
  { db }: Pick<Payload, 'db'>,
  email: string,
): Promise<number | null> {
  if (!email) return null
  const [user] = await db.drizzle
    .select({ id: users.id })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email), eq(users.isActive, true)))
  return user?.id ?? null
}

/** Sizes and colors of products, for the selects of a draft. */
export type ProductChoices = { id: number; name: string; sizes: string[]; colors: string[] }

export async function listProductChoices(
  { db }: Payload,
  ids: readonly number[],
): Promise<ProductChoices[]> {
  if (ids.length === 0) return []
  const selected = db.drizzle
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, [...ids]))
    .as('selected')
  return db.drizzle
    .select({
      id: products.id,
      name: sql<string>`coalesce(${products.name}, '')`,
      sizes: productTexts('sizesAvailable'),
      colors: productTexts('colorsAvailable'),
    })
    .from(selected)
    .innerJoin(products, eq(products.id, selected.id))
}

/**
 * The discounts that staff give to this order only: 100% makes standard shipping free, too. Their ids are 0, because they
 * have no row.
 */
const staffDiscounts = (discount: DraftDiscount): Discount[] => {
  if (discount.kind !== 'percent' && discount.kind !== 'amount') return []
  const onItems: Discount = {
    id: 0,
    name: staffDiscountName,
    code: null,
    kind: discount.kind,
    basisPoints: discount.kind === 'percent' ? Math.round(discount.percent * 100) : 0,
    amountCents: discount.kind === 'amount' ? centsFromDollars(discount.amount) : 0,
    scope: 'all',
    productIds: [],
    categoryIds: [],
    minimumSubtotalCents: 0,
  }
  return onItems.basisPoints === maxPercent * 100
    ? [onItems, { ...onItems, kind: 'free_shipping', basisPoints: 0 }]
    : [onItems]
}

/** The known parts of a draft's destination. Shipping and tax depend on it. */
export function taxAddressOf({
  shippingAddress: { stateCode, zip },
}: Pick<DraftOrderInput, 'shippingAddress'>): TaxAddress | null {
  return stateCode ? { stateCode, zip } : null
}

const codeOfAccountsMessage =
  'This code is for customers with an account. Enter the email address of one.'

type DraftContents = Pick<DraftOrderInput, 'email' | 'shippingAddress' | 'items' | 'discount'> & {
  shippingMethod: ShippingMethodId
}

/** Prices a draft with the calculation of the checkout. `live` are the printer's rates for exactly these items and place. */
export async function quoteDraft(
  payload: Payload,
  pricing: PricingRules,
  draft: DraftContents,
  { days, live }: { days: DeliveryDays; live: LiveRates | null },
) {
  const quoted = await quoteCart(payload, pricing, {
    items: draft.items,
    place: taxAddressOf(draft),
    code: draft.discount.kind === 'code' ? draft.discount.code : null,
    staffDiscounts: staffDiscounts(draft.discount),
    customerId: await findAccountByEmail(payload, draft.email),
    method: draft.shippingMethod,
    isPoBox: destinationOf(draft.shippingAddress).isPoBox,
    days,
    live,
  })
  // Staff can’t sign in for the customer, or pay with their gift card.
  const staffMessages: Readonly<Record<string, string>> = {
    [codeRefusalMessages.sign_in]: codeOfAccountsMessage,
    [giftCardAsDiscount]:
      'This looks like a gift card’s code. The customer can enter it when they pay.',
  }
  const { codeMessage } = quoted
  return { ...quoted, codeMessage: codeMessage && (staffMessages[codeMessage] ?? codeMessage) }
}
