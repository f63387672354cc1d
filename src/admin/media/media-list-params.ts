import { z } from 'zod'

import { fileTypes, mediaFilters } from '@/modules/media/rules/media-files'
import { screenQuery } from '@/platform/schema-fields'

export const mediaPageSize = 36
export const mediaViews = ['grid', 'list'] as const
export type MediaView = (typeof mediaViews)[number]

const schema = z.object({
  ...screenQuery,
  type: z.enum(fileTypes).or(z.literal('')).catch(''),
  show: z.enum(mediaFilters).catch(''),
  view: z.enum(mediaViews).catch('grid'),
})
export type MediaListParams = z.infer<typeof schema>

export function parseMediaListParams(query: Record<string, unknown>): MediaListParams {
  return schema.parse(query)
}

/** The address of the library for a search; what is as usual is left out. */
export function mediaListHref({ search, type, show, view, page }: MediaListParams): string {
  const params = new URLSearchParams({
    ...(search ? { search } : {}),
    ...(type ? { type } : {}),
    ...(show ? { show } : {}),
    ...(view === 'grid' ? {} : { view }),
    ...(page > 1 ? { page: String(page) } : {}),
  })
  return `/admin/media${params.size > 0 ? `?${params.toString()}` : ''}`
}
