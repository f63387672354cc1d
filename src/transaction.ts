import { randomUUID } from 'node:crypto'
import type { Payload, PayloadRequest } from 'payload'

/** The drizzle handle inside a transaction; plain SQL runs on it with `execute`. */
export type Tx = Parameters<Parameters<Payload['db']['drizzle']['transaction']>[0]>[0]

/** What Local API calls need to run inside the transaction: pass it on as `req`. */
export type TxRequest = Pick<PayloadRequest, 'transactionID' | 'payload' | 'context'>

type Session = { db: unknown; resolve: () => Promise<void>; reject: () => Promise<void> }

/**
 * Runs `work` in one transaction whose COMMIT is awaited and whose failure is thrown. Payload's own create and
 * update report a failed COMMIT as success, and go on outside the transaction after an inner error; here an inner
 * error poisons the whole. Lock the rows you will change first (`select … for update`).
 *
 * It reaches into `payload.db.sessions`, whose shape is private: the version of Payload is pinned, and
 * tests/integration/transaction.test.ts holds the promises above against it.
 * @throws whatever `work` throws, or the database's error at COMMIT; nothing was written then.
 */
export const withTransaction = async <Result>(
  payload: Payload, work: (req: TxRequest, tx: Tx) => Promise<Result>,
): Promise<Result> => {
  const sessions = payload.db.sessions as unknown as Record<string, Session>
  return payload.db.drizzle.transaction(async (tx) => {
    const id = randomUUID()
    let poisoned = false
    const dead = new Proxy({}, { get: () => { throw new Error('The transaction was already rolled back.') } })
    sessions[id] = {
      db: tx,
      resolve: async () => {},
      reject: async () => {
        poisoned = true
        sessions[id] = { db: dead, resolve: async () => {}, reject: async () => {} }
      },
    }
    // Payload deletes the id after an inner failure and would go on without a transaction; it may not.
    const req = new Proxy({ transactionID: id, payload, context: {} }, {
      deleteProperty: (target, key) => key === 'transactionID' || Reflect.deleteProperty(target, key),
    })
    try {
      const result = await work(req, tx)
      if (poisoned) throw new Error('An operation inside the transaction failed.')
      return result
    } finally {
      delete sessions[id]
    }
  })
}

/** The database as this request sees it: inside its transaction while one is open. For hooks that write plain SQL. */
export const databaseOf = async ({ payload, transactionID }: Pick<PayloadRequest, 'payload' | 'transactionID'>): Promise<Payload['db']['drizzle']> => {
  const id = await transactionID
  const session = id === undefined || id === null ? undefined : payload.db.sessions?.[id]
  return (session?.db ?? payload.db.drizzle) as Payload['db']['drizzle']
}
