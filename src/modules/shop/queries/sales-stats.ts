import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { env } from '@/platform/env'
import type { Cents } from '@/platform/money'

/**
 * The figures of the dashboard. Revenue is what the ledger says moved: completed captures and manual payments less
 * completed refunds, on the day each happened, in the shop's time zone. `before` is the same stretch of the month before.
 */
export type AdminStats = {
  revenueCents: Cents
  revenueBeforeCents: Cents
  /** Orders that were paid for, ever; and those placed in the last seven days, and the seven before. */
  totalOrders: number
  ordersThisWeek: number
  ordersWeekBefore: number
  activeProducts: number
  totalContent: number
  publishedContent: number
}

const paid = sql`payment_state = 'completed'`
const zone = sql.raw(`'${env.SHOP_TIME_ZONE.replaceAll("'", "''")}'`)
const moved = sql`case kind when 'refund' then -amount_cents else amount_cents end`

export async function getAdminStats(payload: Payload): Promise<AdminStats> {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`
    with clock as (
      select date_trunc('month', now() at time zone ${zone}) as month, now() at time zone ${zone} as here),
    span as (
      select month at time zone ${zone} as from_now, (month - interval '1 month') at time zone ${zone} as from_before,
        least(month, month - interval '1 month' + (here - month)) at time zone ${zone} as to_before from clock),
    ledger as (
      select coalesce(sum(${moved}) filter (where created_at >= from_now), 0)::integer as "revenueCents",
        coalesce(sum(${moved}) filter (where created_at >= from_before and created_at < to_before), 0)::integer as "revenueBeforeCents"
      from payments, span where status = 'completed' and created_at >= from_before)
    select ledger.*,
      (select count(*)::integer from orders where ${paid}) as "totalOrders",
      (select count(*)::integer from orders where ${paid} and created_at >= now() - interval '7 days') as "ordersThisWeek",
      (select count(*)::integer from orders where ${paid} and created_at >= now() - interval '14 days' and created_at < now() - interval '7 days') as "ordersWeekBefore",
      (select count(*)::integer from products where is_active) as "activeProducts",
      (select count(*)::integer from content where deleted_at is null) as "totalContent",
      (select count(*)::integer from content where status = 'published') as "publishedContent"
    from ledger`)
  return row as AdminStats
}

export const revenueSteps = ['day', 'week', 'month'] as const
export type RevenueStep = (typeof revenueSteps)[number]
/** `from` is the first day of the step, as YYYY-MM-DD in the shop's time zone. */
export type RevenuePoint = { from: string; revenueCents: Cents; orders: number }

const shown = { day: 30, week: 13, month: 12 } satisfies Record<RevenueStep, number>

/** Revenue over the last 30 days, 13 weeks or 12 months, steps without any included; one statement. */
export async function listRevenue(payload: Payload, step: RevenueStep): Promise<RevenuePoint[]> {
  const unit = sql.raw(`'${step}'`)
  const interval = sql.raw(`interval '1 ${step}'`)
  const back = sql.raw(`interval '${shown[step] - 1} ${step}'`)
  const { rows } = await payload.db.drizzle.execute(sql`
    with steps as (
      select generate_series(date_trunc(${unit}, now() at time zone ${zone}) - ${back}, date_trunc(${unit}, now() at time zone ${zone}), ${interval}) as first),
    moves as (
      select date_trunc(${unit}, created_at at time zone ${zone}) as first, sum(${moved})::integer as cents, count(*) filter (where kind <> 'refund')::integer as orders
      from payments where status = 'completed' and created_at >= (select min(first) at time zone ${zone} from steps) group by 1)
    select to_char(s.first, 'YYYY-MM-DD') as "from", coalesce(m.cents, 0) as "revenueCents", coalesce(m.orders, 0) as orders
    from steps s left join moves m using (first) order by s.first`)
  return rows as unknown as RevenuePoint[]
}

export type BestSeller = { productId: number; name: string; baseName: string | null; sold: number }

/** What was bought most in the last 30 days, by pieces in paid orders. */
export async function listBestSellers(payload: Payload, limit: number): Promise<BestSeller[]> {
  const { rows } = await payload.db.drizzle.execute(sql`
    select p.id as "productId", p.name, s.sold,
      (select m.base_name from products_rels r join media m on m.id = r.media_id where r.parent_id = p.id and r.path = 'images' order by r."order" limit 1) as "baseName"
    from (select i.product_id, sum(i.quantity)::integer as sold from orders o join orders_items i on i._parent_id = o.id
      where o.payment_state = 'completed' and o.status not in ('cancelled', 'refunded') and o.paid_at >= now() - interval '30 days' and i.product_id is not null group by 1) s
    join products p on p.id = s.product_id order by s.sold desc, p.name limit ${limit}`)
  return rows as unknown as BestSeller[]
}
