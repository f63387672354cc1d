import type { CollectionAfterChangeHook, CollectionBeforeDeleteHook, PayloadRequest } from 'payload'
import { pageTags } from '../domain/page-tags'
import type { Media } from '../payload-types'
import { listMediaUses } from '../queries/media-usage'
import { databaseOf } from '../transaction'
import { dropTags } from './drop-tags'

/** Forgets the pages that show a file: its alt text changed, another picture took its place, or it went to the trash. */
export const dropPagesOf = async (req: Pick<PayloadRequest, 'payload' | 'transactionID'>, id: number): Promise<void> => {
  const uses = await listMediaUses({ drizzle: await databaseOf(req) }, id)
  await dropTags(req, [...new Set(uses.flatMap(({ kind, id: place, slug }) => {
    if (kind === 'product') return [pageTags.product(place), pageTags.products]
    if (kind === 'content') return [pageTags.content(slug ?? ''), pageTags.contents]
    return kind === 'page' ? [pageTags.page(slug ?? '')] : []
  }))])
}

export const dropMediaPages: CollectionAfterChangeHook<Media> = async ({ doc, operation, req }) => {
  if (operation === 'update') await dropPagesOf(req, doc.id)
}

/** Before, because afterwards nobody knows where it stood. */
export const dropPagesBeforeDelete: CollectionBeforeDeleteHook = ({ id, req }) => dropPagesOf(req, Number(id))
