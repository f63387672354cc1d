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
import {
  isCanceledAndPaid,
  isDisputed,
  isFailedOrReturned,
  isOnHold,
  isOpenMismatch,
  isRefusedPayment,
  isUnconfirmedPayment,
  isUnconfirmedRefund,
  isWaitingForPrinter,
} from '@/modules/orders/queries/admin-orders'
import { listOpenClaims } from '@/modules/returns/queries/open-claims'
import { isClaimEnding } from '@/modules/returns/rules'
import {
  connections,
  contact_messages,
  content,
  data_requests,
  media,
  orders,
  products,
  returns,
  reviews,
  social_accounts,
  social_posts,
} from '@/payload-generated-schema'
import { env } from '@/platform/env'
import { isFailedJob, isRepeatedlyFailingJob, queuedJobs } from '@/platform/job-queue'

import { getBackupState } from './backup-state'
import { countDeclinesInAnHour, manyDeclines } from './declined-payments'

/** What staff should take care of. */
export type ToDo = Awaited<ReturnType<typeof countToDo>>

const inDays = (days: number) => sql`now() + ${sql.raw(`interval '${days} days'`)}`

/** LinkedIn supports a version of its API for at least a year; staff are warned a month before it ends. */
const isLinkedInVersionEnding = () =>
  sql`now() > to_date(${env.LINKEDIN_API_VERSION}, 'YYYYMM') + interval '11 months'`

type Database = Payload['db']['drizzle']

const orderCounts = (drizzle: Database) => ({
  mismatchedPayments: drizzle.$count(orders, isOpenMismatch),
  refusedPayments: drizzle.$count(orders, isRefusedPayment),
  unconfirmedPayments: drizzle.$count(orders, isUnconfirmedPayment),
  unconfirmedRefunds: drizzle.$count(orders, isUnconfirmedRefund),
  contestedPayments: drizzle.$count(orders, isDisputed),
  returnsRequested: drizzle.$count(returns, eq(returns.status, 'requested')),
  returnsReceived: drizzle.$count(returns, eq(returns.status, 'received')),
  unrefundedCancellations: drizzle.$count(orders, isCanceledAndPaid),
  ordersOnHold: drizzle.$count(orders, isOnHold),
  failedSubmissions: drizzle.$count(orders, isFailedOrReturned),
  ordersForPrinter: drizzle.$count(orders, isWaitingForPrinter),
})

