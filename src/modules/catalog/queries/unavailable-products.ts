import { sql } from '@payloadcms/db-postgres/drizzle'

import { products, products_variants } from '@/payload-generated-schema'

import { effectivePriceCents } from './product-columns'

const variantsOf = sql`select from ${products_variants} where ${products_variants._parentID} = ${products.id}`

/** Of a row of products: no price, or variants of which none is available. */
export const isUnavailableProduct = sql`(${effectivePriceCents} = 0 or (
  exists (${variantsOf}) and not exists (${variantsOf} and ${products_variants.available})))`
