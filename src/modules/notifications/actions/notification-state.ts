import { eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import type { NotificationChoice, NotificationKind } from '@/modules/notifications/rules'
import { users } from '@/payload-generated-schema'

// The query builder: saving a user through Payload would also write back their sessions as they were read.

/** Marks what a staff member saw until then as read. What was read stays read, and the future can't be read. */
export async function markNotificationsRead(
  { db: { drizzle } }: Payload,
  userId: number,
  until: string,
): Promise<void> {
  await drizzle
    .update(users)
    .set({
      notificationsReadAt: sql`greatest(${users.notificationsReadAt}, least(${until}::timestamptz, now()))`,
    })
    .where(eq(users.id, userId))
}

/** Saves how a staff member gets these kinds of notifications. Other kinds don't change. */
export async function saveNotificationChoices(
  { db: { drizzle } }: Payload,
  userId: number,
  choices: Partial<Record<NotificationKind, NotificationChoice>>,
): Promise<void> {
  await drizzle
    .update(users)
    .set({
      notificationChoices: sql`coalesce(${users.notificationChoices}, '{}'::jsonb) || ${JSON.stringify(choices)}::jsonb`,
    })
    .where(eq(users.id, userId))
}
