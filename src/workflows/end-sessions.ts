import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import { type Tx, withTransaction } from '../transaction'

/** Ends every session of a person, or all but one, inside the caller's transaction. */
export const endSessionsIn = async (tx: Tx, userId: number, except?: string): Promise<void> => {
  // The row first: a sign-in in flight writes its sessions under the same lock.
  await tx.execute(sql`select id from users where id = ${userId} for update`)
  await tx.execute(sql`delete from users_sessions where _parent_id = ${userId} and id is distinct from ${except ?? null}`)
}

export const endSessions = (payload: Payload, userId: number, except?: string): Promise<void> =>
  withTransaction(payload, (_, tx) => endSessionsIn(tx, userId, except))

/** @returns whether there was such a session of this person */
export const endSession = (payload: Payload, userId: number, sessionId: string): Promise<boolean> =>
  withTransaction(payload, async (_, tx) => {
    await tx.execute(sql`select id from users where id = ${userId} for update`)
    const { rowCount } = await tx.execute(sql`delete from users_sessions where _parent_id = ${userId} and id = ${sessionId}`)
    return (rowCount ?? 0) > 0
  })
