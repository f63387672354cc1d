import { and, eq, inArray, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { dataRequestStatusUrl, dataRequestUrl } from '@/modules/privacy/data-request-links'
import type { dataRequestEmails } from '@/modules/privacy/emails'
import {
  type DataRequestStatus,
  openDataRequestStatuses,
} from '@/modules/privacy/rules/data-request'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { data_requests as requests } from '@/payload-generated-schema'
import { sendEmail } from '@/platform/email/send'
import { env } from '@/platform/env'

type DataRequestEmailKind = keyof typeof dataRequestEmails

/** The states in which each email is still true; a late one is not sent. */
const validStatuses: Record<DataRequestEmailKind, readonly DataRequestStatus[]> = {
  'data-request-received': openDataRequestStatuses,
  'deletion-withdrawn': ['withdrawn'],
  'deletion-completed': ['completed'],
}

const formatDay = (date: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: env.SHOP_TIME_ZONE }).format(
    new Date(date),
  )

/**
 * Emails a person the status of their request. The two emails that end a request erase the address once they are out;
 * after that there is no address, so a repeated job does nothing.
 */
export async function sendDataRequestEmail(
  payload: Payload,
  kind: DataRequestEmailKind,
  requestId: number,
): Promise<void> {
  const { drizzle } = payload.db
  const [request] = await drizzle.select().from(requests).where(eq(requests.id, requestId))
  if (!request?.email || !validStatuses[kind].includes(request.status)) return
  const { contactEmail } = await getSettings(payload)
  // Loaded when an email is sent: see sendEmail.
  const emails = (await import('@/modules/privacy/emails')).dataRequestEmails
  const needsLink = request.status === 'received'
  const isFirst = kind === 'data-request-received'
  await sendEmail(
    request.email,
    emails[kind]({
      needsLink,
      requestUrl: isFirst ? dataRequestUrl(request.code) : dataRequestStatusUrl(request.code),
      until: formatDay(needsLink ? request.verifyBy : (request.eraseAfter ?? request.verifyBy)),
      shopUrl: env.SERVER_URL,
      contactEmail,
    }),
    `${request.code}.${kind}.${isFirst ? Date.now() : 1}`,
  )
  await drizzle
    .update(requests)
    .set(
      isFirst
        ? { acknowledgedAt: sql`coalesce(${requests.acknowledgedAt}, now())` }
        : { email: null },
    )
    .where(
      and(
        eq(requests.id, requestId),
        isFirst ? undefined : inArray(requests.status, validStatuses[kind]),
      ),
    )
}
