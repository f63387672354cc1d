import { type SQL, sql } from '@payloadcms/db-postgres/drizzle'

import { orders } from '@/payload-generated-schema'

/** When the printer’s newest package left, in a query about orders. What came back is on its way no longer. */
export const newestParcelAt: SQL = sql`(select max((parcel ->> 'shippedAt')::timestamptz)
  from jsonb_array_elements(case jsonb_typeof(${orders.shipments}) when 'array' then ${orders.shipments} end) parcel
  where parcel ->> 'isReturned' is distinct from 'true')`
