import { sql } from '@payloadcms/db-postgres/drizzle'

import { env } from '@/platform/env'

/**
 * The shop's time zone as a literal, because PostgreSQL doesn't recognize grouped expressions with parameters as equal.
 */
export const zone = sql.raw(`'${env.SHOP_TIME_ZONE.replaceAll("'", "''")}'`)
