import { and, desc, eq, gt, sql } from '@payloadcms/db-postgres/drizzle'
import type {
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  CollectionSlug,
  GlobalAfterChangeHook,
  PayloadRequest,
} from 'payload'

import { getRequestApiKey } from '@/access/api-key'
import { audit_events } from '@/payload-generated-schema'
import { audit, type AuditContext, type AuditDetails } from '@/platform/audit'
import { databaseOf } from '@/platform/transaction'

type Doc = Record<string, unknown>
type Subject = {
  /** The subject type, such as 'product'. */
  type: string
  /** Prefix of the actions if it isn't the type: 'social' in 'social.updated'. */
  word?: string
  /** The action of a change, if not 'updated'. */
  changed?: string
  /** A field whose value is part of every entry. */
  named?: string
  /** Fields that are derived, or that nobody changes by hand. */
  without?: readonly string[]
  /** Whether a save is an autosave: see `isRecorded`. */
  gathers?: (before: Doc, after: Doc) => boolean
}

/** Context for seeding: no audit entries. */
export function withoutAudit(): AuditContext {
  return { skipAudit: true }
}

const dates: readonly string[] = ['id', 'createdAt', 'updatedAt', 'deletedAt', 'globalType']
/** The database sets these when something goes to the trash or comes back (migration panel_rules). */
const setByTrash: readonly string[] = ['status', 'isActive']

/** Serializes a value for comparison. Array rows get new ids at every save (relations are plain numbers here), and empty values may be null, absent, or an empty list. */
const serialize = (value: unknown): string | undefined =>
  JSON.stringify(value, (name, inner: unknown) =>
    name === 'id' || inner === null || (Array.isArray(inner) && inner.length === 0)
      ? undefined
      : inner,
  )

/** The names of the fields that differ. An amount goes by its name in the API, without the unit: `basePrice`. */
const changedFields = (before: Doc, after: Doc, without: readonly string[]): string[] =>
  Object.keys(after)
    .filter(
      (name) =>
        !dates.includes(name) &&
        !without.includes(name) &&
        serialize(before[name]) !== serialize(after[name]),
    )
    .map((name) => name.replace(/Cents$/, ''))

/**
 * Drafts autosave every few seconds, so their entries are merged: whether the latest entry for the
 * document is less than five minutes old, by the same actor, and names all these fields.
 */
const isRecorded = async (
  req: PayloadRequest,
  type: string,
  id: number | string,
  action: string,
  fields: readonly string[],
): Promise<boolean> => {
  const db = await databaseOf(req)
  const [latest] = await db
    .select({
      action: audit_events.action,
      actorId: audit_events.actorId,
      details: sql<{ fields?: string[]; apiKey?: string } | null>`${audit_events.details}`,
    })
    .from(audit_events)
    .where(
      and(
        eq(audit_events.subjectType, type),
        eq(audit_events.subjectId, String(id)),
        gt(audit_events.createdAt, sql`now() - interval '5 minutes'`),
      ),
    )
    .orderBy(desc(audit_events.id))
    .limit(1)
  return (
    latest?.action === action &&
    latest.actorId === (req.user?.id ?? null) &&
    latest.details?.apiKey === getRequestApiKey(req.user)?.prefix &&
    fields.every((name) => latest.details?.fields?.includes(name))
  )
}

/** Takes the details out of the context, so that they apply to one operation only. */
const takeDetails = (context: PayloadRequest['context']): AuditDetails => {
  const { auditDetails } = context as AuditContext
  delete context.auditDetails
  return auditDetails ?? {}
}
const unlessEmpty = (details: AuditDetails): AuditDetails | undefined =>
  Object.keys(details).length > 0 ? details : undefined

/** Reads a saved document again: the result may lack fields (`select`) or hold populated relations (`depth`). */
const readSaved = async (
  req: PayloadRequest,
  collection: CollectionSlug,
  id: number | string,
): Promise<Doc> => ({
  ...(await req.payload.findByID({
    collection,
    id,
    depth: 0,
    trash: true,
    showHiddenFields: true,
    req,
  })),
})

const getTrashAction = (before: Doc, after: Doc): 'trashed' | 'restored' | null => {
  if (Boolean(before.deletedAt) === Boolean(after.deletedAt)) return null
  return after.deletedAt ? 'trashed' : 'restored'
}

const toChangeDetails = (fields: string[], doc: Doc): AuditDetails => ({
  fields,
  ...(fields.includes('status') ? { status: String(doc.status) } : {}),
})

/**
 * Returns hooks that write the audit entries of a collection, in the same transaction: for created,
 * changed, trashed, restored, and deleted documents. A save that changes nothing is not recorded.
 * Writes with the query builder run no hooks; they call `audit` themselves.
 */
export function recordAudit({
  type,
  word = type,
  changed = 'updated',
  named,
  without = [],
  gathers,
}: Subject): { afterChange: CollectionAfterChangeHook; afterDelete: CollectionAfterDeleteHook } {
  const record = async (
    req: PayloadRequest,
    verb: string,
    id: number | string,
    doc: Doc,
    details: AuditDetails = {},
  ): Promise<void> =>
    audit(await databaseOf(req), req.user, {
      action: `${word}.${verb}`,
      subjectType: type,
      subjectId: id,
      details: unlessEmpty({ ...(named ? { [named]: String(doc[named]) } : {}), ...details }),
    })

  const afterChange: CollectionAfterChangeHook = async ({
    collection,
    context,
    doc: result,
    operation,
    previousDoc,
    req,
  }) => {
    const callerDetails = takeDetails(context)
    if ((context as AuditContext).skipAudit) return
    const { id } = result as { id: number }
    const doc = await readSaved(req, collection.slug, id)
    if (operation === 'create') return record(req, 'created', id, doc, callerDetails)

    const before = previousDoc as Doc
    const trashAction = getTrashAction(before, doc)
    const fields = changedFields(before, doc, trashAction ? [...without, ...setByTrash] : without)
    if (trashAction)
      return record(req, trashAction, id, doc, {
        ...callerDetails,
        ...(fields.length > 0 ? { fields } : {}),
      })
    if (
      fields.length === 0 ||
      (gathers?.(before, doc) && (await isRecorded(req, type, id, `${word}.${changed}`, fields)))
    )
      return
    await record(req, changed, id, doc, { ...callerDetails, ...toChangeDetails(fields, doc) })
  }

  const afterDelete: CollectionAfterDeleteHook = async ({ context, doc, id, req }) => {
    if ((context as AuditContext).skipAudit) return
    await record(req, 'deleted', id, doc as Doc)
  }
  return { afterChange, afterDelete }
}

/** Records changes of the settings: one entry per save, with the names of the changed fields. */
export const recordSettings: GlobalAfterChangeHook = async ({
  context,
  global,
  previousDoc,
  req,
}) => {
  if ((context as AuditContext).skipAudit) return
  const doc = await req.payload.findGlobal({ slug: global.slug, depth: 0, req })
  const fields = changedFields({ ...(previousDoc as Doc) }, { ...doc }, [])
  if (fields.length > 0)
    await audit(await databaseOf(req), req.user, {
      action: 'settings.changed',
      subjectType: 'settings',
      details: { fields },
    })
}
