import { z } from 'zod'

import { bulkAction, maxBulkItems } from '@/platform/bulk/bulk-schema'
import {
  dayRangeQuery,
  emptyOr,
  listQuery,
  multilineText,
  rowIdSchema,
  versionField,
} from '@/platform/schema-fields'

import { fileTypes, mediaFilters } from './rules/media-files'

export const mediaSorts = ['newest', 'oldest', 'name', 'name-z', 'size-high', 'size-low'] as const
export const mediaListQuery = z.strictObject({
  ...listQuery,
  type: emptyOr(fileTypes),
  show: z
    .enum(mediaFilters)
    .default('')
    .describe('without-alt: images without alt text. trash: files deleted in the last 30 days.'),
  ...dayRangeQuery,
  sort: z.enum(mediaSorts).default('newest'),
})

const altText = multilineText(300).trim()
const caption = multilineText(500).trim()

/** Percent of the image's width or height. */
const percent = z.number().min(0).max(100)
const focusPoint = z.strictObject({ x: percent, y: percent })

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
  .strictObject({
    altText: altText.optional(),
    caption: caption.optional(),
    focus: focusPoint
      .nullable()
      .optional()
      .describe(
        'What stays in view where a page shows only a part of an image; null is the middle.',
      ),
    ...versionField,
  })
  .refine(
    ({ version: _, ...change }) => Object.values(change).some((value) => value !== undefined),
    { message: 'Enter at least one of altText, caption, and focus.' },
  )
export const cropMediaBody = z
  .strictObject({
    left: percent,
    top: percent,
    width: percent.min(1),
    height: percent.min(1),
    ...versionField,
  })
  .refine(({ left, top, width, height }) => left + width <= 100.01 && top + height <= 100.01, {
    message: 'The crop has to be inside the image.',
  })
  .refine(({ width, height }) => width < 100 || height < 100, {
    message: 'Choose a smaller part of the image.',
  })
export type MediaCrop = Omit<z.infer<typeof cropMediaBody>, 'version'>

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
    filePath: z.url().describe('Where the file is served.'),
    thumbnail: z.url().nullable().describe('The smallest version of an image.'),
    fileType: z.enum(fileTypes),
    mimeType: z.string(),
    fileSize: z.int().describe('Size in bytes; for images, the largest version.'),
    width: z.int().nullable(),
    height: z.int().nullable(),
    altText: z.string(),
    caption: z.string(),
    focus: focusPoint.nullable(),
    usedIn: z.int().describe('How many products, articles, and posts use it.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime().describe('Send this back as `version` when you update.'),
    deletedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'MediaFile' })
export type MediaRecord = z.infer<typeof mediaResponse>

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
