import type { CollectionBeforeChangeHook } from 'payload'

import { previousSlugs, publicationDates } from '@/modules/content/rules/publication-dates'
import type { Content } from '@/payload-types'

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
  const moved = originalDoc?.firstPublishedAt && data.slug && data.slug !== originalDoc.slug
  return {
    ...data,
    ...dates,
    ...(moved
      ? {
          formerSlugs: previousSlugs(
            originalDoc.formerSlugs ?? [],
            originalDoc.slug,
            data.slug ?? '',
          ),
        }
      : {}),
  }
}
