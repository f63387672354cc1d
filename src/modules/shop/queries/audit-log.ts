import { sql } from '@payloadcms/db-postgres'
import type { SQL } from 'drizzle-orm'
import type { Payload } from 'payload'

import type { SubscriberStatus } from '@/modules/newsletter/rules/subscription'
import type { DataRequestStatus } from '@/modules/privacy/rules/data-request'

/** The small desks of the panel: one page of rows, newest first, and how many there are. Dates are ISO strings. */
export type PagedRows<Row> = { rows: Row[]; total: number; page: number; pages: number }
type Asked = { page: number; limit: number }

const wordsIn = (column: SQL, search: string): SQL[] =>
  search
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean)
    .slice(0, 6)
    .map((word) => sql`${column} ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`)
const all = (parts: SQL[]): SQL => sql.join([sql`true`, ...parts], sql` and `)
const iso = (column: string): SQL =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

const paged = async <Row>(
  payload: Payload,
  { page, limit }: Asked,
  select: SQL,
  count: SQL,
): Promise<PagedRows<Row>> => {
  const [
    { rows },
    {
      rows: [counted],
    },
  ] = await Promise.all([
    payload.db.drizzle.execute(sql`${select} limit ${limit} offset ${(page - 1) * limit}`),
    payload.db.drizzle.execute(count),
  ])
  const total = (counted as { total: number }).total
  return {
    rows: rows as unknown as Row[],
    total,
    page,
    pages: Math.max(1, Math.ceil(total / limit)),
  }
}

export type ReviewRow = {
  id: number
  productId: number
  product: string
  baseName: string | null
  author: string
  rating: number
  title: string | null
  body: string
  status: 'waiting' | 'approved' | 'rejected'
  note: string | null
  orderId: number | null
  createdAt: string
  updatedAt: string
}
export function listReviews(
  payload: Payload,
  asked: Asked & { status: ReviewRow['status'] | ''; search: string },
): Promise<PagedRows<ReviewRow>> {
  const where = all([
    ...(asked.status ? [sql`r.status = ${asked.status}`] : []),
    ...wordsIn(
      sql`(r.author || ' ' || coalesce(r.title, '') || ' ' || r.body || ' ' || p.name)`,
      asked.search,
    ),
  ])
  const from = sql`from reviews r join products p on p.id = r.product_id where ${where}`
  return paged(
    payload,
    asked,
    sql`
    select r.id, p.id as "productId", p.name as product, r.author, r.rating::integer as rating, r.title, r.body, r.status, r.note, r.order_id as "orderId",
      ${iso('r.created_at')} as "createdAt", ${iso('r.updated_at')} as "updatedAt",
      (select m.base_name from products_rels x join media m on m.id = x.media_id where x.parent_id = p.id and x.path = 'images' order by x."order" limit 1) as "baseName"
    ${from} order by r.created_at desc, r.id desc`,
    sql`select count(*)::integer as total ${from}`,
  )
}

export type MessageRow = {
  id: number
  name: string
  email: string
  topic: string
  orderNumber: string | null
  orderId: number | null
  body: string
  status: 'new' | 'answered'
  createdAt: string
}
export function listMessages(
  payload: Payload,
  asked: Asked & { status: MessageRow['status'] | ''; search: string },
): Promise<PagedRows<MessageRow>> {
  const where = all([
    ...(asked.status ? [sql`status = ${asked.status}`] : []),
    ...wordsIn(
      sql`(name || ' ' || email || ' ' || topic || ' ' || coalesce(order_number, '') || ' ' || body)`,
      asked.search,
    ),
  ])
  return paged(
    payload,
    asked,
    sql`
    select id, name, email, topic, order_number as "orderNumber", (select o.id from orders o where o.order_number = contact_messages.order_number) as "orderId", body, status,
      ${iso('created_at')} as "createdAt" from contact_messages where ${where} order by contact_messages.created_at desc, id desc`,
    sql`select count(*)::integer as total from contact_messages where ${where}`,
  )
}

