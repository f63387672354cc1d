import type { CollectionAfterChangeHook, TextFieldSingleValidation } from 'payload'

import { can } from '@/access/can'
import { nobody } from '@/access/nobody'
import { checkVersion } from '@/hooks/check-version'
import { pruneVersions } from '@/hooks/prune-versions'
import { recordAudit } from '@/hooks/record-audit'
import { revalidateContent } from '@/hooks/revalidate-tags'
import { setPublicationDates } from '@/hooks/set-publication-dates'
import { unsavedContentKey } from '@/modules/content/rules/content'
import type { Content as Article } from '@/payload-types'
import { env } from '@/platform/env'
import { plainTextPattern } from '@/platform/schema-fields'

import { defineCollection } from './define-collection'
import { contentFields, mediaAndSeoFields, publishingFields } from './fields/content'
import { documentPageComponents, sidePanelSection } from './fields/document-page'
import { articleEditor } from './fields/rich-text-editor'

const validateTitle: TextFieldSingleValidation = (value) => {
  if (!value?.trim()) return 'Enter a title.'
  if (value.length > 160) return 'Use 160 characters or fewer.'
  return plainTextPattern.test(value) || 'Please use plain text.'
}

const audited = recordAudit({
  type: 'content',
  without: ['viewCount', 'firstPublishedAt', 'formerSlugs', 'importedAt', 'statusBeforeTrash'],
  gathers: (before, after) => before.status === 'draft' && after.status === 'draft',
})

/** What writers haven't saved yet belongs to the version that was just replaced, so previews don't show it anymore. */
const forgetUnsaved: CollectionAfterChangeHook<Article> = async ({ doc, operation, req }) => {
  if (operation === 'create') return
  const where = { key: { equals: unsavedContentKey(doc.id) } }
  await req.payload.delete({ collection: 'payload-preferences', where, req })
}

export const Content = defineCollection({
  slug: 'content',
  trash: true,
  versions: { drafts: false, maxPerDoc: 50 },
  labels: { singular: 'Content', plural: 'Content' },
  admin: {
    components: documentPageComponents,
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
    { name: 'title', type: 'text', required: true, maxLength: 160, validate: validateTitle },
    { name: 'body', type: 'richText', editor: articleEditor },
    sidePanelSection('Publishing', publishingFields),
    sidePanelSection('Content', contentFields),
    sidePanelSection('Media & SEO', mediaAndSeoFields),
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
    /** Status before it was trashed; set and read by a trigger (migration restored_schedules). */
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
    afterChange: [revalidateContent, pruneVersions, forgetUnsaved, audited.afterChange],
    afterDelete: [revalidateContent, audited.afterDelete],
  },
})
