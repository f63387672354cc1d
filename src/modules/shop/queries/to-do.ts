import {
  and,
  eq,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  not,
  or,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import type { Permission } from '@/access/roles'
import { isUnavailableProduct } from '@/modules/catalog/queries/unavailable-products'
import { isDisputed } from '@/modules/orders/queries/admin-orders'
import {
  connections,
  contact_messages,
  content,
  data_requests,
  media,
  orders,
  products,
  reviews,
  social_accounts,
  social_posts,
} from '@/payload-generated-schema'
import { reconnectInstruction } from '@/platform/connections/definitions'
import { env } from '@/platform/env'
import { isFailedJob, isRepeatedlyFailingJob, queuedJobs } from '@/platform/job-queue'

/** What staff should take care of. */
export type ToDo = Awaited<ReturnType<typeof countToDo>>

const inDays = (days: number) => sql`now() + ${sql.raw(`interval '${days} days'`)}`

/** LinkedIn supports a version of its API for at least a year; staff hear of it a month before. */
const isLinkedInVersionEnding = () =>
  sql`now() > to_date(${env.LINKEDIN_API_VERSION}, 'YYYYMM') + interval '11 months'`

type Database = Payload['db']['drizzle']

const orderCounts = (drizzle: Database) => ({
  mismatchedPayments: drizzle.$count(orders, eq(orders.paymentState, 'mismatch')),
  contestedPayments: drizzle.$count(orders, isDisputed),
  ordersOnHold: drizzle.$count(orders, eq(orders.fulfillment, 'on-hold')),
  failedSubmissions: drizzle.$count(orders, inArray(orders.fulfillment, ['failed', 'returned'])),
  ordersForPrinter: drizzle.$count(
    orders,
    and(eq(orders.status, 'paid'), isNull(orders.printfulOrderId)),
  ),
})

const connectionCounts = (drizzle: Database) => {
  const expiresIn7Days = (table: typeof connections | typeof social_accounts) =>
    and(table.isActive, lt(table.expiresAt, inDays(7)))
  return {
    expiringConnections: drizzle.$count(
      connections,
      or(expiresIn7Days(connections), like(connections.lastError, `%${reconnectInstruction}%`)),
    ),
    endingAccounts: drizzle.$count(
      social_accounts,
      or(
        expiresIn7Days(social_accounts),
        and(not(social_accounts.isActive), isNotNull(social_accounts.lastError)),
      ),
    ),
    endingLinkedInVersion: drizzle.$count(
      social_accounts,
      and(
        eq(social_accounts.platform, 'linkedin'),
        social_accounts.isActive,
        isLinkedInVersionEnding(),
      ),
    ),
  }
}

const contentCounts = (drizzle: Database) => ({
  failedPosts: drizzle.$count(
    social_posts,
    and(eq(social_posts.status, 'failed'), isNull(social_posts.deletedAt)),
  ),
  unsellableProducts: drizzle.$count(products, and(products.isActive, isUnavailableProduct)),
  messages: drizzle.$count(contact_messages, eq(contact_messages.status, 'new')),
  reviewsWaiting: drizzle.$count(reviews, eq(reviews.status, 'waiting')),
  drafts: drizzle.$count(content, and(eq(content.status, 'draft'), isNull(content.deletedAt))),
  picturesWithoutAlt: drizzle.$count(
    media,
    and(
      sql`coalesce(${media.alt}, '') = ''`,
      isNull(media.deletedAt),
      like(media.mimeType, 'image/%'),
    ),
  ),
})

/** Counts everything that waits for staff, in one statement. */
export async function countToDo({ db: { drizzle } }: Payload) {
  const [counts] = await drizzle
    .select({
      ...orderCounts(drizzle),
      failedJobs: drizzle.$count(queuedJobs, isFailedJob),
      failingJobs: drizzle.$count(queuedJobs, isRepeatedlyFailingJob),
      requestsDue: drizzle.$count(
        data_requests,
        and(
          inArray(data_requests.status, ['received', 'verified', 'waiting']),
          lt(sql`coalesce(${data_requests.completeBy}, ${data_requests.verifyBy})`, inDays(3)),
        ),
      ),
      ...connectionCounts(drizzle),
      ...contentCounts(drizzle),
    })
    .from(sql`(values (1)) as one`)
  if (!counts) throw new Error('The database returned no counts')
  return counts
}

type ToDoMessage = { requires: Permission; one: string; many: string; href: string; button: string }

/** Ordered by urgency: money and deadlines first. `{n}` is the count. */
export const toDoMessages = {
  mismatchedPayments: {
    requires: 'orders:read',
    one: 'One payment does not fit its order',
    many: '{n} payments do not fit their orders',
    href: '/admin/orders?trouble=payment',
    button: 'Look at it',
  },
  contestedPayments: {
    requires: 'orders:read',
    one: 'One payment is contested at PayPal',
    many: '{n} payments are contested at PayPal',
    href: '/admin/orders?trouble=contested',
    button: 'Look at it',
  },
  ordersOnHold: {
    requires: 'orders:read',
    one: 'One order is on hold at the printer',
    many: '{n} orders are on hold at the printer',
    href: '/admin/orders?trouble=on-hold',
    button: 'See why',
  },
  failedSubmissions: {
    requires: 'orders:read',
    one: 'One order failed or came back at the printer',
    many: '{n} orders failed or came back at the printer',
    href: '/admin/orders?trouble=failed',
    button: 'See why',
  },
  ordersForPrinter: {
    requires: 'orders:read',
    one: 'One order is waiting to go to the printer',
    many: '{n} orders are waiting to go to the printer',
    href: '/admin/orders?status=paid',
    button: 'Show paid orders',
  },
  requestsDue: {
    requires: 'privacy:write',
    one: 'One data request is due within three days',
    many: '{n} data requests are due within three days',
    href: '/admin/data-requests',
    button: 'Open data requests',
  },
  failedJobs: {
    requires: 'users:activate',
    one: 'One piece of background work has given up',
    many: '{n} pieces of background work have given up',
    href: '/admin/health',
    button: 'Open health',
  },
  failingJobs: {
    requires: 'users:activate',
    one: 'One piece of background work keeps failing, a mail perhaps',
    many: '{n} pieces of background work keep failing, mails perhaps',
    href: '/admin/health',
    button: 'Open health',
  },
  expiringConnections: {
    requires: 'integrations:use',
    one: 'One connection has run out, or does within a week',
    many: '{n} connections have run out, or do within a week',
    href: '/admin/health',
    button: 'Open health',
  },
  endingAccounts: {
    requires: 'social:write',
    one: 'One network needs somebody to sign in again',
    many: '{n} networks need somebody to sign in again',
    href: '/admin/social?tab=accounts',
    button: 'Open accounts',
  },
  endingLinkedInVersion: {
    requires: 'social:write',
    one: 'LinkedIn will soon stop answering the version of its API that the shop uses; whoever runs the shop can choose a newer one',
    many: 'LinkedIn will soon stop answering the version of its API that the shop uses',
    href: '/admin/social?tab=accounts',
    button: 'Open accounts',
  },
  failedPosts: {
    requires: 'social:write',
    one: 'One social post could not be sent',
    many: '{n} social posts could not be sent',
    href: '/admin/social?status=failed',
    button: 'Show it',
  },
  unsellableProducts: {
    requires: 'products:write',
    one: 'One product is shown but cannot be bought',
    many: '{n} products are shown but cannot be bought',
    href: '/admin/products?show=unsellable',
    button: 'Show products',
  },
  messages: {
    requires: 'messages:read',
    one: 'One message waits for an answer',
    many: '{n} messages wait for an answer',
    href: '/admin/messages',
    button: 'Read messages',
  },
  reviewsWaiting: {
    requires: 'reviews:write',
    one: 'One review is waiting to be read',
    many: '{n} reviews are waiting to be read',
    href: '/admin/reviews',
    button: 'Read reviews',
  },
  drafts: {
    requires: 'content:write',
    one: 'One draft is not finished',
    many: '{n} drafts are not finished',
    href: '/admin/content?status=draft',
    button: 'Show drafts',
  },
  picturesWithoutAlt: {
    requires: 'media:write',
    one: 'One picture has no alt text',
    many: '{n} pictures have no alt text',
    href: '/admin/media?show=without-alt',
    button: 'Show pictures',
  },
} as const satisfies Record<keyof ToDo, ToDoMessage>

export type RecentContent = {
  id: number
  title: string
  status: 'draft' | 'published' | 'scheduled'
  updatedAt: string
}

/** Returns the content that was edited last. */
export async function listRecentContent(payload: Payload, limit: number): Promise<RecentContent[]> {
  const { docs } = await payload.find({
    collection: 'content',
    sort: '-updatedAt',
    limit,
    depth: 0,
    pagination: false,
    select: { title: true, status: true, updatedAt: true },
  })
  return docs.map(({ id, title, status, updatedAt }) => ({ id, title, status, updatedAt }))
}
