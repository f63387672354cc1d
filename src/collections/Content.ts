import type { FieldHook } from 'payload'

import { can } from '@/access/can'
import { nobody } from '@/access/nobody'
import { checkVersion } from '@/hooks/check-version'
import { pruneVersions } from '@/hooks/prune-versions'
import { recordAudit } from '@/hooks/record-audit'
import { revalidateContent } from '@/hooks/revalidate-tags'
import { setPublicationDates } from '@/hooks/set-publication-dates'
import { setSlug, validateSlug } from '@/hooks/set-slug'
import {
  contentStatuses,
  contentStatusLabels,
  contentTypeLabels,
  contentTypes,
} from '@/modules/content/rules/content'
import { env } from '@/platform/env'

import { defineCollection } from './define-collection'

/** Splits tags at commas, trims them, and drops blanks and duplicates (admin specification 5). */
const splitTags: FieldHook = ({ value }) =>
  Array.isArray(value)
    ? [
        ...new Set(
          value
            .flatMap((words) => String(words).split(','))
            .map((tag) => tag.trim())
            .filter(Boolean),
        ),
      ]
    : (value as unknown)

const shopClock = {
  path: '/src/admin/content/shop-timezone-hint#ShopTimezoneHint',
  clientProps: { timeZone: env.SHOP_TIME_ZONE },
}

const audited = recordAudit({
  type: 'content',
  without: ['viewCount', 'firstPublishedAt', 'formerSlugs', 'importedAt', 'statusBeforeTrash'],
  gathers: (before, after) => before.status === 'draft' && after.status === 'draft',
})

