import { can, canLocally } from '@/access/can'
import { recordAudit } from '@/hooks/record-audit'
import {
  socialPlatformLabels,
  socialPlatforms,
  socialPostStatuses,
  socialPostStatusLabels,
} from '@/modules/social/rules/social-post'

import { defineCollection } from './define-collection'

const audited = recordAudit({ type: 'social-post', word: 'social' })

/** A post for one or more networks. Each network has a row in SocialDeliveries. */
export const SocialPosts = defineCollection({
  slug: 'social-posts',
  trash: true,
  admin: {
    useAsTitle: 'postText',
    defaultColumns: ['postText', 'platforms', 'status', 'scheduledFor'],
    group: 'Words',
    hidden: true,
  },
  access: {
    // Changed only through /api/admin/social, which checks what is published already.
    admin: can('social:write'),
    create: canLocally('social:write'),
    read: can('social:write'),
    update: canLocally('social:write'),
    // Payload asks this for a move to the trash, too.
    delete: canLocally('social:write'),
  },
  fields: [
    { name: 'postText', type: 'textarea', required: true, maxLength: 10_000 },
    {
      name: 'platforms',
      type: 'select',
      hasMany: true,
      required: true,
      options: socialPlatforms.map((value) => ({ value, label: socialPlatformLabels[value] })),
    },
    /** Without the #. */
    { name: 'hashtags', type: 'text', hasMany: true, maxRows: 30, maxLength: 80 },
    { name: 'content', type: 'relationship', relationTo: 'content', maxDepth: 0 },
    { name: 'product', type: 'relationship', relationTo: 'products', maxDepth: 0 },
    { name: 'media', type: 'upload', relationTo: 'media', hasMany: true, maxRows: 10, maxDepth: 0 },
    {
      name: 'status',
      type: 'select',
      required: true,
      defaultValue: 'draft',
      index: true,
      options: socialPostStatuses.map((value) => ({ value, label: socialPostStatusLabels[value] })),
    },
    { name: 'scheduledFor', type: 'date', index: true },
    { name: 'publishedAt', type: 'date' },
  ],
  hooks: { afterChange: [audited.afterChange], afterDelete: [audited.afterDelete] },
})
