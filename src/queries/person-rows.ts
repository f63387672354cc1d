import { sql } from '@payloadcms/db-postgres'
import type { Holding } from '../domain/privacy-register'

type SQL = ReturnType<typeof sql>

/** By what a person is found: their account, and addresses that are proven to be theirs (lower case). Either may be missing. */
export type Person = { userId: number | null; emails: readonly string[] }

/** A condition of the register as SQL, its parameters bound. */
export const theirRows = ({ rows }: Pick<Holding, 'rows'>, { userId, emails }: Person): SQL =>
  sql.join(rows.split(/(:user|:emails)(?![a-z])/).map((part) =>
    part === ':user' ? sql`${userId ?? -1}::integer` : part === ':emails' ? sql`array(select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb))` : sql.raw(part)))
