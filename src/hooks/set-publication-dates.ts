import type { CollectionBeforeChangeHook } from 'payload'

import { previousSlugs, publicationDates } from '@/modules/content/rules/publication-dates'
import type { Content } from '@/payload-types'

/** At every save: the dates that belong to the status, and the addresses that must go on leading here. */
export const setPublicationDates: CollectionBeforeChangeHook<Content> = ({ data, originalDoc }) => {
  // On the way to the trash and back it keeps what it had; the database takes care of its status (migration panel_rules).
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
