import { and, eq, inArray } from '@payloadcms/db-postgres/drizzle'

import { orders } from '@/payload-generated-schema'

/** Orders that nobody has paid and whose payment isn't under way. What they reserved of a gift card is still free. */
export const isOpenOrder = and(
  eq(orders.status, 'pending'),
  inArray(orders.paymentState, ['none', 'created', 'declined']),
)
