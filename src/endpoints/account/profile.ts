import { sql } from '@payloadcms/db-postgres'
import { profileAnswer, profileSchema } from '../../schemas/own'
import { endpoint } from '../endpoint'
import { personOf } from './person-of'

export const profileEndpoints = [
  endpoint({
    method: 'patch', path: '/api/account/profile', summary: 'Change your own name', signedIn: true,
    body: profileSchema, answer: profileAnswer, limit: { points: 30, seconds: 600 },
    handle: async (req, { body }) => {
      // Not payload.update: it writes the whole row again, with the sessions it read a moment ago.
      const { rows } = await req.payload.db.drizzle.execute(sql`
        update users set first_name = ${body.firstName || null}, last_name = ${body.lastName || null}, updated_at = now()
        where id = ${personOf(req).id} returning username, first_name as "firstName", last_name as "lastName"`)
      return rows[0]
    },
  }),
]
