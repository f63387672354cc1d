import {
  and,
  count,
  desc,
  eq,
  isNotNull,
  isNull,
  max,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import {
  firstBaseName,
  variantPriceCents as currentVariantPriceCents,
} from '@/modules/catalog/queries/product-columns'
import { defaultPaymentFee, unitMargin } from '@/modules/fulfillment/rules/margin'
import { products, products_variants } from '@/payload-generated-schema'
import { toIsoDate } from '@/platform/calendar-days'
import type { Cents } from '@/platform/money'
import { countWhere } from '@/platform/paged-list'

export type PrintfulProducts = {
  /** Linked to Printful. */
  total: number
  active: number
  variants: number
  unavailable: { reason: string; count: number }[]
  lastSyncedAt: string | null
  /** The first few by name. */
  first: {
    id: number
    name: string
    isActive: boolean
    baseName: string | null
    syncedAt: string | null
  }[]
}

const maxListed = 5

export const isLinked = and(isNotNull(products.printfulProductId), isNull(products.deletedAt))
const hasLinkedVariant = and(isLinked, isNotNull(products_variants.printfulVariantId))

/** Returns what the shop has from Printful: counts, unavailable variants by reason, and a few products. */
export async function getPrintfulProducts({ db: { drizzle } }: Payload): Promise<PrintfulProducts> {
  const variantCount = drizzle
    .select({ variants: count() })
    .from(products_variants)
    .innerJoin(products, eq(products.id, products_variants._parentID))
    .where(hasLinkedVariant)
  const reason = sql<string>`coalesce(${products_variants.unavailableReason}, 'turned off here')`
  const [[counts], unavailable, first] = await Promise.all([
    drizzle
      .select({
        total: count(),
        active: countWhere(sql`${products.isActive}`),
        variants: sql`${variantCount}`.mapWith(Number),
        lastSyncedAt: max(products.syncedAt),
      })
      .from(products)
      .where(isLinked),
    drizzle
      .select({ reason, count: count() })
      .from(products_variants)
      .innerJoin(products, eq(products.id, products_variants._parentID))
      .where(and(hasLinkedVariant, eq(products_variants.available, false)))
      .groupBy(reason)
      .orderBy(desc(count()), reason),
    drizzle
      .select({
        id: products.id,
        name: products.name,
        isActive: products.isActive,
        syncedAt: products.syncedAt,
        baseName: firstBaseName(drizzle),
      })
      .from(products)
      .where(isLinked)
      .orderBy(products.name, products.id)
      .limit(maxListed),
  ])
  return {
    total: counts?.total ?? 0,
    active: counts?.active ?? 0,
    variants: counts?.variants ?? 0,
    lastSyncedAt: toIsoDate(counts?.lastSyncedAt ?? null),
    unavailable,
    first: first.map((product) => ({
      ...product,
      isActive: product.isActive ?? false,
      syncedAt: toIsoDate(product.syncedAt),
    })),
  }
}

/** `what` is the variant, or the number of a product's variants at the same price and cost. */
export type VariantMargin = {
  productId: number
  name: string
  what: string
  priceCents: Cents
  costCents: Cents
  profitCents: Cents
  perMille: number | null
}

/** Products without a price count as free, as in the lists of the shop. */
const variantPriceCents = sql<Cents>`coalesce(${currentVariantPriceCents}, 0)`
const variantCostCents = sql<Cents>`${products_variants.costCents}::integer`
const isSold: SQL | undefined = and(
  isNull(products.deletedAt),
  products.isActive,
  products_variants.available,
  sql`coalesce(${products.basePriceCents}, ${products_variants.priceOverrideCents}) is not null`,
)

/** Counts the rows of listVariantMargins, and the variants whose cost is unknown. */
const countSoldVariants = (drizzle: Payload['db']['drizzle']) =>
  drizzle
    .select({
      total:
        sql`count(distinct (${products.id}, ${variantPriceCents}, ${products_variants.costCents})) filter (where ${products_variants.costCents} is not null)`.mapWith(
          Number,
        ),
      unknownCost: countWhere(isNull(products_variants.costCents)),
    })
    .from(products_variants)
    .innerJoin(products, eq(products.id, products_variants._parentID))
    .where(isSold)

/** Returns what each variant earns, sold alone at its current price with the usual fee; the lowest margin first. */
export async function listVariantMargins(
  { db: { drizzle } }: Payload,
  { page, limit }: { page: number; limit: number },
): Promise<{ variants: VariantMargin[]; total: number; unknownCost: number }> {
  const variants = drizzle
    .select({
      productId: products.id,
      name: products.name,
      label: sql<string>`concat_ws(', ', ${products_variants.color}, ${products_variants.size})`.as(
        'label',
      ),
      priceCents: variantPriceCents.as('price_cents'),
      costCents: variantCostCents.as('cost_cents'),
    })
    .from(products_variants)
    .innerJoin(products, eq(products.id, products_variants._parentID))
    .where(and(isSold, isNotNull(products_variants.costCents)))
    .as('variants')
  const [rows, [counts]] = await Promise.all([
    drizzle
      .select({
        productId: variants.productId,
        name: variants.name,
        what: sql<string>`case when count(*) = 1 then min(${variants.label}) else count(*) || ' variants' end`,
        priceCents: variants.priceCents,
        costCents: variants.costCents,
      })
      .from(variants)
      .groupBy(variants.productId, variants.name, variants.priceCents, variants.costCents)
      .orderBy(
        sql`(${variants.priceCents} - ${variants.costCents})::numeric / nullif(${variants.priceCents}, 0)`,
        variants.productId,
        variants.costCents,
      )
      .limit(limit)
      .offset((page - 1) * limit),
    countSoldVariants(drizzle),
  ])
  return {
    total: counts?.total ?? 0,
    unknownCost: counts?.unknownCost ?? 0,
    variants: rows.map((row) => ({
      ...row,
      ...unitMargin({
        ...row,
        feeBasisPoints: defaultPaymentFee.basisPoints,
        feeFixedCents: defaultPaymentFee.fixedCents,
      }),
    })),
  }
}
