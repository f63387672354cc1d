/** The collections with an editor page. `name` starts the toasts: 'Content updated'. */
export const documentNames = {
  content: {
    name: 'Content',
    list: 'Content',
    listHref: '/admin/content',
    create: 'New content',
    edit: 'Edit content',
  },
  pages: {
    name: 'Page',
    list: 'Pages',
    listHref: '/admin/pages',
    create: 'New page',
    edit: 'Edit page',
  },
} as const

type DocumentCollection = keyof typeof documentNames
const isDocumentCollection = (slug: string): slug is DocumentCollection =>
  Object.hasOwn(documentNames, slug)

type EditorPage = { collection: DocumentCollection; id: number | null; segments: string[] }

/**
 * Returns which document a path below /admin edits, with the segments of Payload's own page for it; null for other
 * paths. New content has no id yet; pages can't be created.
 */
export function editorPageAt([slug = '', id = '', ...rest]: readonly string[]): EditorPage | null {
  if (!isDocumentCollection(slug) || rest.length > 0) return null
  if (id === 'new')
    return slug === 'content'
      ? { collection: slug, id: null, segments: ['collections', slug, 'create'] }
      : null
  return /^[1-9]\d{0,8}$/.test(id)
    ? { collection: slug, id: Number(id), segments: ['collections', slug, id] }
    : null
}
