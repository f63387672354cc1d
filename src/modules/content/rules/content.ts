export const contentTypes = ['blog_post', 'meditation', 'reflection', 'inspiration'] as const
export type ContentType = (typeof contentTypes)[number]

export const contentTypeLabels = {
  blog_post: 'Blog post',
  meditation: 'Meditation',
  reflection: 'Reflection',
  inspiration: 'Inspiration',
} satisfies Record<ContentType, string>

export const contentStatuses = ['draft', 'published', 'scheduled'] as const
export type ContentStatus = (typeof contentStatuses)[number]

export const contentStatusLabels = {
  draft: 'Draft',
  published: 'Published',
  scheduled: 'Scheduled',
} satisfies Record<ContentStatus, string>

/** Slugs that no content gets, because /reflections/today leads to the reflection of the day. */
export const reservedSlugs: readonly string[] = ['today']

/**
 * Returns the path of content: reflections at /reflections, the rest at /blog (which also serves reflections, so
 * reflections whose slug was reserved later are there).
 */
export function contentHref({
  contentType,
  slug,
}: {
  contentType: ContentType
  slug: string
}): string {
  return contentType === 'reflection' && !reservedSlugs.includes(slug)
    ? `/reflections/${slug}`
    : `/blog/${slug}`
}

/** Tags that differ only in capitals share a page. */
export function isSameTag(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** Splits tags at commas, trims them, and drops blanks and duplicates in any capitals (admin specification 5). */
export function splitTags(entered: readonly unknown[]): string[] {
  const tags = entered.flatMap((text) => String(text).split(',')).map((tag) => tag.trim())
  return tags.filter(
    (tag, index) => tag && tags.findIndex((other) => isSameTag(tag, other)) === index,
  )
}

/** The channel of one form of the editor and its previews. */
export function previewChannel(form: string): string {
  return `content-preview-${form}`
}
/** The key of the preference with what a writer hasn't saved yet of an article. */
export function unsavedContentKey(id: number): string {
  return `unsaved-content-${id}`
}
