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

/** Where a piece lives: reflections at /reflections, everything else at /blog (which answers for reflections too). */
export function contentHref({
  contentType,
  slug,
}: {
  contentType: ContentType
  slug: string
}): string {
  return contentType === 'reflection' ? `/reflections/${slug}` : `/blog/${slug}`
}
