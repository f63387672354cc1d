import { sql } from '@payloadcms/db-postgres/drizzle'

import { products, products_variants } from '@/payload-generated-schema'

import { effectivePriceCents, isSoldOut } from './product-columns'

/** Of a row of products: no price, or variants of which none is available. */
export const isUnavailableProduct = sql`(${effectivePriceCents} = 0 or (${isSoldOut} and exists (
  select from ${products_variants} where ${products_variants._parentID} = ${products.id})))`
