import { can } from '@/access/can'
import { dataRequestStatuses, dataRequestStatusLabels } from '@/modules/privacy/rules/data-request'

import { defineCollection } from './define-collection'

/**
 * Deletion requests with their deadlines (storefront specification 9: acknowledged within 2 business
 * days, verified within 5, done within 30 days of verification). After the erasure only dates and code stay.
 */
export const DataRequests = defineCollection({
  slug: 'data-requests',
  admin: {
    useAsTitle: 'code',
    defaultColumns: ['code', 'status', 'source', 'receivedAt', 'completeBy'],
    group: 'Shop',
  },
  access: { admin: can('privacy:write'), read: can('privacy:write') },
  fields: [
    /** Unguessable; shows the status to the user and to Meta. */
    { name: 'code', type: 'text', required: true, unique: true },
    {
      name: 'source',
      type: 'select',
      required: true,
      options: [
        { value: 'account', label: 'Account page' },
        { value: 'form', label: 'Data deletion page' },
        { value: 'facebook', label: 'Facebook' },
        { value: 'mail', label: 'Email' },
      ],
    },
    {
      name: 'status',
      type: 'select',
      required: true,
      defaultValue: 'received',
      index: true,
      options: dataRequestStatuses.map((value) => ({
        value,
        label: dataRequestStatusLabels[value],
      })),
    },
    { name: 'user', type: 'relationship', relationTo: 'users', index: true, maxDepth: 0 },
    { name: 'fullName', type: 'text', maxLength: 120 },
    { name: 'email', type: 'text', maxLength: 254, index: true },
    { name: 'otherEmails', type: 'text', maxLength: 1000 },
    { name: 'accountCreated', type: 'text', maxLength: 60 },
    { name: 'reason', type: 'textarea', maxLength: 2000 },
    { name: 'receivedAt', type: 'date', required: true },
    { name: 'acknowledgeBy', type: 'date', required: true },
    { name: 'acknowledgedAt', type: 'date' },
    { name: 'verifyBy', type: 'date', required: true },
    { name: 'verifiedAt', type: 'date' },
    { name: 'completeBy', type: 'date' },
    /** When the erasure may start; until then the user can withdraw the request. */
    { name: 'eraseAfter', type: 'date', index: true },
    { name: 'completedAt', type: 'date' },
    { name: 'note', type: 'textarea', maxLength: 2000 },
  ],
})
