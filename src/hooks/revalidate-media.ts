import type { CollectionAfterChangeHook, CollectionBeforeDeleteHook, PayloadRequest } from 'payload'

import { listMediaUses } from '@/modules/media/queries/media-usage'
import type { Media } from '@/payload-types'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { databaseOf } from '@/platform/transaction'

/** Forgets the pages that show a file: its alt text changed, another picture took its place, or it went to the trash. */
export async function revalidateMediaPages(
  req: Pick<PayloadRequest, 'payload' | 'transactionID'>,
  id: number,
): Promise<void> {
  const uses = await listMediaUses({ drizzle: await databaseOf(req) }, id)
  await revalidateTags(req, [
    ...new Set(
      uses.flatMap(({ kind, id: place, slug }) => {
        if (kind === 'product') return [cacheTags.product(place), cacheTags.products]
        if (kind === 'content') return [cacheTags.content(slug ?? ''), cacheTags.contents]
        return kind === 'page' ? [cacheTags.page(slug ?? '')] : []
      }),
    ),
  ])
}

export const revalidateMedia: CollectionAfterChangeHook<Media> = async ({
  doc,
  operation,
  req,
}) => {
  if (operation === 'update') await revalidateMediaPages(req, doc.id)
}

/** Before, because afterwards nobody knows where it stood. */
export const revalidateMediaBeforeDelete: CollectionBeforeDeleteHook = ({ id, req }) =>
  revalidateMediaPages(req, Number(id))
