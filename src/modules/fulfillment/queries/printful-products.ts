import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { defaultPaymentFee, unitMargin } from '@/modules/fulfillment/rules/margin'
import type { Cents } from '@/platform/money'

export type PrintfulProducts = {
  /** Linked to Printful. */
  total: number
  active: number
  variants: number
  /** Variants that cannot be had, by the reason. */
  unavailable: { reason: string; count: number }[]
  lastSyncedAt: string | null
  /** The first few, by name. */
  first: {
    id: number
    name: string
    isActive: boolean
    baseName: string | null
    syncedAt: string | null
  }[]
}

const shownFirst = 5

/** What of the shop comes from Printful. */
export async function getPrintfulProducts(payload: Payload): Promise<PrintfulProducts> {
  const linked = sql`p.printful_product_id is not null and p.deleted_at is null`
  const [
    {
      rows: [counts],
    },
    { rows: reasons },
    { rows: first },
  ] = await Promise.all([
    payload.db.drizzle.execute(sql`
      select count(*)::integer as total, count(*) filter (where p.is_active)::integer as active, max(p.synced_at) as "lastSyncedAt",
        (select count(*)::integer from products_variants v join products p on p.id = v._parent_id where ${linked} and v.printful_variant_id is not null) as variants
      from products p where ${linked}`),
    payload.db.drizzle.execute(sql`
      select coalesce(v.unavailable_reason, 'switched off here') as reason, count(*)::integer as count from products_variants v join products p on p.id = v._parent_id
      where ${linked} and v.available is false and v.printful_variant_id is not null group by 1 order by 2 desc, 1`),
    payload.db.drizzle.execute(sql`
      select p.id, p.name, coalesce(p.is_active, false) as "isActive", p.synced_at as "syncedAt",
        (select m.base_name from products_rels r join media m on m.id = r.media_id where r.parent_id = p.id and r.path = 'images' order by r."order" limit 1) as "baseName"
      from products p where ${linked} order by p.name, p.id limit ${shownFirst}`),
  ])
  const iso = (date: unknown): string | null =>
    date ? new Date(date as string).toISOString() : null
  return {
    total: Number(counts?.total),
    active: Number(counts?.active),
    variants: Number(counts?.variants),
    lastSyncedAt: iso(counts?.lastSyncedAt),
    unavailable: reasons as unknown as PrintfulProducts['unavailable'],
    first: first.map((row) => ({
      ...row,
      id: Number(row.id),
      syncedAt: iso(row.syncedAt),
    })) as PrintfulProducts['first'],
  }
}

/** `what` is the variant, or how many of one product there are at the same price and cost. */
export type VariantMargin = {
  productId: number
  name: string
  what: string
  priceCents: Cents
  costCents: Cents
  profitCents: Cents
  perMille: number | null
}

/** What each piece leaves, sold alone at today's price with a usual fee: the least first. */
export async function listVariantMargins(
  payload: Payload,
  { page, limit }: { page: number; limit: number },
): Promise<{ variants: VariantMargin[]; total: number; unknownCost: number }> {
  const price = sql`coalesce(v.price_override_cents::integer, p.effective_price_cents)`
  const sold = sql`p.deleted_at is null and p.is_active and v.available and coalesce(p.base_price_cents, v.price_override_cents) is not null`
  const [
    { rows },
    {
      rows: [counts],
    },
  ] = await Promise.all([
    payload.db.drizzle.execute(sql`
      select "productId", name, case when count(*) = 1 then min(what) else count(*) || ' variants' end as what, "priceCents", "costCents" from (
        select p.id as "productId", p.name, concat_ws(', ', v.color, v.size) as what, ${price} as "priceCents", v.cost_cents::integer as "costCents"
        from products_variants v join products p on p.id = v._parent_id where ${sold} and v.cost_cents is not null) pieces
      group by "productId", name, "priceCents", "costCents" order by ("priceCents" - "costCents")::numeric / nullif("priceCents", 0), "productId", "costCents" limit ${limit} offset ${(page - 1) * limit}`),
    payload.db.drizzle.execute(sql`
      select count(distinct (p.id, ${price}, v.cost_cents)) filter (where v.cost_cents is not null)::integer as total, count(*) filter (where v.cost_cents is null)::integer as unknown from products_variants v join products p on p.id = v._parent_id where ${sold}`),
  ])
  type Row = Pick<VariantMargin, 'productId' | 'name' | 'what' | 'priceCents' | 'costCents'>
  return {
    total: Number(counts?.total),
    unknownCost: Number(counts?.unknown),
    variants: (rows as unknown as Row[]).map((row) => {
      const { profitCents, perMille } = unitMargin({
        ...row,
        feeBasisPoints: defaultPaymentFee.basisPoints,
        feeFixedCents: defaultPaymentFee.fixedCents,
      })
      return { ...row, productId: Number(row.productId), profitCents, perMille }
    }),
  }
}
