import { can, canLocally } from '@/access/can'
import { recordAudit } from '@/hooks/record-audit'
import { revalidateCategory } from '@/hooks/revalidate-tags'
import { toSlug } from '@/platform/slug'

import { defineCollection } from './define-collection'

const audited = recordAudit({ type: 'category', changed: 'changed', named: 'name' })

export const Categories = defineCollection({
  slug: 'categories',
  admin: { useAsTitle: 'name', defaultColumns: ['name', 'slug'], group: 'Shop' },
  access: {
    admin: can('panel:open'),
    create: can('categories:write'),
    read: can('panel:open'),
    update: can('categories:write'),
    // Its action keeps categories that a discount needs (modules/catalog/actions/categories).
    delete: canLocally('categories:write'),
  },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 80 },
    {
      name: 'slug',
      type: 'text',
      required: true,
      unique: true,
      maxLength: 60,
      hooks: {
        beforeValidate: [
          ({ value, siblingData }: { value?: string; siblingData: { name?: string } }) =>
            toSlug(value || siblingData.name || ''),
        ],
      },
    },
    { name: 'description', type: 'textarea', maxLength: 500 },
  ],
  hooks: {
    afterChange: [revalidateCategory, audited.afterChange],
    afterDelete: [revalidateCategory, audited.afterDelete],
  },
})
