import { sql } from '@payloadcms/db-postgres'
import { z } from 'zod'

import { hasPermission } from '@/access/can'
import { endpoint } from '@/endpoints/endpoint'
import { AppError } from '@/platform/errors'
import { rowIdSchema } from '@/platform/schema-fields'

/** Somebody who has said nothing for so long has gone away. */
const present = sql`interval '30 seconds'`

const writes = { content: 'content:write', products: 'products:write' } as const

export const editingPresenceEndpoints = [
  endpoint({
    method: 'post',
    path: '/api/admin/editing',
    summary: 'Tell that you have something open; answers who else has',
    requires: 'panel:open',
    peopleOnly: true,
    body: z.strictObject({ collection: z.enum(['content', 'products']), id: rowIdSchema }),
    answer: z.strictObject({ others: z.array(z.string()) }),
    limit: { points: 600, seconds: 600 },
    handle: async (req, { body: { collection, id } }) => {
      const { payload, user } = req
      if (!hasPermission(req, writes[collection]))
        throw new AppError('forbidden', 'Your role does not edit this.')
      const db = payload.db.drizzle
      const me = (user as NonNullable<typeof user>).id
      await db.execute(sql`
        insert into editing_now (collection, document_id, user_id) select ${collection}, id, ${me} from ${sql.identifier(collection)} where id = ${id}
        on conflict (collection, document_id, user_id) do update set seen_at = now()`)
      await db.execute(sql`delete from editing_now where seen_at < now() - interval '1 hour'`)
      const { rows } = await db.execute(sql`
        select coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.username) as name from editing_now e join users u on u.id = e.user_id
        where e.collection = ${collection} and e.document_id = ${id} and e.user_id <> ${me} and e.seen_at > now() - ${present} order by 1 limit 5`)
      return { others: (rows as unknown as { name: string }[]).map(({ name }) => name) }
    },
  }),
]
