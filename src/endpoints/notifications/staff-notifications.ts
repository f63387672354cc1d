import { endpoint } from '@/endpoints/endpoint'
import {
  markNotificationsRead,
  saveNotificationChoices,
} from '@/modules/notifications/actions/notification-state'
import { getNotificationChoices, listNotifications } from '@/modules/notifications/queries'
import {
  notificationChoicesBody,
  notificationChoicesResponse,
  notificationList,
  readNotificationsBody,
} from '@/modules/notifications/schemas'

export const staffNotificationEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/notifications',
    summary: 'List your latest notifications, limited to those your role can see',
    requires: 'panel:open',
    sessionOnly: true,
    response: notificationList,
    handle: (req) => listNotifications(req.payload, req.user),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/notifications/read',
    summary: 'Mark your notifications as read, up to the latest one you’ve seen',
    requires: 'panel:open',
    sessionOnly: true,
    body: readNotificationsBody,
    response: notificationList,
    handle: async ({ payload, user }, { body: { until } }) => {
      await markNotificationsRead(payload, user.id, until)
      return listNotifications(payload, user)
    },
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/notifications/choices',
    summary: 'Choose which notifications you get, in the admin and by email',
    requires: 'panel:open',
    sessionOnly: true,
    body: notificationChoicesBody,
    response: notificationChoicesResponse,
    handle: async ({ payload, user }, { body }) => {
      await saveNotificationChoices(payload, user.id, body)
      return getNotificationChoices(payload, user)
    },
  }),
]
