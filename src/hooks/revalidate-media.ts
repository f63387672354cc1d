import type { CollectionAfterChangeHook, CollectionBeforeDeleteHook, PayloadRequest } from 'payload'

import { listMediaUses } from '@/modules/media/queries/media-usage'
import type { Media } from '@/payload-types'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { databaseOf } from '@/platform/transaction'

/** Revalidates the pages that show a file. */
async function revalidateMediaPages(
  req: Pick<PayloadRequest, 'payload' | 'transactionID'>,
  id: number,
): Promise<void> {
  const uses = await listMediaUses({ drizzle: await databaseOf(req) }, id)
  await revalidateTags(req, [
    ...new Set(
      uses.flatMap(({ kind, id: usedBy, slug }) => {
        if (kind === 'product') return [cacheTags.product(usedBy), cacheTags.products]
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

/** Runs before the deletion, because afterwards the uses of the file are gone. */
export const revalidateMediaBeforeDelete: CollectionBeforeDeleteHook = ({ id, req }) =>
  revalidateMediaPages(req, Number(id))