const connectionCounts = (drizzle: Database) => {
  const expiresIn7Days = (table: typeof connections | typeof social_accounts) =>
    and(table.isActive, lt(table.expiresAt, inDays(7)))
  return {
    expiringConnections: drizzle.$count(
      connections,
      or(
        expiresIn7Days(connections),
        and(sql`${connections.isActive} is not false`, isNotNull(connections.lastError)),
      ),
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

/** Scheduled content that can't be published, for example because a file in it was deleted. */
const isOverdue = and(
  eq(content.status, 'scheduled'),
  isNull(content.deletedAt),
  sql`${content.scheduledFor} < now() - interval '15 minutes'`,
)

const contentCounts = (drizzle: Database) => ({
  failedPosts: drizzle.$count(
    social_posts,
    and(eq(social_posts.status, 'failed'), isNull(social_posts.deletedAt)),
  ),
  unsellableProducts: drizzle.$count(products, and(products.isActive, isUnavailableProduct)),
  messages: drizzle.$count(contact_messages, eq(contact_messages.status, 'new')),
  reviewsWaiting: drizzle.$count(reviews, eq(reviews.status, 'waiting')),
  overdueArticles: drizzle.$count(content, isOverdue),
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

/** Counts everything that waits for staff in one statement, except what follows from dates. */
export async function countToDo(payload: Payload) {
  const { drizzle } = payload.db
  const [counts] = await drizzle
    .select({
      ...orderCounts(drizzle),
      declinedPayments: countDeclinesInAnHour(payload),
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
  const backup = await getBackupState(payload)
  const claims = await listOpenClaims(payload)
  return {
    ...counts,
    declinedPayments: counts.declinedPayments >= manyDeclines ? counts.declinedPayments : 0,
    endingClaims: claims.filter(({ claimBy }) => isClaimEnding(claimBy, new Date())).length,
    lateBackups: backup?.isHealthy === false ? 1 : 0,
  }
}

type ToDoMessage = { requires: Permission; one: string; many: string; href: string; button: string }

/** Ordered by urgency: money and deadlines first. `{n}` is the count. */
export const toDoMessages = {
  mismatchedPayments: {
    requires: 'orders:read',
    one: '1 payment doesn’t match its order',
    many: '{n} payments don’t match their orders',
    href: '/admin/orders?issue=payment',
    button: 'Review',
  },
  refusedPayments: {
    requires: 'orders:read',
    one: 'PayPal refused a payment because of your account',
    many: 'PayPal refused {n} payments because of your account',
    href: '/admin/orders?issue=payment',
    button: 'Review',
  },
  declinedPayments: {
    requires: 'settings:write',
    one: '1 payment was declined in the last hour',
    many: '{n} payments were declined in the last hour. If someone is testing stolen cards, turn cards off in Settings',
    href: '/admin/settings',
    button: 'Settings',
  },
  unconfirmedRefunds: {
    requires: 'orders:read',
    one: '1 order has a refund that PayPal hasn’t confirmed in a week',
    many: '{n} orders have refunds that PayPal hasn’t confirmed in a week',
    href: '/admin/orders?issue=payment',
    button: 'Review',
  },
  unrefundedCancellations: {
    requires: 'orders:read',
    one: '1 canceled order was paid and not fully refunded',
    many: '{n} canceled orders were paid and not fully refunded',
    href: '/admin/orders?issue=payment',
    button: 'Review',
  },
  lateBackups: {
    requires: 'users:activate',
    one: 'The last backup failed or is too old',
    many: 'The last backup failed or is too old',
    href: '/admin/health',
    button: 'Review',
  },
  unconfirmedPayments: {
    requires: 'orders:read',
    one: '1 payment couldn’t be confirmed with PayPal',
    many: '{n} payments couldn’t be confirmed with PayPal',
    href: '/admin/orders?issue=payment',
    button: 'Review',
  },
  contestedPayments: {
    requires: 'orders:read',
    one: '1 PayPal payment is disputed',
    many: '{n} PayPal payments are disputed',
    href: '/admin/orders?issue=contested',
    button: 'Review',
  },
  endingClaims: {
    requires: 'orders:read',
    one: '1 defective item needs to be reported to Printful within a week',
    many: '{n} defective items need to be reported to Printful within a week',
    href: '/admin/printful#claims',
    button: 'View claims',
  },
  ordersOnHold: {
    requires: 'orders:read',
    one: '1 order is on hold at Printful',
    many: '{n} orders are on hold at Printful',
    href: '/admin/orders?issue=on-hold',
    button: 'View orders',
  },
  failedSubmissions: {
    requires: 'orders:read',
    one: '1 Printful order failed or was returned',
    many: '{n} Printful orders failed or were returned',
    href: '/admin/orders?issue=failed',
    button: 'View orders',
  },
  ordersForPrinter: {
    requires: 'orders:read',
    one: '1 order needs to be sent to Printful',
    many: '{n} orders need to be sent to Printful',
    href: '/admin/orders?status=paid',
    button: 'Show paid orders',
  },
  requestsDue: {
    requires: 'privacy:write',
    one: '1 data request is due within 3 days',
    many: '{n} data requests are due within 3 days',
    href: '/admin/data-requests',
    button: 'Open data requests',
  },
  failedJobs: {
    requires: 'users:activate',
    one: '1 background job failed',
    many: '{n} background jobs failed',
    href: '/admin/health',
    button: 'View system status',
  },
  failingJobs: {
    requires: 'users:activate',
    one: '1 background job keeps failing (possibly an email)',
    many: '{n} background jobs keep failing (possibly emails)',
    href: '/admin/health',
    button: 'View system status',
  },
  expiringConnections: {
    requires: 'integrations:use',
    one: '1 connection needs attention',
    many: '{n} connections need attention',
    href: '/admin/health',
    button: 'View system status',
  },
  endingAccounts: {
    requires: 'social:write',
    one: '1 social account needs you to sign in again',
    many: '{n} social accounts need you to sign in again',
    href: '/admin/social?tab=accounts',
    button: 'View accounts',
  },
  endingLinkedInVersion: {
    requires: 'social:write',
    one: 'LinkedIn will soon retire the API version this shop uses; ask your developer to update it',
    many: 'LinkedIn will soon retire the API version this shop uses',
    href: '/admin/social?tab=accounts',
    button: 'View accounts',
  },
  failedPosts: {
    requires: 'social:write',
    one: '1 social post couldn’t be sent',
    many: '{n} social posts couldn’t be sent',
    href: '/admin/social?status=failed',
    button: 'View posts',
  },
  overdueArticles: {
    requires: 'content:write',
    one: '1 scheduled article wasn’t published on time. Open it and save it to see what’s missing',
    many: '{n} scheduled articles weren’t published on time. Open and save them to see what’s missing',
    href: '/admin/content?status=scheduled&sort=oldest',
    button: 'Show articles',
  },
  unsellableProducts: {
    requires: 'products:write',
    one: '1 active product isn’t for sale',
    many: '{n} active products aren’t for sale',
    href: '/admin/products?show=unsellable',
    button: 'Show products',
  },
  messages: {
    requires: 'messages:read',
    one: '1 message needs a reply',
    many: '{n} messages need a reply',
    href: '/admin/messages',
    button: 'Read messages',
  },
  returnsRequested: {
    requires: 'orders:read',
    one: '1 return is waiting for your answer',
    many: '{n} returns are waiting for your answer',
    href: '/admin/returns?status=requested',
    button: 'Review',
  },
  returnsReceived: {
    requires: 'orders:read',
    one: '1 return was received and isn’t refunded or exchanged yet',
    many: '{n} returns were received and aren’t refunded or exchanged yet',
    href: '/admin/returns?status=received',
    button: 'Review',
  },
  reviewsWaiting: {
    requires: 'reviews:write',
    one: '1 review is waiting for approval',
    many: '{n} reviews are waiting for approval',
    href: '/admin/reviews',
    button: 'Read reviews',
  },
  drafts: {
    requires: 'content:write',
    one: '1 unfinished draft',
    many: '{n} unfinished drafts',
    href: '/admin/content?status=draft',
    button: 'Show drafts',
  },
  picturesWithoutAlt: {
    requires: 'media:write',
    one: '1 image has no alt text',
    many: '{n} images have no alt text',
    href: '/admin/media?show=without-alt',
    button: 'Show images',
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
