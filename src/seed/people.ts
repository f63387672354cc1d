import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import type { Role } from '../domain/roles'
import { withTransaction } from '../transaction'

export type SeedPerson = { username: string; password: string; email?: string; firstName: string; lastName: string; role: Role }

/** One demo person for each role. Their passwords are printed by `npm start` in rehearsal and exist nowhere else. */
export const demoPeople: readonly SeedPerson[] = [
  { username: 'june', password: 'walk-the-long-way', email: 'june@dayfern.example', firstName: 'June', lastName: 'Abara', role: 'super_admin' },
  { username: 'marisol', password: 'tea-before-orders', email: 'marisol@dayfern.example', firstName: 'Marisol', lastName: 'Reyes', role: 'admin' },
  { username: 'edie', password: 'words-and-ferns', email: 'edie@dayfern.example', firstName: 'Edie', lastName: 'Lindqvist', role: 'editor' },
  { username: 'wren', password: 'one-is-enough', email: 'wren.okafor@example.com', firstName: 'Wren', lastName: 'Okafor', role: 'customer' },
]

/** Adds a person unless the user name is taken. Only here and in the role workflow is the role flag of the database set. */
export const addPerson = async (payload: Payload, person: SeedPerson): Promise<void> => {
  const { totalDocs } = await payload.count({ collection: 'users', where: { username: { equals: person.username } } })
  if (totalDocs > 0) return
  await withTransaction(payload, async (req, tx) => {
    await tx.execute(sql`select set_config('app.role_change', '1', true)`)
    await payload.create({ collection: 'users', data: { ...person, isActive: true }, req: req as never })
  })
}
