import { z } from 'zod'

import { choiceParam, createListParams } from '@/admin/list/list-params'
import type { MediaRecord } from '@/modules/media/queries/list-media'
import { fileTypes, mediaFilters } from '@/modules/media/rules/media-files'

export const mediaPageSize = 36

export const mediaAddress = createListParams(
  '/admin/media',
  z.object({
    type: choiceParam(fileTypes),
    show: z.enum(mediaFilters).catch(''),
    view: z.enum(['grid', 'list']).catch('grid'),
  }),
)
export type MediaListParams = ReturnType<typeof mediaAddress.parse>
export type MediaView = MediaListParams['view']

/** `added` is the formatted day in the shop's time zone. */
export type MediaListItem = MediaRecord & { added: string }