export const Content = defineCollection({
  slug: 'content',
  trash: true,
  versions: { drafts: false, maxPerDoc: 50 },
  labels: { singular: 'Content', plural: 'Content' },
  // Versions have their own screen (admin/content/versions-screen.tsx).
  admin: {
    components: { views: { edit: { versions: { tab: { condition: () => false } } } } },
    useAsTitle: 'title',
    defaultColumns: ['title', 'contentType', 'status', 'publishedAt'],
    group: 'Words',
  },
  access: {
    admin: can('panel:open'),
    create: can('content:write'),
    read: can('content:write'),
    update: can('content:write'),
    readVersions: can('content:write'),
  },
  ownFields: ['viewCount', 'source', 'sourceId', 'sourceUrl'],
  fields: [
    {
      name: 'writing',
      type: 'ui',
      admin: {
        components: {
          Field: {
            path: '/src/admin/content/autosave-status#AutosaveStatus',
            clientProps: { timeZone: env.SHOP_TIME_ZONE },
          },
        },
      },
    },
    {
      type: 'tabs',
      tabs: [
        {
          label: 'Content',
          fields: [
            { name: 'title', type: 'text', required: true, maxLength: 160 },
            {
              name: 'slug',
              type: 'text',
              required: true,
              unique: true,
              maxLength: 160,
              hooks: { beforeValidate: [setSlug] },
              validate: validateSlug,
              admin: {
                description:
                  'URL for this article: /blog/… Leave blank to create it from the title.',
              },
            },
            {
              name: 'contentType',
              label: 'Content type',
              type: 'select',
              required: true,
              defaultValue: 'reflection',
              index: true,
              admin: { isClearable: false },
              options: contentTypes.map((value) => ({ value, label: contentTypeLabels[value] })),
            },
            { name: 'excerpt', type: 'textarea', maxLength: 500 },
            { name: 'body', type: 'richText' },
          ],
        },
        {
          label: 'Media & SEO',
          fields: [
            {
              name: 'featuredImage',
              label: 'Featured image',
              type: 'upload',
              relationTo: 'media',
              maxDepth: 0,
              filterOptions: { mimeType: { contains: 'image/' } },
            },
            {
              name: 'audio',
              type: 'upload',
              relationTo: 'media',
              maxDepth: 0,
              label: 'Recording',
              filterOptions: { mimeType: { contains: 'audio/' } },
              admin: { description: 'For meditations. Its transcript is shown below the player.' },
            },
            { name: 'transcript', type: 'textarea', maxLength: 40_000 },
            { name: 'seoTitle', type: 'text', label: 'SEO title', maxLength: 120 },
            { name: 'seoDescription', type: 'textarea', label: 'SEO description', maxLength: 300 },
            { name: 'seoKeywords', type: 'text', label: 'SEO keywords', maxLength: 300 },
          ],
        },
        {
          label: 'Publishing',
          fields: [
            {
              name: 'status',
              type: 'select',
              required: true,
              defaultValue: 'draft',
              index: true,
              admin: { isClearable: false },
              options: contentStatuses.map((value) => ({
                value,
                label: contentStatusLabels[value],
              })),
            },
            {
              name: 'publishedAt',
              label: 'Published at',
              type: 'date',
              index: true,
              admin: {
                condition: ({ status }) => status === 'published',
                date: { pickerAppearance: 'dayAndTime' },
                components: { Description: shopClock },
              },
            },
            {
              name: 'scheduledFor',
              label: 'Scheduled for',
              type: 'date',
              validate: (value, { siblingData }) =>
                Boolean(value) ||
                (siblingData as { status?: string }).status !== 'scheduled' ||
                'Please choose when it goes live.',
              admin: {
                condition: ({ status }) => status === 'scheduled',
                date: { pickerAppearance: 'dayAndTime' },
                components: { Description: shopClock },
              },
            },
            {
              name: 'category',
              type: 'relationship',
              relationTo: 'categories',
              maxDepth: 0,
              admin: { allowCreate: false, allowEdit: false, placeholder: 'No Category' },
            },
            {
              name: 'tags',
              type: 'text',
              hasMany: true,
              maxRows: 30,
              maxLength: 60,
              hooks: { beforeValidate: [splitTags] },
              admin: { placeholder: 'Type a tag and press Enter (or a comma)' },
            },
            {
              name: 'relatedProducts',
              label: 'Related products',
              type: 'relationship',
              relationTo: 'products',
              hasMany: true,
              maxDepth: 0,
              admin: { allowCreate: false, allowEdit: false, placeholder: 'Choose products' },
            },
            // A trigger ignores saves of this number (modules/content/actions/count-view.ts).
            {
              name: 'viewCount',
              label: 'Views',
              type: 'number',
              defaultValue: 0,
              admin: { readOnly: true, condition: ({ status }) => status === 'published' },
            },
          ],
        },
      ],
    },
    /** Kept when content is unpublished, so that it returns to its position in lists. */
    {
      name: 'firstPublishedAt',
      type: 'date',
      admin: { hidden: true },
      access: { create: nobody, update: nobody },
    },
    /** Origin of imported content; each post of a service is imported once. */
    { name: 'source', type: 'select', options: ['instagram', 'tiktok'], admin: { hidden: true } },
    { name: 'sourceId', type: 'text', admin: { hidden: true } },
    { name: 'sourceUrl', type: 'text', admin: { hidden: true } },
    /** `updatedAt` as the import left it; a later value means that someone edited it. */
    {
      name: 'importedAt',
      type: 'date',
      admin: { hidden: true },
      access: { create: nobody, update: nobody },
    },
    /** Status before it was trashed; set and read by a trigger (migration panel_rules). */
    {
      name: 'statusBeforeTrash',
      type: 'text',
      admin: { hidden: true },
      access: { create: nobody, update: nobody },
    },
    /** Previous slugs, which redirect. */
    {
      name: 'formerSlugs',
      type: 'text',
      hasMany: true,
      admin: { hidden: true },
      access: { create: nobody, update: nobody },
    },
  ],
  indexes: [{ fields: ['source', 'sourceId'], unique: true }],
  hooks: {
    beforeValidate: [checkVersion],
    beforeChange: [setPublicationDates],
    afterChange: [revalidateContent, pruneVersions, audited.afterChange],
    afterDelete: [revalidateContent, audited.afterDelete],
  },
})
