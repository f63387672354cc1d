import { can } from '@/access/can'
import { deleteUploadedFiles, processUpload, saveUploadedFiles } from '@/hooks/process-upload'
import { recordAudit } from '@/hooks/record-audit'
import { revalidateMedia, revalidateMediaBeforeDelete } from '@/hooks/revalidate-media'
import { env } from '@/platform/env'
import { passthroughTypes } from '@/platform/storage/passthrough-files'

import { defineCollection } from './define-collection'

/** Only the names of a replaced file are recorded. */
const audited = recordAudit({
  type: 'media',
  without: [
    'baseName',
    'widths',
    'color',
    'url',
    'thumbnailURL',
    'filesize',
    'width',
    'height',
    'mimeType',
  ],
})

/**
 * Pictures, audio, video, and documents. Pictures are decoded and rendered at fixed sizes without
 * metadata; other files are checked and stored unchanged. All get new names (hooks/process-upload.ts).
 */
export const Media = defineCollection({
  slug: 'media',
  trash: true,
  labels: { singular: 'Media file', plural: 'Media' },
  admin: {
    useAsTitle: 'originalName',
    defaultColumns: ['filename', 'alt', 'originalName'],
    listSearchableFields: ['alt', 'originalName', 'caption'],
    group: 'Words',
  },
  access: {
    admin: can('panel:open'),
    create: can('media:write'),
    read: can('panel:open'),
    update: can('media:write'),
  },
  upload: {
    // Payload deletes the file of a deleted row from here, even one that an order shows.
    staticDir: `${env.UPLOADS_DIR}/none`,
    mimeTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', ...passthroughTypes],
    adminThumbnail: ({ doc }) =>
      typeof doc.baseName === 'string' && Array.isArray(doc.widths) && doc.widths.length > 0
        ? `/uploads/${doc.baseName}-320.webp`
        : null,
    crop: false,
    focalPoint: false,
    pasteURL: false,
    bulkUpload: false,
    disableLocalStorage: true,
  },
  ownFields: [
    'originalName',
    'sourceKey',
    'baseName',
    'widths',
    'color',
    'durationSeconds',
    // Payload takes these from the uploaded file, but accepts them from the body as well.
    'filename',
    'mimeType',
    'filesize',
    'width',
    'height',
    'url',
    'thumbnailURL',
  ],
  fields: [
    {
      name: 'alt',
      type: 'text',
      label: 'Alt text',
      maxLength: 300,
      admin: { description: 'Describe the image for people who can’t see it.' },
    },
    { name: 'caption', type: 'text', maxLength: 500 },
    {
      name: 'originalName',
      type: 'text',
      admin: { readOnly: true, condition: (_, { originalName }) => Boolean(originalName) },
    },
    /** The picture of a service that this copies ('etsy:123'), so that it is copied once. */
    { name: 'sourceKey', type: 'text', unique: true, admin: { hidden: true } },
    /** Files are `<baseName>-<width>.avif` and `.webp`, one pair for each of `widths`, and `<baseName>-og.jpg`; the others have one file and no widths. */
    { name: 'baseName', type: 'text', unique: true, admin: { hidden: true } },
    { name: 'widths', type: 'json', admin: { hidden: true } },
    /** Average color, shown while the picture loads. */
    { name: 'color', type: 'text', admin: { hidden: true } },
    /** The point that stays in view where a page shows only a part, in percent from the left and the top. */
    { name: 'focusX', type: 'number', min: 0, max: 100, admin: { hidden: true } },
    { name: 'focusY', type: 'number', min: 0, max: 100, admin: { hidden: true } },
    /** Duration of audio in whole seconds; null if unknown and for other files. */
    { name: 'durationSeconds', type: 'number', min: 0, admin: { hidden: true } },
  ],
  hooks: {
    beforeOperation: [processUpload],
    afterChange: [saveUploadedFiles, revalidateMedia, audited.afterChange],
    beforeDelete: [revalidateMediaBeforeDelete],
    afterDelete: [deleteUploadedFiles, audited.afterDelete],
  },
})
