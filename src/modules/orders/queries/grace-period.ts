import { sql } from '@payloadcms/db-postgres/drizzle'

import { defaultChangeMinutes } from '@/modules/orders/rules/order-status'
import { orders, shop_settings } from '@/payload-generated-schema'

/** Orders that their buyers can cancel (`possibleChanges` in get-customer-order.ts). Replacements don't wait. */
const isCancelable = sql`(${orders.status} = 'paid' and ${orders.paymentState} = 'completed'
  and coalesce(${orders.fulfillment}, 'none') = 'none'
  and (${orders.paypalTransactionId} is not null or ${orders.giftCardCents} > 0
    or (${orders.totalCents} = 0 and ${orders.replaces} is null)))`

const minutes = sql`coalesce((select ${shop_settings.printfulWaitMinutes}::integer from ${shop_settings} limit 1), ${defaultChangeMinutes}::integer)`

/** Drizzle drops the table names in queries of one table, so the outer order is named here. */
const requestOf = sql`from orders request where request.price_difference_order_id = orders.id and request.price_difference_is_requested`

/**
 * Until when an order waits for its customer to pay for a change that staff asked for, also while that payment is under
 * way or the change is being made. Null without such a change. For queries of the table orders.
 */
export const changeRequestDeadline = sql<
  string | null
>`(select max(request.payable_until) ${requestOf}
  and request.price_difference_state = 'open' and request.status in ('pending', 'paid') and request.payable_until > now())`

/** Days after the payment in which orders that missed their own submission are still sent automatically. */
const pollDays = sql`interval '3 days'`

/**
 * Whether a paid order is still sent automatically: a few days after its payment, or after the deadline of a change
 * that staff asked for in that time. What staff left unsent for longer isn't sent because of a request.
 */
export const isStillSent = sql`(greatest(${orders.paidAt}, (select max(request.payable_until) ${requestOf}
  and request.created_at < orders.paid_at + ${pollDays})) > now() - ${pollDays})`

const graceEnd = sql`(${orders.paidAt} + make_interval(mins => ${minutes}))`

/** When the time that paid orders wait for changes ends. No order is sent to the printer automatically before. */
const waitEnd = sql`greatest(${graceEnd}, ${changeRequestDeadline})`

/** Whether a paid order is to be sent to the printer automatically now, by the settings of the moment. */
export const isSentAutomatically = sql<boolean>`(${waitEnd} <= now()
  and coalesce((select ${shop_settings.printfulAutoSubmit} from ${shop_settings} limit 1), false))`

/**
 * Until when a paid order should wait for the customer, who may still change or cancel it, or was asked to pay for a
 * change. Null once that time has passed, or if there is none.
 */
export const graceUntil = sql<string | null>`(select waits.until
  from (select greatest(case when ${isCancelable} then ${graceEnd} end, ${changeRequestDeadline}) as until) waits
  where waits.until > now())`
