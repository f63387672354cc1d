import { EventEmitter } from 'node:events'

import pg from 'pg'

/** @param query Drizzle's: its text tells only whether something is counted. */
const emptyResult = (query: string | { text: string }) => {
  const text = typeof query === 'string' ? query : query.text
  const rows = /^select count\(/.test(text) ? [{ count: 0 }] : []
  return Promise.resolve({ rows, rowCount: rows.length, fields: [], command: '', oid: 0 })
}

/**
 * A pool whose tables are empty, for `next build`. What Next renders then is discarded
 * (src/server/next-cache-handler.ts), so a build needs neither a database nor its contents.
 */
class EmptyPool extends pg.Pool {
  constructor() {
    super()
    const client = Object.assign(new EventEmitter(), { query: emptyResult, release: () => {} })
    Reflect.set(this, 'query', emptyResult)
    Reflect.set(this, 'connect', () => Promise.resolve(client))
  }
}

/** For the `pg` option of Payload's adapter. */
export const emptyDatabase = { ...pg, Pool: EmptyPool }
