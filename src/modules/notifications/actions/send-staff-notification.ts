import { and, eq, isNotNull, isNull, ne } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { chosenKinds, notificationPermissionsFor } from '@/modules/notifications/rules'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { users } from '@/payload-generated-schema'
import type { StaffNotification } from '@/payload-types'
import { sendEmail } from '@/platform/email/send'
import { env } from '@/platform/env'
import { queueJob } from '@/platform/job-queue'
import { formatMoney } from '@/platform/money'
import { pluralize } from '@/platform/pluralize'

/** '2 items, $40.55.', or the total alone for a price difference; null if it isn't about an order. */
async function summarizeOrder(
  payload: Payload,
  { order: orderId }: StaffNotification,
): Promise<string | null> {
  if (typeof orderId !== 'number') return null
  const order = await payload.findByID({
    collection: 'orders',
    id: orderId,
    depth: 0,
    disableErrors: true,
    select: { totalCents: true, items: true, purchasedCardsCents: true },
  })
  if (!order) return null
  const count = (order.items ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
  const contents = [
    count > 0 ? pluralize(count, 'item') : '',
    order.purchasedCardsCents ? 'gift cards' : '',
  ]
  const summary = [contents.filter(Boolean).join(' and '), formatMoney(order.totalCents)]
  return `${summary.filter(Boolean).join(', ')}.`
}

const canGetEmail = and(
  eq(users.isActive, true),
  isNull(users.pausedAt),
  ne(users.role, 'customer'),
  isNotNull(users.email),
)

/** The active staff members who may see the notification and want an email, with their addresses. */
async function listRecipients(
  { db: { drizzle } }: Payload,
  { kind, requires }: StaffNotification,
): Promise<{ id: number; email: string }[]> {
  const staff = await drizzle
    .select({
      id: users.id,
      email: users.email,
      role: users.role,
      choices: users.notificationChoices,
    })
    .from(users)
    .where(canGetEmail)
    .orderBy(users.id)
  return staff.flatMap(({ id, email, role, choices }) =>
    email &&
    chosenKinds(role, choices, 'email').includes(kind) &&
    notificationPermissionsFor(role).some((permission) => permission === requires)
      ? [{ id, email }]
      : [],
  )
}

async function sendTo(
  payload: Payload,
  notification: StaffNotification,
  address: string,
  settingsPage: string,
  to: 'shop' | number,
): Promise<void> {
  const [summary, { contactEmail }] = await Promise.all([
    summarizeOrder(payload, notification),
    getSettings(payload),
  ])
  const { staffNotificationEmail } = await import('@/modules/notifications/emails')
  await sendEmail(
    address,
    staffNotificationEmail({
      title: notification.title,
      text: notification.text,
      summary,
      pageUrl: `${env.SERVER_URL}${notification.path}`,
      settingsPage,
      shopUrl: env.SERVER_URL,
      contactEmail,
    }),
    `staff-notification.${notification.id}.${to}`,
  )
}

/**
 * Emails a notification. `shop`: to the shop's own address, if the settings ask for this kind. `staff`: queues an email
 * for each staff member who wants one, so that one bad address doesn't repeat the others. A number: to that staff
 * member, who may have changed their mind or left. The email names the order and its total and nothing about the
 * customer: mailboxes are shared and forwarded.
 * @throws if the mail server fails; the job is retried
 */
export async function sendStaffNotification(
  payload: Payload,
  notificationId: number,
  to: 'shop' | 'staff' | number,
): Promise<void> {
  const notification = await payload.findByID({
    collection: 'staff-notifications',
    id: notificationId,
    depth: 0,
    disableErrors: true,
  })
  if (!notification) return
  const { contactEmail, alertGroups: chosen } = await getSettings(payload)
  const isForShop = chosen.some((group) => group === notification.kind)
  if (to === 'shop') {
    if (isForShop) await sendTo(payload, notification, contactEmail, 'Settings', to)
    return
  }
  const recipients = await listRecipients(payload, notification)
  // The shop's own address gets each of these already, and contact messages in full.
  const others =
    isForShop || notification.kind === 'messages'
      ? recipients.filter(({ email }) => email.toLowerCase() !== contactEmail.toLowerCase())
      : recipients
  if (to === 'staff') {
    for (const { id } of others)
      await queueJob(
        payload.db.drizzle,
        'send-staff-notification',
        { notificationId, to: id },
        { key: `staff-notification:${notificationId}:${id}` },
      )
    return
  }
  const recipient = others.find(({ id }) => id === to)
  if (recipient) await sendTo(payload, notification, recipient.email, 'Your account', to)
}
