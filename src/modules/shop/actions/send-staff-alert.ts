import type { Payload } from 'payload'

import { getSettings } from '@/modules/shop/queries/get-settings'
import { type AlertKind, alerts } from '@/modules/shop/rules/staff-alerts'
import { sendEmail } from '@/platform/email/send'
import { env } from '@/platform/env'
import { formatMoney } from '@/platform/money'

/**
 * Emails the shop's own address about an order, if the settings ask for it. The email names the order and its total and
 * nothing about the customer: mailboxes are shared and forwarded.
 * @throws if the mail server fails; the job is retried
 */
export async function sendStaffAlert(
  payload: Payload,
  orderId: number,
  kind: AlertKind,
): Promise<void> {
  const [order, { contactEmail, alertGroups }] = await Promise.all([
    payload.findByID({
      collection: 'orders',
      id: orderId,
      depth: 0,
      disableErrors: true,
      select: { orderNumber: true, totalCents: true, uuid: true, items: true },
    }),
    getSettings(payload),
  ])
  const { group, subject, text } = alerts[kind]
  if (!order || !alertGroups.includes(group)) return
  const count = (order.items ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
  const { staffAlertEmail } = await import('@/modules/shop/emails')
  await sendEmail(
    contactEmail,
    staffAlertEmail({
      subject: subject.replace('{order}', order.orderNumber),
      text,
      summary: `${count === 1 ? '1 item' : `${count} items`}, ${formatMoney(order.totalCents)}.`,
      orderUrl: `${env.SERVER_URL}/admin/${kind === 'return' ? 'returns' : `orders/${orderId}`}`,
      shopUrl: env.SERVER_URL,
      contactEmail,
    }),
    `${order.uuid}.alert-${kind}`,
  )
}
