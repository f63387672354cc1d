import { type SQL, sql } from '@payloadcms/db-postgres/drizzle'

import { orders } from '@/payload-generated-schema'

/** When the newest package left the printer, in a query about orders. Packages that came back don’t count. */
export const newestShipmentAt: SQL = sql`(select max((shipment ->> 'shippedAt')::timestamptz)
  from jsonb_array_elements(case jsonb_typeof(${orders.shipments}) when 'array' then ${orders.shipments} end) shipment
  where shipment ->> 'isReturned' is distinct from 'true')`
