import { eq, sql } from '@payloadcms/db-postgres/drizzle'

import { endpoint } from '@/endpoints/endpoint'
import { profileResponse, profileSchema } from '@/modules/accounts/schemas/profile'
import { users } from '@/payload-generated-schema'

export const profileEndpoints = [
  endpoint({
    method: 'patch',
    path: '/api/account/profile',
    summary: 'Update your name',
    signedIn: true,
    body: profileSchema,
    response: profileResponse,
    limit: { points: 30, seconds: 600 },
    handle: async (req, { body }) => {
      // Not payload.update: it writes the whole row, with the sessions as they were when it read them.
      const [profile] = await req.payload.db.drizzle
        .update(users)
        .set({
          firstName: body.firstName || null,
          lastName: body.lastName || null,
          updatedAt: sql`now()`,
        })
        .where(eq(users.id, req.user.id))
        .returning({
          username: users.username,
          firstName: users.firstName,
          lastName: users.lastName,
        })
      return profile
    },
  }),
]
