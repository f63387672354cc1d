import { can } from '../access/can'
import { nobody } from '../access/nobody'
import { contentStatuses, contentStatusLabels, contentTypeLabels, contentTypes } from '../domain/content'
import { dropContentPages } from '../hooks/drop-pages'
import { keepPublication } from '../hooks/keep-publication'
import { thinVersions } from '../hooks/thin-versions'
import { nameContent } from '../hooks/name-content'
import { defineCollection } from './define-collection'

export const Content = defineCollection({
  slug: 'content',
  trash: true,
  versions: { drafts: false, maxPerDoc: 50 },
  labels: { singular: 'Content', plural: 'Content' },
  // Its versions have a screen of their own (admin/content/versions-screen.tsx).
  admin: { components: { views: { edit: { versions: { tab: { condition: () => false } } } } }, useAsTitle: 'title', defaultColumns: ['title', 'contentType', 'status', 'publishedAt'], group: 'Words' },
  access: {
    admin: can('panel:open'),
    create: can('content:write'),
    read: can('content:write'),
    update: can('content:write'),
    delete: can('content:write'),
    readVersions: can('content:write'),
    unlock: nobody,
  },
  fields: [
    { name: 'writing', type: 'ui', admin: { components: { Field: '/src/admin/content/writing-note#WritingNote' } } },
    {
      type: 'tabs',
      tabs: [
        {
          label: 'Content',
          fields: [
            { name: 'title', type: 'text', required: true, maxLength: 160 },
            {
              name: 'slug', type: 'text', required: true, unique: true, maxLength: 160,
              hooks: { beforeValidate: [nameContent] },
            },
            {
              name: 'contentType', type: 'select', required: true, defaultValue: 'reflection', index: true,
              options: contentTypes.map((value) => ({ value, label: contentTypeLabels[value] })),
            },
            { name: 'excerpt', type: 'textarea', maxLength: 500 },
            { name: 'body', type: 'richText' },
          ],
        },
        {
          label: 'Media & SEO',
          fields: [
            { name: 'featuredImage', type: 'upload', relationTo: 'media', maxDepth: 0 },
            { name: 'audio', type: 'upload', relationTo: 'media', maxDepth: 0, label: 'Recording', admin: { description: 'For meditations. Its transcript is shown below the player.' } },
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
              name: 'status', type: 'select', required: true, defaultValue: 'draft', index: true,
              options: contentStatuses.map((value) => ({ value, label: contentStatusLabels[value] })),
            },
            { name: 'publishedAt', type: 'date', index: true, admin: { date: { pickerAppearance: 'dayAndTime' } } },
            {
              name: 'scheduledFor', type: 'date', validate: (value, { siblingData }) => Boolean(value) || (siblingData as { status?: string }).status !== 'scheduled' || 'Please choose when it goes live.',
              admin: { date: { pickerAppearance: 'dayAndTime' } },
            },
            { name: 'category', type: 'relationship', relationTo: 'categories', maxDepth: 0 },
            { name: 'tags', type: 'text', hasMany: true, maxRows: 30, maxLength: 60 },
            { name: 'relatedProducts', type: 'relationship', relationTo: 'products', hasMany: true, maxDepth: 0 },
          ],
        },
      ],
    },
    /** Kept when a piece is taken back, for its place in the list when it returns. */
    { name: 'firstPublishedAt', type: 'date', admin: { hidden: true }, access: { create: nobody, update: nobody } },
    /** Where an imported piece comes from; each post of a service becomes one piece, once. */
    { name: 'source', type: 'select', options: ['instagram', 'tiktok'], admin: { hidden: true } },
    { name: 'sourceId', type: 'text', admin: { hidden: true } },
    { name: 'sourceUrl', type: 'text', admin: { hidden: true } },
    /** The status it had when it went to the trash; the database sets and reads it (migration panel_rules). */
    { name: 'statusBeforeTrash', type: 'text', admin: { hidden: true }, access: { create: nobody, update: nobody } },
    /** Addresses it had before; they redirect. */
    { name: 'formerSlugs', type: 'text', hasMany: true, admin: { hidden: true }, access: { create: nobody, update: nobody } },
    { name: 'viewCount', type: 'number', defaultValue: 0, admin: { position: 'sidebar', readOnly: true } },
  ],
  indexes: [{ fields: ['source', 'sourceId'], unique: true }],
  hooks: { beforeChange: [keepPublication], afterChange: [dropContentPages, thinVersions], afterDelete: [dropContentPages] },
})
