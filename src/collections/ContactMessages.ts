import { can } from '@/access/can'
import { nobody } from '@/access/nobody'

import { defineCollection } from './define-collection'

/** Messages from /contact, stored so that none are lost while the mail server is down. */
export const ContactMessages = defineCollection({
  slug: 'contact-messages',
  admin: {
    useAsTitle: 'topic',
    defaultColumns: ['createdAt', 'name', 'email', 'topic', 'status'],
    group: 'Shop',
  },
  access: { admin: can('messages:read'), read: can('messages:read'), update: can('messages:read') },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 100, access: { update: nobody } },
    { name: 'email', type: 'text', required: true, maxLength: 254, access: { update: nobody } },
    { name: 'topic', type: 'text', required: true, maxLength: 120, access: { update: nobody } },
    { name: 'orderNumber', type: 'text', maxLength: 20, access: { update: nobody } },
    {
      name: 'body',
      type: 'textarea',
      required: true,
      maxLength: 10_000,
      access: { update: nobody },
    },
    {
      name: 'user',
      type: 'relationship',
      relationTo: 'users',
      maxDepth: 0,
      access: { update: nobody },
    },
    {
      name: 'status',
      type: 'select',
      required: true,
      defaultValue: 'new',
      index: true,
      options: [
        { value: 'new', label: 'New' },
        { value: 'answered', label: 'Answered' },
      ],
    },
  ],
})
