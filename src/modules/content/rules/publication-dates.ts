import type { ContentStatus } from './content'

type Dates = {
  publishedAt?: string | null
  scheduledFor?: string | null
  firstPublishedAt?: string | null
}

/**
 * The dates of a piece as it is saved (admin specification 4): published without a date is published now, or again at the
 * place it had; scheduled keeps the day it is meant for; otherwise none. Its first publication is never forgotten.
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

/** The addresses a piece had, once it has another: each once, never the one it has now. */
export function previousSlugs(known: readonly string[], before: string, now: string): string[] {
  return [...new Set([...known, before])].filter((slug) => slug !== now)
}
