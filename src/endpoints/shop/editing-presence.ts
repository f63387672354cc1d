import { and, asc, eq, gt, lt, ne, sql } from '@payloadcms/db-postgres/drizzle'
import { integer, pgTable, timestamp, varchar } from '@payloadcms/db-postgres/drizzle/pg-core'
import { z } from 'zod'

import { hasPermission } from '@/access/can'
import { endpoint } from '@/endpoints/endpoint'
import { content, products, users } from '@/payload-generated-schema'
import { AppError } from '@/platform/errors'
import { rowIdSchema } from '@/platform/schema-fields'

/** Who has a document open. The table is made by a migration; Payload doesn't know it. */
const editing_now = pgTable('editing_now', {
  collection: varchar('collection').notNull(),
  documentId: integer('document_id').notNull(),
  userId: integer('user_id').notNull(),
  seenAt: timestamp('seen_at', { mode: 'string', withTimezone: true }).notNull(),
})
const maxNames = 5
const tables = { content, products }

const writes = { content: 'content:write', products: 'products:write' } as const

export const editingPresenceEndpoints = [
  endpoint({
    method: 'post',
    path: '/api/admin/editing',
    summary: 'Share what you’re editing; returns who else is editing it',
    requires: 'panel:open',
    sessionOnly: true,
    body: z.strictObject({ collection: z.enum(['content', 'products']), id: rowIdSchema }),
    response: z.strictObject({ others: z.array(z.string()) }),
    limit: { points: 600, seconds: 600 },
    handle: async (req, { body: { collection, id } }) => {
      const { payload } = req
      if (!hasPermission(req, writes[collection]))
        throw new AppError('forbidden', 'Your role can’t edit this.')
      const { drizzle } = payload.db
      const userId = req.user.id
      const document = tables[collection]
      const now = sql`now()`
      await drizzle
        .insert(editing_now)
        .select(
          drizzle
            .select({
              collection: sql<string>`${collection}`.as('collection'),
              documentId: document.id,
              userId: sql<number>`${userId}::integer`.as('user_id'),
              seenAt: sql<string>`now()`.as('seen_at'),
            })
            .from(document)
            .where(eq(document.id, id)),
        )
        .onConflictDoUpdate({
          target: [editing_now.collection, editing_now.documentId, editing_now.userId],
          set: { seenAt: now },
        })
      await drizzle
        .delete(editing_now)
        .where(lt(editing_now.seenAt, sql`now() - interval '1 hour'`))
      const name = sql<string>`coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${users.username})`
      const rows = await drizzle
        .select({ name })
        .from(editing_now)
        .innerJoin(users, eq(users.id, editing_now.userId))
        .where(
          and(
            eq(editing_now.collection, collection),
            eq(editing_now.documentId, id),
            ne(editing_now.userId, userId),
            gt(editing_now.seenAt, sql`now() - interval '30 seconds'`),
          ),
        )
        .orderBy(asc(name))
        .limit(maxNames)
      return { others: rows.map((row) => row.name) }
    },
  }),
]
