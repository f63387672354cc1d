import type { CollectionBeforeChangeHook } from 'payload'

import { previousSlugs, publicationDates } from '@/modules/content/rules/publication-dates'
import type { Content } from '@/payload-types'

/**
 * The slugs that must redirect to published content, if its slug or type changes: reflections have a path of their own.
 */
function redirectsAfter(
  data: Partial<Content>,
  before: Content | undefined,
): Pick<Content, 'formerSlugs'> | undefined {
  if (!before?.firstPublishedAt) return undefined
  const now = {
    slug: data.slug || before.slug,
    contentType: data.contentType ?? before.contentType,
  }
  return now.slug === before.slug && now.contentType === before.contentType
    ? undefined
    : { formerSlugs: previousSlugs(before.formerSlugs ?? [], before, now) }
}

/** Sets the dates that belong to the status, and the previous slugs that must redirect. */
export const setPublicationDates: CollectionBeforeChangeHook<Content> = ({ data, originalDoc }) => {
  // Trashing and restoring change no dates; a trigger handles the status (migration restored_schedules).
  if (originalDoc?.deletedAt || data.deletedAt) return data
  const { status, publishedAt, scheduledFor } = { ...originalDoc, ...data }
  const dates = publicationDates(
    status ?? 'draft',
    { publishedAt, scheduledFor, firstPublishedAt: originalDoc?.firstPublishedAt },
    new Date().toISOString(),
  )
  return { ...data, ...dates, ...redirectsAfter(data, originalDoc) }
}
