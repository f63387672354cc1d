import { sql } from '@payloadcms/db-postgres/drizzle'

import { defaultChangeMinutes } from '@/modules/orders/rules/order-status'
import { orders, shop_settings } from '@/payload-generated-schema'

/** What its buyer can cancel (`possibleChanges` in get-customer-order.ts). Replacements don't wait. */
const isCancelable = sql`(${orders.status} = 'paid' and ${orders.paymentState} = 'completed'
  and coalesce(${orders.fulfillment}, 'none') = 'none'
  and (${orders.paypalTransactionId} is not null or ${orders.giftCardCents} > 0
    or (${orders.totalCents} = 0 and ${orders.replaces} is null)))`

const minutes = sql`coalesce((select ${shop_settings.printfulWaitMinutes}::integer from ${shop_settings} limit 1), ${defaultChangeMinutes}::integer)`

/** When the time that paid orders wait for changes ends. No order is sent to the printer automatically before. */
export const waitEnd = sql`(${orders.paidAt} + make_interval(mins => ${minutes}))`

/**
 * Until when a paid order should wait for the customer, who may still change or cancel it. Null once that time has
 * passed, or if there is none.
 */
export const graceUntil = sql<string | null>`(select waits.until
  from (select ${waitEnd} as until where ${isCancelable}) waits
  where waits.until > now())`
