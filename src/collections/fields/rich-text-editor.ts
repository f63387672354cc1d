import {
  BlockquoteFeature,
  BlocksFeature,
  BoldFeature,
  FixedToolbarFeature,
  HeadingFeature,
  HorizontalRuleFeature,
  InlineCodeFeature,
  InlineToolbarFeature,
  ItalicFeature,
  lexicalEditor,
  LinkFeature,
  OrderedListFeature,
  ParagraphFeature,
  StrikethroughFeature,
  UnderlineFeature,
  UnorderedListFeature,
  UploadFeature,
} from '@payloadcms/richtext-lexical'

import { contentBlocks } from './content-blocks'

const upload = UploadFeature({ enabledCollections: ['media'] })
/** The same, with the shop's picker (admin/content/picture-feature). */
const pictureFeature: typeof upload = {
  ...upload,
  feature: async (args) => ({
    ...(typeof upload.feature === 'function' ? await upload.feature(args) : upload.feature),
    ClientFeature: '/src/admin/content/picture-feature#PictureFeatureClient',
  }),
}

const features = [
  FixedToolbarFeature(),
  InlineToolbarFeature(),
  ParagraphFeature(),
  HeadingFeature({ enabledHeadingSizes: ['h2', 'h3', 'h4'] }),
  BoldFeature(),
  ItalicFeature(),
  UnderlineFeature(),
  StrikethroughFeature(),
  InlineCodeFeature(),
  UnorderedListFeature(),
  OrderedListFeature(),
  BlockquoteFeature(),
  LinkFeature({
    enabledCollections: [],
    fields: ({ defaultFields }) =>
      defaultFields.map((field) =>
        'name' in field && field.name === 'linkType'
          ? { ...field, admin: { hidden: true } }
          : field,
      ),
  }),
  pictureFeature,
  HorizontalRuleFeature(),
]

/**
 * The editor of pages, with exactly the elements that they show
 * (modules/content/rules/rich-text-elements.ts). A page's h1 is its title; links are URLs or paths (/products/12).
 */
export const richTextEditor = lexicalEditor({ features })

/** The editor of articles, with blocks besides. */
export const articleEditor = lexicalEditor({
  features: [...features, BlocksFeature({ blocks: contentBlocks })],
})
