import { inArray } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { isSameTag, splitTags } from '@/modules/content/rules/content'
import type { BulkContentUpdate } from '@/modules/content/schemas'
import { content } from '@/payload-generated-schema'
import type { Content, User } from '@/payload-types'
import type { BulkOutcome, BulkResult } from '@/platform/bulk/bulk-schema'
import { forEachItem } from '@/platform/bulk/for-each-item'
import { AppError } from '@/platform/errors'
import { withTransaction } from '@/platform/transaction'

import { lockEditable, restoreContent, trashContent } from './save-content'

type Update = BulkContentUpdate
type Change = Partial<Pick<Content, 'status' | 'scheduledFor' | 'tags'>>

const maxTags = 30
const done = (message: string): BulkOutcome => ({ outcome: 'done', message })
const skipped = (message: string): BulkOutcome => ({ outcome: 'skipped', message })

const messages = {
  publish: ['Published.', 'Already published.'],
  unpublish: ['Moved to drafts.', 'Already a draft.'],
  schedule: ['Scheduled.', 'Already scheduled for this time.'],
  addTags: ['Tags added.', 'Already has these tags.'],
  removeTags: ['Tags removed.', 'Doesn’t have these tags.'],
  trash: ['Moved to the trash.', 'Already in the trash.'],
  restore: ['Restored.', 'Not in the trash.'],
} satisfies Record<Update['action'], [done: string, unchanged: string]>

const changeTags = (before: readonly string[], after: string[]): Change | null => {
  if (after.length > maxTags)
    throw new AppError('invalid', `An article can have up to ${maxTags} tags.`)
  return after.length === before.length ? null : { tags: after }
}

/** What an update changes in one article; null if nothing. @throws AppError conflict, invalid */
const changeOf = (
  update: Exclude<Update, { action: 'trash' | 'restore' }>,
  { status, scheduledFor, tags }: Content,
): Change | null => {
  const current = tags ?? []
  switch (update.action) {
    case 'publish':
      return status === 'published' ? null : { status: 'published' }
    case 'unpublish':
      return status === 'draft' ? null : { status: 'draft' }
    case 'schedule':
      if (status === 'published')
        throw new AppError('conflict', 'It’s already published. Move it to drafts first.')
      return status === 'scheduled' &&
        Date.parse(scheduledFor ?? '') === Date.parse(update.scheduledFor)
        ? null
        : { status: 'scheduled', scheduledFor: update.scheduledFor }
    case 'addTags':
      return changeTags(current, splitTags([...current, ...update.tags]))
    case 'removeTags':
      return changeTags(
        current,
        current.filter((tag) => !update.tags.some((removed) => isSameTag(tag, removed))),
      )
  }
}

const updateOne = async (
  payload: Payload,
  user: User,
  id: number,
  update: Update,
): Promise<boolean> => {
  if (update.action === 'trash') return trashContent(payload, user, id)
  if (update.action === 'restore') return restoreContent(payload, user, id)
  return withTransaction(payload, async (req, tx) => {
    await lockEditable(tx, id)
    const options = {
      collection: 'content',
      id,
      depth: 0,
      overrideAccess: false,
      user,
      req,
    } as const
    const change = changeOf(update, await payload.findByID(options))
    if (change) await payload.update({ ...options, data: change })
    return change !== null
  })
}

/**
 * Makes one change to several articles, each in a transaction of its own: one that can't be changed
 * is returned with its reason and doesn't stop the others. Repeating it changes nothing.
 */
export async function bulkUpdateContent(
  payload: Payload,
  user: User,
  ids: readonly number[],
  update: Update,
): Promise<BulkResult[]> {
  const rows = await payload.db.drizzle
    .select({ id: content.id, title: content.title })
    .from(content)
    .where(inArray(content.id, [...ids]))
  const titles = new Map(rows.map(({ id, title }) => [id, title]))
  const [whenDone, otherwise] = messages[update.action]
  const results = await forEachItem(ids, async (id) =>
    (await updateOne(payload, user, id, update)) ? done(whenDone) : skipped(otherwise),
  )
  return results.map((result) => ({ name: titles.get(result.id) ?? null, ...result }))
}
