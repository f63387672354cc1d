import { sql } from '@payloadcms/db-postgres'

import { endpoint } from '@/endpoints/endpoint'
import { requireUser } from '@/endpoints/http/current-user'
import { profileResponse, profileSchema } from '@/modules/accounts/schemas/profile'

export const profileEndpoints = [
  endpoint({
    method: 'patch',
    path: '/api/account/profile',
    summary: 'Change your own name',
    signedIn: true,
    body: profileSchema,
    answer: profileResponse,
    limit: { points: 30, seconds: 600 },
    handle: async (req, { body }) => {
      // Not payload.update: it writes the whole row again, with the sessions it read a moment ago.
      const { rows } = await req.payload.db.drizzle.execute(sql`
        update users set first_name = ${body.firstName || null}, last_name = ${body.lastName || null}, updated_at = now()
        where id = ${requireUser(req).id} returning username, first_name as "firstName", last_name as "lastName"`)
      return rows[0]
    },
  }),
]
