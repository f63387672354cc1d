import { and, eq, isNotNull, isNull, ne, sum } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { chosenKinds, notificationPermissionsFor } from '@/modules/notifications/rules'
import { getSettings, type SettingsView } from '@/modules/shop/queries/get-settings'
import { orders, orders_items, staff_notifications, users } from '@/payload-generated-schema'
import { sendEmail } from '@/platform/email/send'
import { env } from '@/platform/env'
import { type JobPayloads, queueJob } from '@/platform/job-queue'
import { formatMoney } from '@/platform/money'
import { pluralize } from '@/platform/pluralize'

type Notification = typeof staff_notifications.$inferSelect
type Recipient = { to: 'shop' | number; address: string }

/** '2 items, $40.55.', or the total alone for a price difference; null if it isn't about an order. */
async function summarizeOrder(
  { db: { drizzle } }: Payload,
  { order: orderId }: Notification,
): Promise<string | null> {
  if (orderId === null) return null
  const [order] = await drizzle
    .select({
      totalCents: orders.totalCents,
      cardsCents: orders.purchasedCardsCents,
      count: sum(orders_items.quantity).mapWith(Number),
    })
    .from(orders)
    .leftJoin(orders_items, eq(orders_items._parentID, orders.id))
    .where(eq(orders.id, orderId))
    .groupBy(orders.id)
  if (!order) return null
  const contents = [
    order.count ? pluralize(order.count, 'item') : '',
    order.cardsCents ? 'gift cards' : '',
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

/** The shop's own address, if the settings ask for this kind, and active staff who may see it and want an email. */
async function listRecipients(
  { db: { drizzle } }: Payload,
  { kind, requires }: Notification,
  { contactEmail, alertGroups }: SettingsView,
): Promise<Recipient[]> {
  const isForShop = alertGroups.some((group) => group === kind)
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
  const wanted = staff.flatMap(({ id, email, role, choices }) =>
    email &&
    chosenKinds(role, choices, 'email').some((chosen) => chosen === kind) &&
    notificationPermissionsFor(role).some((permission) => permission === requires)
      ? [{ to: id, address: email }]
      : [],
  )
  // The shop's own address gets each of these already, and contact messages in full.
  const others =
    isForShop || kind === 'messages'
      ? wanted.filter(({ address }) => address.toLowerCase() !== contactEmail.toLowerCase())
      : wanted
  return isForShop ? [{ to: 'shop', address: contactEmail }, ...others] : others
}

async function sendTo(
  payload: Payload,
  notification: Notification,
  { contactEmail }: SettingsView,
  { to, address }: Recipient,
): Promise<void> {
  const summary = await summarizeOrder(payload, notification)
  const { staffNotificationEmail } = await import('@/modules/notifications/emails')
  await sendEmail(
    address,
    staffNotificationEmail({
      title: notification.title,
      text: notification.text,
      summary,
      pageUrl: `${env.SERVER_URL}${notification.path}`,
      settingsPage: to === 'shop' ? 'Settings' : 'Your account',
      shopUrl: env.SERVER_URL,
      contactEmail,
    }),
    `staff-notification.${notification.id}.${to}`,
  )
}

/**
 * Emails a notification to one recipient, who may have changed their mind or left. `all`: to the only recipient, or it
 * queues an email for each, so that one bad address doesn't repeat the others. The email names the order and its total
 * and nothing about the customer: mailboxes are shared and forwarded.
 * @throws if the mail server fails; the job is retried
 */
export async function sendStaffNotification(
  payload: Payload,
  notificationId: number,
  to: JobPayloads['send-staff-notification']['to'],
): Promise<void> {
  const { drizzle } = payload.db
  const [notification] = await drizzle
    .select()
    .from(staff_notifications)
    .where(eq(staff_notifications.id, notificationId))
  if (!notification) return
  const settings = await getSettings(payload)
  const recipients = (await listRecipients(payload, notification, settings)).filter(
    (recipient) => to === 'all' || (to === 'staff' ? recipient.to !== 'shop' : recipient.to === to),
  )
  const [only, ...others] = recipients
  if (only && others.length === 0) return sendTo(payload, notification, settings, only)
  for (const recipient of recipients)
    await queueJob(
      drizzle,
      'send-staff-notification',
      { notificationId, to: recipient.to },
      { key: `staff-notification:${notificationId}:${recipient.to}` },
    )
}
