import { sql } from '@payloadcms/db-postgres'
import type {
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  GlobalAfterChangeHook,
  PayloadRequest,
} from 'payload'

import { getRequestApiKey } from '@/access/api-key'
import { audit, type AuditDetails } from '@/platform/audit'
import { databaseOf } from '@/platform/transaction'

type Doc = Record<string, unknown>
type Subject = {
  /** What the entry is about, as 'product'. */
  type: string
  /** The first word of its actions, where it is not the type: 'social' in 'social.updated'. */
  word?: string
  /** How a change is called, where not 'updated'. */
  changed?: string
  /** A field that stands in every entry with its value. */
  named?: string
  /** Fields that follow from others, or change without anybody's doing. */
  without?: readonly string[]
  /** Whether a save is one of many that belong together: see `isToldAlready`. */
  gathers?: (before: Doc, after: Doc) => boolean
}

/**
 * What a caller may give the Local API as `context`: details for the entry, or that there is nothing to note because
 * the shop is only being furnished (seed, tests). Nothing of it can be sent from outside.
 */
export type AuditContext = { auditDetails?: AuditDetails; skipAudit?: boolean }
/** The context of what a shop begins with. */
export function withoutAudit(): AuditContext {
  return { skipAudit: true }
}

const dates: readonly string[] = ['id', 'createdAt', 'updatedAt', 'deletedAt', 'globalType']
/** The database sets these when something goes to the trash or comes back (migration panel_rules). */
const setByTrash: readonly string[] = ['status', 'isActive']

/** A value for comparing. Rows of a list are given new ids when they are saved (relations are plain numbers here), and what is empty may be null or absent. */
const printOf = (value: unknown): string | undefined =>
  JSON.stringify(value, (name, inner: unknown) =>
    name === 'id' || inner === null ? undefined : inner,
  )

/** The names of the fields that differ. An amount goes by its name in the API, without the unit: `basePrice`. */
const changedFields = (before: Doc, after: Doc, without: readonly string[]): string[] =>
  Object.keys(after)
    .filter(
      (name) =>
        !dates.includes(name) &&
        !without.includes(name) &&
        printOf(before[name]) !== printOf(after[name]),
    )
    .map((name) => name.replace(/Cents$/, ''))

/**
 * A draft saves itself every few seconds. Whether the newest entry about it is less than five minutes old, of the same
 * person, and names all these fields already.
 */
const isToldAlready = async (
  req: PayloadRequest,
  type: string,
  id: number | string,
  action: string,
  fields: readonly string[],
): Promise<boolean> => {
  const db = await databaseOf(req)
  const {
    rows: [last],
  } = await db.execute(sql`
    select action, actor_id::integer as actor, details from audit_events
    where subject_type = ${type} and subject_id = ${String(id)} and created_at > now() - interval '5 minutes' order by id desc limit 1`)
  const {
    action: lastAction,
    actor,
    details,
  } = (last ?? {}) as {
    action?: string
    actor?: number | null
    details?: { fields?: string[]; apiKey?: string } | null
  }
  return (
    lastAction === action &&
    actor === (req.user?.id ?? null) &&
    details?.apiKey === getRequestApiKey(req.user)?.prefix &&
    fields.every((name) => details?.fields?.includes(name))
  )
}

/** Details that the caller gave with this one operation. */
const takeDetails = (context: PayloadRequest['context']): AuditDetails => {
  const { auditDetails } = context as AuditContext
  delete context.auditDetails
  return auditDetails ?? {}
}
const orNothing = (details: AuditDetails): AuditDetails | undefined =>
  Object.keys(details).length > 0 ? details : undefined

/**
 * The hooks with which a collection writes its own entries in the audit log: one for everything that is created,
 * changed, put into the trash, restored or deleted, whichever door it came through, in the same transaction. A save
 * that changes nothing is not noted. What workflows write by plain SQL passes no hook; those call `audit` themselves.
 */
export function recordAudit({
  type,
  word = type,
  changed = 'updated',
  named,
  without = [],
  gathers,
}: Subject): { afterChange: CollectionAfterChangeHook; afterDelete: CollectionAfterDeleteHook } {
  const nameOf = (doc: Doc): AuditDetails => (named ? { [named]: String(doc[named]) } : {})

  const afterChange: CollectionAfterChangeHook = async ({
    collection,
    context,
    doc: answered,
    operation,
    previousDoc,
    req,
  }) => {
    const given = takeDetails(context)
    if ((context as AuditContext).skipAudit) return
    const { id } = answered as { id: number }
    // What is answered may lack fields (`select`) or hold whole relations (`depth`), so what stands there now is read.
    const doc = (await req.payload.findByID({
      collection: collection.slug,
      id,
      depth: 0,
      trash: true,
      showHiddenFields: true,
      req,
    })) as unknown as Doc
    const note = async (verb: string, details: AuditDetails): Promise<void> =>
      audit(await databaseOf(req), req.user, {
        action: `${word}.${verb}`,
        subjectType: type,
        subjectId: id,
        details: orNothing({ ...nameOf(doc), ...given, ...details }),
      })
    if (operation === 'create') return note('created', {})

    const before = previousDoc as Doc
    const moved =
      Boolean(before.deletedAt) === Boolean(doc.deletedAt)
        ? null
        : doc.deletedAt
          ? 'trashed'
          : 'restored'
    const fields = changedFields(before, doc, moved ? [...without, ...setByTrash] : without)
    if (moved) return note(moved, fields.length > 0 ? { fields } : {})
    if (
      fields.length === 0 ||
      (gathers?.(before, doc) && (await isToldAlready(req, type, id, `${word}.${changed}`, fields)))
    )
      return
    await note(changed, {
      fields,
      ...(fields.includes('status') ? { status: String(doc.status) } : {}),
    })
  }

  const afterDelete: CollectionAfterDeleteHook = async ({ context, doc, id, req }) => {
    if ((context as AuditContext).skipAudit) return
    await audit(await databaseOf(req), req.user, {
      action: `${word}.deleted`,
      subjectType: type,
      subjectId: id,
      details: orNothing(nameOf(doc as Doc)),
    })
  }
  return { afterChange, afterDelete }
}

/** The same for the shop's settings: one entry for each save, with the names of what it changed. */
export const recordSettings: GlobalAfterChangeHook = async ({ global, previousDoc, req }) => {
  const doc = await req.payload.findGlobal({ slug: global.slug, depth: 0, req })
  const fields = changedFields(previousDoc as Doc, doc as unknown as Doc, [])
  if (fields.length > 0)
    await audit(await databaseOf(req), req.user, {
      action: 'settings.changed',
      subjectType: 'settings',
      details: { fields },
    })
}
