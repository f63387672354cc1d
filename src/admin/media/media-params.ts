import { z } from 'zod'

import { choiceParam, createListParams, dayParams } from '@/admin/list/list-params'
import { fileTypes, mediaFilters } from '@/modules/media/rules/media-files'
import type { MediaRecord } from '@/modules/media/schemas'
import { mediaSorts } from '@/modules/media/schemas'

export const mediaPageSize = 36

export const mediaAddress = createListParams(
  '/admin/media',
  z.object({
    type: choiceParam(fileTypes),
    show: z.enum(mediaFilters).catch(''),
    view: z.enum(['grid', 'list']).catch('grid'),
    ...dayParams,
    sort: z.enum(mediaSorts).catch('newest'),
  }),
)
export type MediaListParams = ReturnType<typeof mediaAddress.parse>

/** How the list is shown. The addresses are made on the server, without their schemas in the browser. */
export type MediaListState = {
  params: MediaListParams
  sortHrefs: Record<MediaListParams['sort'], string>
  hiddenColumns: readonly string[]
}

/** `added` is the formatted day in the shop's time zone. */
export type MediaListItem = MediaRecord & { added: string }
