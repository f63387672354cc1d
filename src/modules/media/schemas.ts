import { z } from 'zod'

import { bulkAction, maxBulkItems } from '@/platform/bulk-schema'
import { listQuery, multilineText, rowIdSchema, versionField } from '@/platform/schema-fields'

import { fileTypes, mediaFilters } from './rules/media-files'

export const mediaSorts = ['newest', 'oldest', 'name', 'name-z', 'size-high', 'size-low'] as const
export const mediaListQuery = z.strictObject({
  ...listQuery,
  type: z.enum(fileTypes).or(z.literal('')).default(''),
  show: z
    .enum(mediaFilters)
    .default('')
    .describe('without-alt: images without alt text. trash: files deleted in the last 30 days.'),
  sort: z.enum(mediaSorts).default('newest'),
})

const altText = multilineText(300).trim()
const caption = multilineText(500).trim()

/** Text fields of a file. */
export const mediaTexts = z.strictObject({
  altText: altText.default(''),
  caption: caption.default(''),
})
export const uploadMediaBody = z.strictObject({
  file: z
    .string()
    .meta({
      format: 'binary',
      description:
        'An image (JPEG, PNG, WebP, AVIF), audio file (MP3, M4A, Ogg), video (MP4), or document (PDF, DOC, DOCX).',
    }),
  altText: altText.optional().describe('Describes the image for people who can’t see it.'),
  caption: caption.optional(),
})
export const updateMediaBody = z
  .strictObject({ altText: altText.optional(), caption: caption.optional(), ...versionField })
  .refine((change) => change.altText !== undefined || change.caption !== undefined, {
    message: 'Enter at least one of altText and caption.',
  })

export const bulkMediaBody = z.discriminatedUnion('action', [
  bulkAction('trash'),
  bulkAction('restore'),
  z.strictObject({
    action: z.literal('setAltText'),
    files: z
      .array(z.strictObject({ id: rowIdSchema, altText, version: versionField.version }))
      .min(1)
      .max(maxBulkItems),
  }),
])
export type BulkMediaUpdate = z.infer<typeof bulkMediaBody>

export const mediaResponse = z
  .strictObject({
    id: z.int(),
    filename: z.string(),
    originalName: z.string().describe('The original file name.'),
    filePath: z.string().regex(/^\/uploads\//),
    thumbnail: z
      .string()
      .regex(/^\/uploads\//)
      .nullable(),
    fileType: z.enum(fileTypes),
    mimeType: z.string(),
    fileSize: z.int().describe('Size in bytes; for images, the largest version.'),
    width: z.int().nullable(),
    height: z.int().nullable(),
    altText: z.string(),
    caption: z.string(),
    usedIn: z.int().describe('How many products, articles, and posts use it.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime().describe('Send this back as `version` when you update.'),
    deletedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'MediaFile' })

export const mediaUses = z.array(
  z.strictObject({
    kind: z.enum(['product', 'content', 'page', 'social']),
    id: z.int(),
    title: z.string(),
  }),
)
export const mediaWithUses = mediaResponse
  .extend({ uses: mediaUses })
  .meta({ id: 'MediaFileInUse' })