export type SubscriberRow = {
  id: number
  email: string
  firstName: string | null
  lastName: string | null
  status: SubscriberStatus
  source: string | null
  confirmedAt: string | null
  unsubscribedAt: string | null
  createdAt: string
  events: {
    action: string
    form: string | null
    wording: string | null
    network: string | null
    at: string
  }[]
}
export function listSubscribers(
  payload: Payload,
  asked: Asked & { status: SubscriberStatus | ''; search: string },
): Promise<PagedRows<SubscriberRow>> {
  const where = all([
    ...(asked.status ? [sql`status = ${asked.status}`] : []),
    ...wordsIn(
      sql`(email || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, ''))`,
      asked.search,
    ),
  ])
  return paged(
    payload,
    asked,
    sql`
    select id, email, first_name as "firstName", last_name as "lastName", status, source, ${iso('confirmed_at')} as "confirmedAt", ${iso('unsubscribed_at')} as "unsubscribedAt",
      ${iso('created_at')} as "createdAt",
      coalesce((select json_agg(json_build_object('action', e.action, 'form', e.form, 'wording', e.wording, 'network', e.network, 'at', ${iso('e.created_at')}) order by e.id)
        from subscriber_events e where e.subscriber_id = subscribers.id), '[]') as events
    from subscribers where ${where} order by subscribers.created_at desc, id desc`,
    sql`select count(*)::integer as total from subscribers where ${where}`,
  )
}
export async function countSubscribersByStatus(
  payload: Payload,
): Promise<Record<SubscriberStatus, number>> {
  const { rows } = await payload.db.drizzle.execute(
    sql`select status, count(*)::integer as count from subscribers group by status`,
  )
  return {
    pending: 0,
    subscribed: 0,
    unsubscribed: 0,
    cleaned: 0,
    ...Object.fromEntries(
      (rows as unknown as { status: SubscriberStatus; count: number }[]).map(
        ({ status, count }) => [status, count],
      ),
    ),
  }
}

export type DataRequestRow = {
  id: number
  code: string
  source: string
  status: DataRequestStatus
  fullName: string | null
  email: string | null
  otherEmails: string | null
  accountCreated: string | null
  reason: string | null
  receivedAt: string
  acknowledgeBy: string
  acknowledgedAt: string | null
  verifyBy: string
  verifiedAt: string | null
  completeBy: string | null
  eraseAfter: string | null
  completedAt: string | null
  note: string | null
  updatedAt: string
}
export function listDataRequests(
  payload: Payload,
  asked: Asked & { status: DataRequestStatus | '' },
): Promise<PagedRows<DataRequestRow>> {
  const where = asked.status ? sql`status = ${asked.status}` : sql`true`
  const dates = [
    'received_at',
    'acknowledge_by',
    'acknowledged_at',
    'verify_by',
    'verified_at',
    'complete_by',
    'erase_after',
    'completed_at',
    'updated_at',
  ]
  const named = sql.join(
    dates.map(
      (column) =>
        sql`${iso(column)} as ${sql.raw(`"${column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}"`)}`,
    ),
    sql`, `,
  )
  return paged(
    payload,
    asked,
    sql`
    select id, code, source, status, full_name as "fullName", email, other_emails as "otherEmails", account_created as "accountCreated", reason, note, ${named}
    from data_requests where ${where} order by (status in ('received', 'verified', 'waiting')) desc, data_requests.received_at desc, id desc`,
    sql`select count(*)::integer as total from data_requests where ${where}`,
  )
}

export type AuditRow = {
  id: number
  actor: string | null
  actorId: number | null
  actorRole: string
  action: string
  subjectType: string | null
  subjectId: string | null
  details: Record<string, unknown> | null
  createdAt: string
}
export function listAudit(
  payload: Payload,
  asked: Asked & { search: string },
): Promise<PagedRows<AuditRow>> {
  const where = all(
    wordsIn(
      sql`(a.action || ' ' || a.actor_role || ' ' || coalesce(u.username, '') || ' ' || coalesce(a.subject_type, '') || ' ' || coalesce(a.subject_id, ''))`,
      asked.search,
    ),
  )
  const from = sql`from audit_events a left join users u on u.id = a.actor_id::integer where ${where}`
  return paged(
    payload,
    asked,
    sql`
    select a.id, u.username as actor, a.actor_id::integer as "actorId", a.actor_role as "actorRole", a.action, a.subject_type as "subjectType", a.subject_id as "subjectId", a.details,
      ${iso('a.created_at')} as "createdAt" ${from} order by a.id desc`,
    sql`select count(*)::integer as total ${from}`,
  )
}
