import { randomUUID } from 'node:crypto'

import { sql } from '@payloadcms/db-postgres/drizzle'
import { createLocalReq, type Payload, type PayloadRequest } from 'payload'

import { traceStep } from './observability/tracing'

/** The Drizzle handle inside a transaction. */
export type Tx = Parameters<Parameters<Payload['db']['drizzle']['transaction']>[0]>[0]

/** A Drizzle handle: of a transaction, or one that runs each statement by itself. */
export type Db = Payload['db']['drizzle'] | Tx

/** A request bound to the transaction: Local API calls run inside it when they get it as `req`. */
export type TxRequest = PayloadRequest

/** Replaces the Drizzle handle of a transaction that was rolled back. */
const rolledBack = new Proxy(
  {},
  {
    get: () => {
      throw new Error('The transaction was already rolled back.')
    },
  },
)

/**
 * Runs `work` in one transaction, awaits its COMMIT, and throws if that fails. Payload's own
 * create and update report a failed COMMIT as success and continue outside the transaction after
 * an inner error; here an inner error fails the whole transaction, even if it was caught. Lock
 * the rows you will change first (`.for('update')`). Never retried: callers repeat as a whole.
 *
 * It registers the transaction in `payload.db.sessions`, whose shape is private to Payload. The
 * version of Payload is pinned, and tests/integration/platform/transaction.test.ts checks this.
 * @throws whatever `work` throws, or the database's error at COMMIT; nothing was written then.
 */
export async function withTransaction<Result>(
  payload: Payload,
  work: (req: TxRequest, tx: Tx) => Promise<Result>,
): Promise<Result> {
  const sessions = (payload.db.sessions ??= {})
  const run = async (tx: Tx): Promise<Result> => {
    const id = randomUUID()
    let failed = false
    sessions[id] = {
      db: tx,
      resolve: async () => {},
      reject: async () => {
        failed = true
        sessions[id] = { db: rolledBack, resolve: async () => {}, reject: async () => {} }
      },
    }
    // After an inner error, Payload deletes the id and would continue outside the transaction.
    const pinned = new Proxy<Partial<PayloadRequest>>(
      { transactionID: id, context: {} },
      {
        deleteProperty: (target, key) =>
          key === 'transactionID' || Reflect.deleteProperty(target, key),
      },
    )
    try {
      const result = await work(await createLocalReq({ req: pinned }, payload), tx)
      if (failed) throw new Error('An operation inside the transaction failed.')
      return result
    } finally {
      delete sessions[id]
    }
  }
  return traceStep(
    'database transaction',
    { kind: 'client', attributes: { 'db.system.name': 'postgresql' } },
    () => payload.db.drizzle.transaction(run),
  )
}

/**
 * Waits while another transaction holds the lock of this name, and holds it until this one ends. For what has no row
 * that could be locked, such as one that is about to be inserted.
 */
export async function lockName(db: Db, name: string): Promise<void> {
  // Raw SQL: the query builder has no advisory locks.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 7))`)
}

/**
 * Returns the database as this request sees it: inside its transaction while one is open. For
 * hooks that query without the Local API.
 */
export async function databaseOf({
  payload,
  transactionID,
}: Pick<PayloadRequest, 'payload' | 'transactionID'>): Promise<Payload['db']['drizzle']> {
  const id = await transactionID
  const session = id === undefined || id === null ? undefined : payload.db.sessions?.[id]
  return (session?.db ?? payload.db.drizzle) as Payload['db']['drizzle']
}
