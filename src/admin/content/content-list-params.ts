import { z } from 'zod'

import { contentStatuses, contentTypes } from '@/modules/content/rules/content'
import { contentListFilters } from '@/modules/content/schemas'
import { screenQuery } from '@/platform/schema-fields'

export const contentPageSize = 25

const schema = z.object({
  ...screenQuery,
  type: z.enum(contentTypes).or(z.literal('')).catch(''),
  status: z.enum(contentStatuses).or(z.literal('')).catch(''),
  show: z.enum(contentListFilters).catch(''),
  /** The piece that opens with the page, or 'new'. */
  edit: z
    .literal('new')
    .or(
      z
        .string()
        .regex(/^[1-9]\d{0,8}$/)
        .transform(Number),
    )
    .nullable()
    .catch(null)
    .default(null),
})
export type ContentListParams = z.infer<typeof schema>

export function parseContentListParams(query: Record<string, unknown>): ContentListParams {
  return schema.parse(query)
}

/** The address of the list for a search; what is as usual is left out. */
export function contentListHref({
  search,
  type,
  status,
  show,
  page,
}: Omit<ContentListParams, 'edit'>): string {
  const params = new URLSearchParams({
    ...(search ? { search } : {}),
    ...(type ? { type } : {}),
    ...(status ? { status } : {}),
    ...(show ? { show } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  })
  return `/admin/content${params.size > 0 ? `?${params.toString()}` : ''}`
}
