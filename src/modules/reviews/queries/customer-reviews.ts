import { sql } from '@payloadcms/db-postgres'
import type { SQL } from 'drizzle-orm'
import type { Payload } from 'payload'

import { purchasedStatuses } from '@/modules/reviews/rules'

export type CustomerReviewView = {
  id: number
  productId: number
  productName: string
  author: string
  rating: number
  title: string
  body: string
  status: 'waiting' | 'approved' | 'rejected'
  createdAt: string
}

/** A piece somebody bought and has not reviewed yet. `image` is the picture of what they got. */
export type ReviewableProduct = {
  productId: number
  name: string
  image: string | null
  orderNumber: string
}

/** What somebody wrote, the newest first. */
export async function listCustomerReviews(
  payload: Pick<Payload, 'db'>,
  userId: number,
): Promise<CustomerReviewView[]> {
  const { rows } = await payload.db.drizzle.execute(sql`
    select r.id, r.product_id as "productId", p.name as "productName", r.author, r.rating::integer as rating, coalesce(r.title, '') as title, r.body, r.status,
      to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt"
    from reviews r join products p on p.id = r.product_id where r.customer_id = ${userId} order by r.created_at desc, r.id desc`)
  return rows as unknown as CustomerReviewView[]
}

/** Lines of somebody's orders that count as bought; the newest order of each product. */
export function purchasedLines(userId: number): SQL {
  return sql`
  select distinct on (i.product_id) i.product_id, i.name, i.image, o.id as order_id, o.order_number, o.created_at
  from orders o join orders_items i on i._parent_id = o.id
  where o.customer_id = ${userId} and i.product_id is not null
    and o.status::text in (${sql.join(
      purchasedStatuses.map((status) => sql`${status}`),
      sql`, `,
    )})
  order by i.product_id, o.created_at desc, o.id desc, i._order`
}

/** Bought, still in the shop, not reviewed yet: the newest order first. */
export async function listReviewableProducts(
  payload: Pick<Payload, 'db'>,
  userId: number,
): Promise<ReviewableProduct[]> {
  const { rows } = await payload.db.drizzle.execute(sql`
    select b.product_id as "productId", p.name, case when b.image is not null then b.image || '-320.webp' end as image, b.order_number as "orderNumber"
    from (${purchasedLines(userId)}) b join products p on p.id = b.product_id and p.is_active
    where not exists (select from reviews r where r.customer_id = ${userId} and r.product_id = b.product_id)
    order by b.created_at desc, b.product_id`)
  return rows as unknown as ReviewableProduct[]
}
