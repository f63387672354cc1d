import type { Field, FieldHook } from 'payload'

import { setSlug, validateSlug } from '@/hooks/set-slug'
import {
  contentStatuses,
  contentStatusLabels,
  contentTypeLabels,
  contentTypes,
  splitTags,
} from '@/modules/content/rules/content'
import { env } from '@/platform/env'

import { validateImage, validateRecording } from './validate-file'

/** How far a time may be off when it is saved: it hadn't passed yet when it was chosen, or a clock is fast. */
const justPassedMs = 5 * 60_000

const splitEnteredTags: FieldHook = ({ value }) =>
  Array.isArray(value) ? splitTags(value) : (value as unknown)

const dateTimeField = {
  path: '/src/admin/content/date-time-field#DateTimeField',
  clientProps: { timeZone: env.SHOP_TIME_ZONE },
}

/** The sections of the editor's side panel, beside the title and the text. */
export const contentFields: Field[] = [
  {
    name: 'slug',
    type: 'text',
    required: true,
    unique: true,
    maxLength: 160,
    hooks: { beforeValidate: [setSlug] },
    validate: validateSlug,
    admin: { description: 'URL for this article: /blog/… Follows the title until you publish.' },
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
]

export const mediaAndSeoFields: Field[] = [
  {
    name: 'featuredImage',
    label: 'Featured image',
    type: 'upload',
    relationTo: 'media',
    maxDepth: 0,
    validate: validateImage,
    admin: { components: { Field: '/src/admin/content/media-fields#PictureField' } },
  },
  {
    name: 'audio',
    type: 'upload',
    relationTo: 'media',
    maxDepth: 0,
    label: 'Recording',
    validate: validateRecording,
    admin: {
      description: 'For meditations. Its transcript is shown below the player.',
      components: { Field: '/src/admin/content/media-fields#RecordingField' },
    },
  },
  { name: 'transcript', type: 'textarea', maxLength: 40_000 },
  { name: 'seoTitle', type: 'text', label: 'SEO title', maxLength: 120 },
  { name: 'seoDescription', type: 'textarea', label: 'SEO description', maxLength: 300 },
  { name: 'seoKeywords', type: 'text', label: 'SEO keywords', maxLength: 300 },
]

export const publishingFields: Field[] = [
  {
    name: 'status',
    type: 'select',
    required: true,
    defaultValue: 'draft',
    index: true,
    admin: { isClearable: false },
    options: contentStatuses.map((value) => ({ value, label: contentStatusLabels[value] })),
  },
  {
    name: 'publishedAt',
    label: 'Published at',
    type: 'date',
    index: true,
    validate: (value, { siblingData, previousValue, req }) => {
      if (!value || (siblingData as { status?: string }).status !== 'published') return true
      const time = new Date(value).getTime()
      const isUnchanged = previousValue && new Date(previousValue).getTime() === time
      // In the editor, someone who chose a later day expects it to go live then, not at once.
      return (
        isUnchanged ||
        req.payloadAPI !== 'REST' ||
        time < Date.now() + justPassedMs ||
        'A published article is live right away. To publish it later, choose Scheduled.'
      )
    },
    admin: {
      condition: ({ status }) => status === 'published',
      components: { Field: dateTimeField },
    },
  },
  {
    name: 'scheduledFor',
    label: 'Scheduled for',
    type: 'date',
    validate: (value, { siblingData, previousValue, req }) => {
      if ((siblingData as { status?: string }).status !== 'scheduled') return true
      if (!value) return 'Please choose when it goes live.'
      const time = new Date(value).getTime()
      const isUnchanged = previousValue && new Date(previousValue).getTime() === time
      // A program may publish at once this way; in the editor, a past day is a mistake.
      return (
        isUnchanged ||
        req.payloadAPI !== 'REST' ||
        time > Date.now() - justPassedMs ||
        'Please choose a time in the future.'
      )
    },
    admin: {
      condition: ({ status }) => status === 'scheduled',
      components: { Field: dateTimeField },
    },
  },
  {
    name: 'category',
    type: 'relationship',
    relationTo: 'categories',
    maxDepth: 0,
    admin: {
      allowCreate: false,
      allowEdit: false,
      placeholder: 'No Category',
      description: 'Adds a link to these products below the article.',
    },
  },
  {
    name: 'tags',
    type: 'text',
    hasMany: true,
    maxRows: 30,
    maxLength: 60,
    hooks: { beforeValidate: [splitEnteredTags] },
    admin: { placeholder: 'Separate tags with commas' },
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
]
