import type { ContentStatus } from './content'

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

/** Returns the previous slugs after a change of the slug: each once, without the current one. */
export function previousSlugs(
  formerSlugs: readonly string[],
  before: string,
  now: string,
): string[] {
  return [...new Set([...formerSlugs, before])].filter((slug) => slug !== now)
}
