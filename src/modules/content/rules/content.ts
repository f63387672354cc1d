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

/** Returns the path of content: reflections at /reflections, the rest at /blog (which also serves reflections). */
export function contentHref({
  contentType,
  slug,
}: {
  contentType: ContentType
  slug: string
}): string {
  return contentType === 'reflection' ? `/reflections/${slug}` : `/blog/${slug}`
}
