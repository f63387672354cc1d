import { z } from 'zod'

import { bulkAction } from '@/platform/bulk/bulk-schema'
import {
  dayRangeQuery,
  emptyOr,
  listQuery,
  multilineText,
  paging,
  pathIdSchema,
  plainTextPattern,
  requiredText,
  rowIdSchema,
  searchTextField,
  slugSchema,
  versionField,
} from '@/platform/schema-fields'

import { contentStatuses, contentTypes } from './rules/content'
import { type ContentSearchParameter, contentSorts } from './rules/content-search'

export const contentListQuery = z.strictObject({
  type: z
    .enum([...contentTypes, 'all', ''])
    .default('')
    .transform((type) => (type === 'all' ? '' : type))
    .describe('One content type.'),
  search: searchTextField.describe('Words in the title, excerpt, tags, and text. Forgives typos.'),
  tag: searchTextField.describe('Only content with this tag.'),
  sort: z.enum(contentSorts).default('newest'),
  ...paging,
} satisfies Record<ContentSearchParameter | 'limit', z.ZodType>)

export const slugParams = z.strictObject({ slug: slugSchema })

export const contentResponse = z
  .strictObject({
    id: z.int(),
    title: z.string(),
    slug: z.string(),
    excerpt: z.string(),
    body: z.string().describe('HTML with basic elements.'),
    contentType: z.enum(contentTypes),
    featuredImage: z.url().nullable(),
    audio: z.url().nullable().describe('The recording of a meditation.'),
    transcript: z.string().nullable().describe('The text of the recording.'),
    categoryId: z.int().nullable(),
    tags: z.array(z.string()),
    status: z.enum(contentStatuses),
    publishedAt: z.iso.datetime().nullable(),
    scheduledFor: z.iso.datetime().nullable(),
    seoTitle: z.string().nullable(),
    seoDescription: z.string().nullable(),
    seoKeywords: z.string().nullable(),
    viewCount: z.int(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Content' })
export type ContentRecord = z.infer<typeof contentResponse>

export const viewResponse = z.strictObject({ viewCount: z.int() })

export const contentListFilters = ['', 'trash'] as const
export const adminContentSorts = [
  'newest',
  'oldest',
  'title',
  'title-z',
  'views-high',
  'views-low',
] as const
export const adminContentQuery = z.strictObject({
  ...listQuery,
  type: emptyOr(contentTypes),
  status: emptyOr(contentStatuses),
  show: z.enum(contentListFilters).default(''),
  from: dayRangeQuery.from.describe('The first day of the date that the list shows.'),
  to: dayRangeQuery.to.describe('The last day of the date that the list shows.'),
  sort: z.enum(adminContentSorts).default('newest'),
})

const line = (max: number) =>
  z.string().trim().max(max).regex(plainTextPattern, 'Please use plain text.')
/** Empty means none. */
const lineOrNone = (max: number) => line(max).nullable()
const date = z.iso.datetime({ offset: true }).refine((text) => {
  const year = new Date(text).getUTCFullYear()
  return year >= 1970 && year < 2200
}, 'Please choose a valid date.')
const futureDate = date.refine((text) => Date.parse(text) > Date.now(), {
  message: 'Please choose a time in the future.',
})
const tag = line(60)

const fields = {
  title: requiredText('a title', 160),
  slug: line(160).describe('Created from the title when omitted.'),
  contentType: z.enum(contentTypes),
  excerpt: multilineText(500).nullable(),
  body: z
    .union([
      z.string().max(500_000),
      z.looseObject({ root: z.looseObject({ children: z.array(z.unknown()).max(5000) }) }),
    ])
    .describe('HTML or an editor document. Unsupported content is removed.'),
  featuredImage: z
    .union([rowIdSchema, z.string().trim().max(500)])
    .nullable()
    .describe('The id of an image in the library, or its URL under /uploads.'),
  audio: z
    .union([rowIdSchema, z.string().trim().max(500)])
    .nullable()
    .describe('The id of a recording in the library, or its URL under /uploads.'),
  transcript: multilineText(40_000).nullable(),
  relatedProductIds: z
    .array(rowIdSchema)
    .max(30)
    .transform((ids) => [...new Set(ids)])
    .describe('Products to show with the article. Empty removes them.'),
  categoryId: rowIdSchema.nullable(),
  tags: z
    .union([
      z.array(tag).max(30),
      z
        .string()
        .max(2000)
        .transform((text) => text.split(',')),
    ])
    .transform((list) => [...new Set(list.map((one) => one.trim()).filter(Boolean))])
    .pipe(z.array(tag).max(30))
    .describe('A list, or comma-separated text.'),
  status: z.enum(contentStatuses),
  publishedAt: date.nullable(),
  scheduledFor: date.nullable(),
  seoTitle: lineOrNone(120),
  seoDescription: lineOrNone(300),
  seoKeywords: lineOrNone(300),
}
const optional = z.strictObject(fields).partial()

export const createContentBody = optional
  .extend({
    title: fields.title,
    contentType: fields.contentType.default('reflection'),
    status: fields.status.default('draft'),
  })
  .refine(({ status, scheduledFor }) => status !== 'scheduled' || scheduledFor, {
    path: ['scheduledFor'],
    message: 'Please choose when it goes live.',
  })
export const updateContentBody = optional
  .extend(versionField)
  .refine(({ version: _, ...change }) => Object.keys(change).length > 0, {
    message: 'Enter at least one field.',
  })
const someTags = fields.tags.refine((tags) => tags.length > 0, 'Enter at least one tag.')
export const bulkContentBody = z.discriminatedUnion('action', [
  bulkAction('publish'),
  bulkAction('unpublish'),
  bulkAction('trash'),
  bulkAction('restore'),
  bulkAction('schedule').extend({ scheduledFor: futureDate }),
  bulkAction('addTags').extend({ tags: someTags }),
  bulkAction('removeTags').extend({ tags: someTags }),
])
export type BulkContentUpdate = z.infer<typeof bulkContentBody>
export type CreateContentInput = z.infer<typeof createContentBody>
export type ContentInput = Partial<CreateContentInput>

export const adminContentResponse = contentResponse
  .extend({
    relatedProductIds: z.array(z.int()),
    updatedAt: z.iso.datetime().describe('Send this back as `version` when you update.'),
    deletedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ContentItem' })
export type AdminContentRecord = z.infer<typeof adminContentResponse>

const text = z.string().catch('')
/** 0 for none. */
const chosen = rowIdSchema.catch(0)
/** What previews show of unsaved values in the editor. */
export const unsavedContent = z.object({
  form: z.string(),
  updatedAt: z.iso.datetime(),
  title: text,
  excerpt: text,
  contentType: z.enum(contentTypes),
  body: z.unknown(),
  featuredImage: chosen,
  audio: chosen,
  transcript: text,
  category: chosen,
  tags: z.array(z.string()).catch([]),
})
export type UnsavedContent = z.infer<typeof unsavedContent>

export const contentVersionResponse = z
  .strictObject({
    id: z.int(),
    title: z.string(),
    status: z.enum(contentStatuses),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'ContentVersion' })
export const versionParams = z.strictObject({ id: pathIdSchema, versionId: pathIdSchema })
