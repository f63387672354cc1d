import type {
  Block,
  RelationshipFieldSingleValidation,
  TextareaFieldValidation,
  TextFieldSingleValidation,
  UIField,
} from 'payload'

import { blockLimits, galleryImages, toTableRows } from '@/modules/content/rules/content-blocks'
import { toSafeUrl } from '@/modules/content/rules/rich-text'

import { validateImage, validateRecording } from './validate-file'

const validateUrl: TextFieldSingleValidation = (value) =>
  toSafeUrl(value) !== null || 'Enter a URL that starts with https://, or a path like /products.'

const validateProduct: RelationshipFieldSingleValidation = async (value, { req }) => {
  const id = typeof value === 'number' ? value : null
  if (id === null) return 'Choose a product.'
  const { totalDocs } = await req.payload.count({
    collection: 'products',
    where: { id: { equals: id } },
    trash: true,
    req,
  })
  return totalDocs > 0 || 'This product no longer exists. Choose another one.'
}

const validateRows: TextareaFieldValidation = (value) => {
  const [first] = toTableRows(value ?? '')
  if (!first) return 'Enter at least one row.'
  if (first.length > 8) return 'Use 8 columns or fewer.'
  return (value ?? '').length <= blockLimits.rows || 'This table is too long.'
}

const mediaFields = '/src/admin/content/media-fields'

const blocks: Block[] = [
  {
    slug: 'product',
    labels: { singular: 'Product', plural: 'Products' },
    fields: [
      {
        name: 'product',
        type: 'relationship',
        relationTo: 'products',
        required: true,
        maxDepth: 0,
        validate: validateProduct,
        admin: { allowCreate: false, allowEdit: false, placeholder: 'Choose a product' },
      },
    ],
  },
  {
    slug: 'button',
    labels: { singular: 'Button', plural: 'Buttons' },
    fields: [
      { name: 'label', type: 'text', required: true, maxLength: blockLimits.label },
      {
        name: 'url',
        label: 'URL',
        type: 'text',
        required: true,
        validate: validateUrl,
        admin: { description: 'A full URL, or a path in the shop like /products.' },
      },
    ],
  },
  {
    slug: 'gallery',
    labels: { singular: 'Gallery', plural: 'Galleries' },
    fields: [
      {
        name: 'images',
        type: 'array',
        required: true,
        minRows: galleryImages.min,
        maxRows: galleryImages.max,
        labels: { singular: 'Image', plural: 'Images' },
        fields: [
          {
            name: 'image',
            type: 'upload',
            relationTo: 'media',
            required: true,
            maxDepth: 0,
            validate: validateImage,
            admin: { components: { Field: `${mediaFields}#PictureField` } },
          },
        ],
      },
    ],
  },
  {
    slug: 'pullQuote',
    labels: { singular: 'Quote with source', plural: 'Quotes with source' },
    fields: [
      {
        name: 'text',
        label: 'Quote',
        type: 'textarea',
        required: true,
        maxLength: blockLimits.quote,
      },
      { name: 'source', type: 'text', maxLength: blockLimits.source },
    ],
  },
  {
    slug: 'table',
    labels: { singular: 'Table', plural: 'Tables' },
    fields: [
      { name: 'caption', type: 'text', maxLength: blockLimits.caption },
      {
        name: 'rows',
        type: 'textarea',
        required: true,
        validate: validateRows,
        admin: {
          rows: 6,
          description: 'One row per line with | between columns, or paste from a spreadsheet.',
        },
      },
      {
        name: 'hasHeader',
        label: 'The first row is a header',
        type: 'checkbox',
        defaultValue: true,
      },
    ],
  },
  {
    slug: 'audio',
    labels: { singular: 'Audio', plural: 'Audio' },
    fields: [
      { name: 'title', type: 'text', required: true, maxLength: blockLimits.caption },
      {
        name: 'audio',
        label: 'Recording',
        type: 'upload',
        relationTo: 'media',
        required: true,
        maxDepth: 0,
        validate: validateRecording,
        admin: { components: { Field: `${mediaFields}#RecordingField` } },
      },
    ],
  },
]

/** Shows nothing, and writes what is entered into the text (admin/content/block-values). */
const blockValues: UIField = {
  name: 'values',
  type: 'ui',
  admin: { components: { Field: '/src/admin/content/block-values-slot#BlockValuesSlot' } },
}

/** What the editor of articles offers beside text (modules/content/rules/content-blocks.ts). */
export const contentBlocks: Block[] = blocks.map((block) => ({
  ...block,
  fields: [...block.fields, blockValues],
}))
