import type { CollectionBeforeChangeHook } from 'payload'

import { previousSlugs, publicationDates } from '@/modules/content/rules/publication-dates'
import type { Content } from '@/payload-types'

/**
 * The slugs that must redirect: previous ones of published content, and that of a published reflection which becomes another
 * type, because its path changes.
 */
function redirectsAfter(
  data: Partial<Content>,
  before: Content | undefined,
): Pick<Content, 'formerSlugs'> | undefined {
  if (!before?.firstPublishedAt) return undefined
  const formerSlugs = before.formerSlugs ?? []
  if (data.slug && data.slug !== before.slug)
    return { formerSlugs: previousSlugs(formerSlugs, before.slug, data.slug) }
  const leavesReflections =
    before.contentType === 'reflection' && (data.contentType ?? 'reflection') !== 'reflection'
  return leavesReflections
    ? { formerSlugs: [...new Set([...formerSlugs, before.slug])] }
    : undefined
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
