import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { dataRequestStatusUrl, dataRequestUrl } from '@/modules/privacy/data-request-links'
import type { DataRequestEmailProps } from '@/modules/privacy/emails/data-request-email-props'
import { getSettings } from '@/modules/shop/queries/get-settings'
import type { EmailContent } from '@/platform/email/render'
import { sendEmail } from '@/platform/email/send'
import { env } from '@/platform/env'

/** Templates are loaded when an email is sent: see sendEmail. */
const buildEmail = {
  'data-request-received': async (props) =>
    (await import('@/modules/privacy/emails/data-request-received')).dataRequestReceivedEmail(
      props,
    ),
  'deletion-withdrawn': async (props) =>
    (await import('@/modules/privacy/emails/deletion-withdrawn')).deletionWithdrawnEmail(props),
  'deletion-completed': async (props) =>
    (await import('@/modules/privacy/emails/deletion-completed')).deletionCompletedEmail(props),
} satisfies Record<string, (props: DataRequestEmailProps) => Promise<EmailContent>>
export type DataRequestEmailKind = keyof typeof buildEmail

type Row = {
  id: number
  code: string
  status: string
  email: string | null
  eraseAfter: string | null
  verifyBy: string
}

/** In which states a mail still says the truth; a late one is not sent. */
const fits = {
  'data-request-received': ['received', 'verified', 'waiting'],
  'deletion-withdrawn': ['withdrawn'],
  'deletion-completed': ['completed'],
} satisfies Record<DataRequestEmailKind, string[]>

const day = (date: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: env.SHOP_TIME_ZONE }).format(
    new Date(date),
  )

/**
 * Tells a person where their request stands. The two mails that end a request forget the address once they are out;
 * after that there is nobody to write to, so a repeated job does nothing.
 */
export async function sendDataRequestEmail(
  payload: Payload,
  name: DataRequestEmailKind,
  requestId: number,
): Promise<void> {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`
    select id, code, status, email, erase_after as "eraseAfter", verify_by as "verifyBy" from data_requests where id = ${requestId}`)
  const request = row as Row | undefined
  if (!request?.email || !fits[name].includes(request.status)) return
  const { contactEmail } = await getSettings(payload)
  const needsLink = request.status === 'received'
  await sendEmail(
    request.email,
    await buildEmail[name]({
      needsLink,
      requestUrl:
        name === 'data-request-received'
          ? dataRequestUrl(request.code)
          : dataRequestStatusUrl(request.code),
      until: day(needsLink ? request.verifyBy : (request.eraseAfter ?? request.verifyBy)),
      shopUrl: env.SERVER_URL,
      contactEmail,
    }),
    `${request.code}.${name}.${name === 'data-request-received' ? Date.now() : 1}`,
  )
  await payload.db.drizzle.execute(
    name === 'data-request-received'
      ? sql`update data_requests set acknowledged_at = coalesce(acknowledged_at, now()) where id = ${requestId}`
      : sql`update data_requests set email = null where id = ${requestId} and status in ('withdrawn', 'completed')`,
  )
}
