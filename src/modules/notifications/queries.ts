import { and, desc, eq, gt, inArray } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import type { Role } from '@/access/roles'
import { staff_notifications, users } from '@/payload-generated-schema'
import { toIsoDate } from '@/platform/calendar-days'

import {
  chosenKinds,
  type NotificationChoices,
  notificationPermissionsFor,
  readChoices,
} from './rules'
import type { NotificationList } from './schemas'

/** Staff members ask for their own: the role is that of their session. */
type StaffMember = { id: number; role: Role }

/** How many the bell shows. */
const listedNotifications = 20

async function readUser({ db: { drizzle } }: Payload, { id }: StaffMember) {
  const [user] = await drizzle
    .select({
      choices: users.notificationChoices,
      readAt: users.notificationsReadAt,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(eq(users.id, id))
  return user
}

export async function getNotificationChoices(
  payload: Payload,
  staff: StaffMember,
): Promise<NotificationChoices> {
  return readChoices((await readUser(payload, staff))?.choices)
}

/** Returns the newest notifications that a staff member may see and wants to see in the admin. */
export async function listNotifications(
  payload: Payload,
  staff: StaffMember,
): Promise<NotificationList> {
  const asOf = new Date().toISOString()
  const user = await readUser(payload, staff)
  const kinds = user ? chosenKinds(staff.role, user.choices, 'inApp') : []
  const permissions = notificationPermissionsFor(staff.role)
  if (!user || kinds.length === 0 || permissions.length === 0)
    return { notifications: [], unreadCount: 0, asOf }
  const { drizzle } = payload.db
  const isVisible = and(
    inArray(staff_notifications.kind, kinds),
    inArray(staff_notifications.requires, permissions),
  )
  // Skips what is older than the account.
  const isUnread = gt(staff_notifications.createdAt, user.readAt ?? user.createdAt)
  const [rows, unreadCount] = await Promise.all([
    drizzle
      .select()
      .from(staff_notifications)
      .where(isVisible)
      .orderBy(desc(staff_notifications.createdAt), desc(staff_notifications.id))
      .limit(listedNotifications),
    drizzle.$count(staff_notifications, and(isVisible, isUnread)),
  ])
  const readUntil = Date.parse(user.readAt ?? user.createdAt)
  return {
    notifications: rows.map(({ id, kind, title, text, path, createdAt }) => ({
      id,
      kind,
      title,
      text,
      path,
      createdAt: toIsoDate(createdAt),
      isUnread: Date.parse(createdAt) > readUntil,
    })),
    unreadCount,
    asOf,
  }
}
