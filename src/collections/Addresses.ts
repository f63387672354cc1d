import { ownLocally, selfOr } from '@/access/can'

import { defineCollection } from './define-collection'
import { belongsTo } from './fields/belongs-to'

/** A customer's saved addresses. Orders have their own copy. */
export const Addresses = defineCollection({
  slug: 'addresses',
  admin: { useAsTitle: 'address1', hidden: true },
  access: {
    create: ownLocally('user'),
    read: selfOr('users:read', 'user'),
    update: ownLocally('user'),
    delete: ownLocally('user'),
  },
  fields: [
    belongsTo('user', 'users'),
    { name: 'label', type: 'text', maxLength: 40 },
    { name: 'firstName', type: 'text', required: true, maxLength: 60 },
    { name: 'lastName', type: 'text', required: true, maxLength: 60 },
    { name: 'address1', type: 'text', required: true, maxLength: 120 },
    { name: 'address2', type: 'text', maxLength: 120 },
    { name: 'city', type: 'text', required: true, maxLength: 80 },
    { name: 'stateCode', type: 'text', required: true, maxLength: 2 },
    { name: 'zip', type: 'text', required: true, maxLength: 10 },
    { name: 'countryCode', type: 'text', required: true, defaultValue: 'US', maxLength: 2 },
    { name: 'phone', type: 'text', maxLength: 30 },
    { name: 'isDefault', type: 'checkbox', defaultValue: false },
  ],
})
