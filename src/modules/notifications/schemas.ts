import { z } from 'zod'

import { type NotificationKind, notificationKinds } from './rules'

const notification = z.strictObject({
  id: z.int(),
  kind: z.enum(notificationKinds),
  title: z.string(),
  text: z.string(),
  path: z.string().describe('The admin page it links to.'),
  createdAt: z.iso.datetime(),
  isUnread: z.boolean(),
})
export type NotificationView = z.output<typeof notification>

export const notificationList = z.strictObject({
  notifications: z.array(notification).describe('The newest 20.'),
  unreadCount: z.int().describe('From the last 30 days, including those that aren’t listed.'),
  asOf: z.iso.datetime(),
})
export type NotificationList = z.output<typeof notificationList>

export const readNotificationsBody = z.strictObject({
  until: z.iso.datetime().describe('When the latest one you’ve seen was created.'),
})

const choice = z.strictObject({ inApp: z.boolean(), email: z.boolean() })
const choices = z.strictObject({
  orders: choice,
  returns: choice,
  problems: choice,
  messages: choice,
  reviews: choice,
  connections: choice,
  jobs: choice,
} satisfies Record<NotificationKind, typeof choice>)
export const notificationChoicesBody = choices
  .partial()
  .describe('Kinds you leave out don’t change.')
export const notificationChoicesResponse = choices
