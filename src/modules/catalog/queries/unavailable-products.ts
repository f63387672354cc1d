import { sql } from '@payloadcms/db-postgres'

/** Of a row `p` of products: no price, or variants of which none can be had. */
export const isUnavailableProduct = sql`(p.effective_price_cents = 0 or (
  exists (select 1 from products_variants v where v._parent_id = p.id) and not exists (select 1 from products_variants v where v._parent_id = p.id and v.available)))`
