import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import type { Permission } from '@/access/roles'
import { isUnavailableProduct } from '@/modules/catalog/queries/unavailable-products'
import { isDisputed } from '@/modules/orders/queries/admin-orders'
import { reconnectInstruction } from '@/platform/connections/definitions'
import { env } from '@/platform/env'

import { isRepeatedlyFailing } from './system-health'

/** What waits for somebody, counted in one statement. */
export type ToDo = {
  mismatchedPayments: number
  contestedPayments: number
  ordersOnHold: number
  failedSubmissions: number
  ordersForPrinter: number
  failedJobs: number
  failingJobs: number
  requestsDue: number
  expiringConnections: number
  endingAccounts: number
  endingLinkedInVersion: number
  failedPosts: number
  unsellableProducts: number
  messages: number
  reviewsWaiting: number
  drafts: number
  picturesWithoutAlt: number
}

/** LinkedIn keeps a version of its API for a year at least; a month before that somebody should choose a newer one. */
const linkedInVersionEnds = () =>
  sql`to_date(${env.LINKEDIN_API_VERSION}, 'YYYYMM') + interval '11 months'`

/** A job that has used up its tries; graphile-worker keeps it for staff to look at. */
const givenUp = sql`attempts >= max_attempts`

export async function countToDo(payload: Payload): Promise<ToDo> {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`select
    (select count(*)::integer from orders where payment_state = 'mismatch') as "mismatchedPayments",
    (select count(*)::integer from orders where ${isDisputed}) as "contestedPayments",
    (select count(*)::integer from orders where fulfillment = 'on-hold') as "ordersOnHold",
    (select count(*)::integer from orders where fulfillment in ('failed', 'returned')) as "failedSubmissions",
    (select count(*)::integer from orders where status = 'paid' and printful_order_id is null) as "ordersForPrinter",
    (select count(*)::integer from graphile_worker._private_jobs where ${givenUp}) as "failedJobs",
    (select count(*)::integer from graphile_worker._private_jobs where ${isRepeatedlyFailing}) as "failingJobs",
    (select count(*)::integer from data_requests where status in ('received', 'verified', 'waiting') and coalesce(complete_by, verify_by) < now() + interval '3 days') as "requestsDue",
    (select count(*)::integer from connections where (is_active and expires_at < now() + interval '7 days') or last_error like ${`%${reconnectInstruction}%`}) as "expiringConnections",
    (select count(*)::integer from social_accounts where (is_active and expires_at < now() + interval '7 days') or (not is_active and last_error is not null)) as "endingAccounts",
    (select count(*)::integer from social_accounts where platform = 'linkedin' and is_active and now() > ${linkedInVersionEnds()}) as "endingLinkedInVersion",
    (select count(*)::integer from social_posts where status = 'failed' and deleted_at is null) as "failedPosts",
    (select count(*)::integer from products where is_active and ${isUnavailableProduct}) as "unsellableProducts",
    (select count(*)::integer from contact_messages where status = 'new') as messages,
    (select count(*)::integer from reviews where status = 'waiting') as "reviewsWaiting",
    (select count(*)::integer from content where status = 'draft' and deleted_at is null) as drafts,
    (select count(*)::integer from media where coalesce(alt, '') = '' and deleted_at is null and mime_type like 'image/%') as "picturesWithoutAlt"`)
  return row as ToDo
}

type Sentence = { requires: Permission; one: string; many: string; href: string; button: string }

/** By harm: what costs somebody money or a deadline first. `{n}` is the count. */
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
} as const satisfies Record<keyof ToDo, Sentence>

export type RecentContent = {
  id: number
  title: string
  status: 'draft' | 'published' | 'scheduled'
  updatedAt: string
}

/** The pieces that were worked on last. */
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
