import type { FieldHook } from 'payload'

import { can } from '@/access/can'
import { nobody } from '@/access/nobody'
import { checkVersion } from '@/hooks/check-version'
import { recordAudit } from '@/hooks/record-audit'
import { revalidatePage } from '@/hooks/revalidate-tags'
import { editablePages } from '@/modules/content/rules/editable-pages'
import type { Page } from '@/payload-types'
import { env } from '@/platform/env'

import { defineCollection } from './define-collection'
import { documentPageComponents } from './fields/document-page'

const audited = recordAudit({ type: 'page' })

/** Pages show no images. Earlier versions offered them, and the editor can't open a text that has one. */
const withoutImages: FieldHook<Page, Page['body']> = ({ value }) =>
  value && {
    ...value,
    root: { ...value.root, children: value.root.children.filter(({ type }) => type !== 'upload') },
  }

const placeholderHelp =
  'Type {{printing}}, {{delivery}}, {{shippingCost}}, {{cancel}}, {{returns}}, or {{quality}} to insert what Settings says about it. {{printTime}}, {{deliveryTime}}, and {{returnWindow}} insert just the time.'

/** The static pages (/about, /privacy-policy …): one row each, created by the seed and edited by staff. */
export const Pages = defineCollection({
  slug: 'pages',
  labels: { singular: 'Page', plural: 'Pages' },
  admin: {
    components: documentPageComponents,
    useAsTitle: 'title',
    defaultColumns: ['title', 'slug', 'updatedAt'],
    group: 'Words',
  },
  access: { admin: can('pages:write'), read: can('pages:write'), update: can('pages:write') },
  fields: [
    {
      name: 'guard',
      type: 'ui',
      admin: {
        components: {
          Field: {
            path: '/src/admin/document/document-guard#DocumentGuard',
            clientProps: { timeZone: env.SHOP_TIME_ZONE },
          },
        },
      },
    },
    {
      name: 'slug',
      type: 'select',
      required: true,
      unique: true,
      options: [...editablePages],
      access: { update: nobody },
      admin: { readOnly: true },
    },
    { name: 'title', type: 'text', required: true, maxLength: 160 },
    { name: 'lead', type: 'textarea', maxLength: 600 },
    {
      name: 'body',
      type: 'richText',
      hooks: { afterRead: [withoutImages] },
      admin: { description: placeholderHelp },
    },
    {
      name: 'questions',
      type: 'array',
      labels: { singular: 'Question', plural: 'Questions' },
      fields: [
        { name: 'question', type: 'text', required: true, maxLength: 300 },
        {
          name: 'answer',
          type: 'richText',
          required: true,
          hooks: { afterRead: [withoutImages] },
          admin: { description: placeholderHelp },
        },
      ],
    },
    { name: 'seoDescription', label: 'SEO description', type: 'textarea', maxLength: 300 },
  ],
  hooks: {
    beforeValidate: [checkVersion],
    afterChange: [revalidatePage, audited.afterChange],
    afterDelete: [audited.afterDelete],
  },
})
