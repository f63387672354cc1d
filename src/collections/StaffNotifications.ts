import { notificationKinds } from '@/modules/notifications/rules'

import { defineCollection } from './define-collection'

/**
 * What staff are notified about: one row per event, for everyone whose role has `requires`. It names no customer. The
 * nightly job deletes rows after 30 days; what a staff member has read is `notificationsReadAt` of their account.
 */
export const StaffNotifications = defineCollection({
  slug: 'staff-notifications',
  admin: { useAsTitle: 'title', hidden: true },
  fields: [
    { name: 'kind', type: 'select', required: true, options: [...notificationKinds] },
    /** The permission that a staff member needs to see it. */
    { name: 'requires', type: 'text', required: true },
    /** An event that is reported again adds nothing. */
    { name: 'eventKey', type: 'text', required: true, unique: true },
    { name: 'title', type: 'text', required: true },
    { name: 'text', type: 'text', required: true },
    /** The page in the admin that it leads to. */
    { name: 'path', type: 'text', required: true },
    /** The email adds its total. */
    { name: 'order', type: 'relationship', relationTo: 'orders', index: true, maxDepth: 0 },
  ],
})
