import {
  and,
  desc,
  eq,
  gt,
  isNotNull,
  like,
  lt,
  ne,
  not,
  or,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { countDeclinesInAnHour, manyDeclines } from '@/modules/shop/queries/declined-payments'
import { socialPlatformLabels } from '@/modules/social/rules/social-post'
import { connections, social_accounts, staff_notifications } from '@/payload-generated-schema'
import { toIsoDate } from '@/platform/calendar-days'
import {
  connectionLabels,
  connectionPermissions,
  type ConnectionProvider,
} from '@/platform/connections/definitions'
import { isFailedJob, jobFailedAt, queuedJobs } from '@/platform/job-queue'
import { withTransaction } from '@/platform/transaction'

import { notifyStaff, type StaffEvent } from './notify-staff'
import { type ConnectionState, describeConnectionProblem } from './rules'

const expiresSoon = (table: typeof connections | typeof social_accounts) =>
  and(table.isActive, lt(table.expiresAt, sql`now() + interval '7 days'`))

const connectionPaths = {
  printful: '/admin/printful',
  etsy: '/admin/etsy-import',
  instagram: '/admin/instagram-import',
  tiktok: '/admin/tiktok-import',
  mailchimp: '/admin/mailchimp',
  facebook: '/admin/social?tab=accounts',
  x: '/admin/social?tab=accounts',
  linkedin: '/admin/social?tab=accounts',
} satisfies Record<ConnectionProvider, string>

const toEvent = (
  state: ConnectionState,
  event: Pick<StaffEvent, 'eventKey' | 'requires' | 'path'>,
): StaffEvent => {
  const { title, text, occasion } = describeConnectionProblem(state, new Date())
  return { ...event, kind: 'connections', eventKey: `${event.eventKey}:${occasion}`, title, text }
}

async function listFailingConnections({ db: { drizzle } }: Payload): Promise<StaffEvent[]> {
  const rows = await drizzle
    .select({
      provider: connections.provider,
      expiresAt: connections.expiresAt,
      lastGoodAt: connections.lastGoodAt,
      lastError: connections.lastError,
    })
    .from(connections)
    .where(
      or(
        expiresSoon(connections),
        and(sql`${connections.isActive} is not false`, isNotNull(connections.lastError)),
      ),
    )
  return rows.map(({ provider, expiresAt, lastGoodAt, lastError }) =>
    toEvent(
      {
        name: connectionLabels[provider],
        hasFailed: lastError !== null,
        expiresAt: toIsoDate(expiresAt),
        lastGoodAt: toIsoDate(lastGoodAt),
      },
      {
        eventKey: `connection:${provider}`,
        requires: connectionPermissions[provider],
        path: connectionPaths[provider],
      },
    ),
  )
}

async function listFailingAccounts({ db: { drizzle } }: Payload): Promise<StaffEvent[]> {
  const hasFailed = and(not(social_accounts.isActive), isNotNull(social_accounts.lastError))
  const rows = await drizzle
    .select({
      platform: social_accounts.platform,
      expiresAt: social_accounts.expiresAt,
      lastGoodAt: social_accounts.lastSync,
      hasFailed: sql<boolean>`(${hasFailed})`,
    })
    .from(social_accounts)
    .where(or(expiresSoon(social_accounts), hasFailed))
  return rows.map(({ platform, expiresAt, lastGoodAt, hasFailed }) =>
    toEvent(
      {
        name: `The ${socialPlatformLabels[platform]} account`,
        hasFailed,
        expiresAt: toIsoDate(expiresAt),
        lastGoodAt: toIsoDate(lastGoodAt),
      },
      {
        eventKey: `social-account:${platform}`,
        requires: 'social:write',
        path: '/admin/social?tab=accounts',
      },
    ),
  )
}

/**
 * Notifies staff of connections and social accounts that fail or expire within a week, once for each such state.
 * Repeating the call changes nothing.
 */
export async function notifyAboutConnections(payload: Payload): Promise<void> {
  const events = [
    ...(await listFailingConnections(payload)),
    ...(await listFailingAccounts(payload)),
  ]
  if (events.length === 0) return
  await withTransaction(payload, async (_req, tx) => {
    for (const event of events) await notifyStaff(tx, event)
  })
}

/** Notifies staff of the background jobs that failed since the last such notification, at most once an hour. */
export async function notifyAboutFailedJobs(payload: Payload): Promise<void> {
  await withTransaction(payload, async (_req, tx) => {
    const [last] = await tx
      .select({
        createdAt: staff_notifications.createdAt,
        isRecent: sql<boolean>`${staff_notifications.createdAt} > now() - interval '1 hour'`,
      })
      .from(staff_notifications)
      .where(eq(staff_notifications.kind, 'jobs'))
      .orderBy(desc(staff_notifications.createdAt))
      .limit(1)
    if (last?.isRecent) return
    const since = last ? sql`${last.createdAt}::timestamptz` : sql`now() - interval '30 days'`
    const count = await tx.$count(
      queuedJobs,
      and(
        isFailedJob,
        sql`${jobFailedAt} > ${since}`,
        // A failed notification job must not lead to a notification every hour.
        ne(queuedJobs.task, 'send-staff-notification'),
      ),
    )
    if (count === 0) return
    await notifyStaff(tx, {
      kind: 'jobs',
      requires: 'users:activate',
      eventKey: `jobs:${last?.createdAt ?? 'first'}`,
      title: count === 1 ? '1 background job failed' : `${count} background jobs failed`,
      text: 'Retry or discard them in System status.',
      path: '/admin/health',
    })
  })
}

/** Notifies staff of many declined payments, at most once an hour: someone may be testing stolen cards. */
export async function notifyAboutDeclines(payload: Payload): Promise<void> {
  const count = await countDeclinesInAnHour(payload)
  if (count < manyDeclines) return
  await withTransaction(payload, async (_req, tx) => {
    const recent = await tx.$count(
      staff_notifications,
      and(
        like(staff_notifications.eventKey, 'declines:%'),
        gt(staff_notifications.createdAt, sql`now() - interval '1 hour'`),
      ),
    )
    if (recent > 0) return
    await notifyStaff(tx, {
      kind: 'problems',
      requires: 'orders:read',
      eventKey: `declines:${new Date().toISOString().slice(0, 16)}`,
      title: `${count} payments were declined in the last hour`,
      text: 'Someone may be testing stolen cards. If these orders look fake, turn cards off in Settings.',
      path: '/admin/orders?status=pending',
    })
  })
}
