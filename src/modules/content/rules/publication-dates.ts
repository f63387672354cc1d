import type { ContentStatus, ContentType } from './content'

type Dates = {
  publishedAt?: string | null
  scheduledFor?: string | null
  firstPublishedAt?: string | null
}

/**
 * Returns the dates of content at a save (admin specification 4): published without a date means now, or
 * the first publication; scheduled keeps its date; otherwise none. The first publication never changes.
 * @param now ISO 8601
 */
export function publicationDates(
  status: ContentStatus,
  { publishedAt, scheduledFor, firstPublishedAt }: Dates,
  now: string,
): Required<Dates> {
  const published = status === 'published' ? publishedAt || firstPublishedAt || now : null
  return {
    publishedAt: published,
    scheduledFor: status === 'scheduled' ? (scheduledFor ?? null) : null,
    firstPublishedAt: firstPublishedAt ?? published,
  }
}

type Address = { slug: string; contentType: ContentType }

/**
 * Returns the slugs that redirect after a change of the slug or the type, each once: the previous ones, and the current
 * one if /reflections/{slug} led to content that is no longer a reflection.
 */
export function previousSlugs(
  formerSlugs: readonly string[],
  before: Address,
  now: Address,
): string[] {
  const isReflection = now.contentType === 'reflection'
  const leavesReflections = before.contentType === 'reflection' && !isReflection
  const slugs = new Set(formerSlugs)
  if (now.slug !== before.slug || leavesReflections) slugs.add(before.slug)
  // The content's own page has this path. Content of another type may have been a reflection at this slug.
  if (isReflection) slugs.delete(now.slug)
  return [...slugs]
}
