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
  type LexicalRichTextAdapter,
  LinkFeature,
  OrderedListFeature,
  ParagraphFeature,
  StrikethroughFeature,
  UnderlineFeature,
  UnorderedListFeature,
  UploadFeature,
} from '@payloadcms/richtext-lexical'

import { contentBlocks } from './content-blocks'

const pictureCode = '/src/admin/content/picture-feature#PictureFeatureClient'
const upload = UploadFeature({ enabledCollections: ['media'] })
/** The same, with the shop's picker (admin/content/picture-feature). */
const pictureFeature: typeof upload = {
  ...upload,
  feature: async (args) => ({
    ...(typeof upload.feature === 'function' ? await upload.feature(args) : upload.feature),
    ClientFeature: pictureCode,
  }),
}

const fieldComponent = '/src/admin/content/rich-text-field#RichTextField'
const isEditorCode = (component: unknown): boolean =>
  typeof component === 'string' &&
  (component.startsWith('@payloadcms/richtext-lexical/') || component === pictureCode)

const features: LexicalRichTextAdapter['features'] = [
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
  HorizontalRuleFeature(),
]

/**
 * Payload's editor, with our component for the field in place of Payload's: it loads the editor's code where an editor is
 * shown, while the import map is loaded on every page of the admin.
 */
const editorWith =
  (editorFeatures: typeof features) =>
  async (
    context: Parameters<ReturnType<typeof lexicalEditor>>[0],
  ): Promise<LexicalRichTextAdapter> => {
    const adapter = await lexicalEditor({ features: editorFeatures })(context)
    return {
      ...adapter,
      // Lexical's message has internal names of nodes and fields. The fields of a block have their own messages.
      validate: async (value, options) => {
        const result = await adapter.validate(value, options)
        return typeof result === 'string' && result.includes(' node failed to validate')
          ? 'Fix the highlighted fields in the text.'
          : result
      },
      // Lists and versions of Payload's are never shown (admin/shell/collection-redirects).
      CellComponent: false,
      DiffComponent: undefined,
      FieldComponent: fieldComponent,
      generateImportMap: ({ addToImportMap, ...generator }) => {
        addToImportMap(fieldComponent)
        adapter.generateImportMap?.({
          ...generator,
          addToImportMap: (component) => {
            if (!isEditorCode(component)) addToImportMap(component)
          },
        })
      },
    }
  }

/**
 * The editor of pages, with exactly the elements that they show
 * (modules/content/rules/rich-text-elements.ts). A page's h1 is its title; links are URLs or paths (/products/12).
 */
export const richTextEditor = editorWith(features)

/** The editor of articles, which adds images and blocks. */
export const articleEditor = editorWith([
  ...features,
  pictureFeature,
  BlocksFeature({ blocks: contentBlocks }),
])
