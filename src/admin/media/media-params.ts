import { z } from 'zod'
import { fileTypes, mediaShows } from '../../domain/media'
import { screenQuery } from '../../schemas/lists'

export const mediaPerPage = 36
export const mediaViews = ['grid', 'list'] as const
export type MediaView = (typeof mediaViews)[number]

const schema = z.object({
  ...screenQuery,
  type: z.enum(fileTypes).or(z.literal('')).catch(''),
  show: z.enum(mediaShows).catch(''),
  view: z.enum(mediaViews).catch('grid'),
})
export type MediaParams = z.infer<typeof schema>

export const parseMediaParams = (query: Record<string, unknown>): MediaParams => schema.parse(query)

/** The address of the library for a search; what is as usual is left out. */
export const mediaHref = ({ search, type, show, view, page }: MediaParams): string => {
  const params = new URLSearchParams({
    ...(search ? { search } : {}), ...(type ? { type } : {}), ...(show ? { show } : {}), ...(view === 'grid' ? {} : { view }), ...(page > 1 ? { page: String(page) } : {}),
  })
  return `/admin/media${params.size > 0 ? `?${params.toString()}` : ''}`
}
