import { currentWork } from '../observability/work-context'

/**
 * PostgreSQL's codes for "not now": no connection (08), no memory, space, or connection left (53), a statement that was
 * canceled because it waited or ran for too long (57014), being shut down or started (57P), a server that only reads
 * (25006), a disk that fails (58030).
 */
const unavailableCodes = /^(08\w{3}|53\w{3}|57014|57P0[1-5]|25006|58030)$/
/**
 * Node's error codes for a connection to the database. Errors of connections to providers are ProviderErrors by then.
 */
const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])
/** Errors of pg without a code. */
const connectionMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Connection ended unexpectedly|Client was closed)/

/** Whether a call failed because the database couldn't be used, and might succeed when it is repeated later. */
export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 5 || error.name === 'ProviderError') return false
  const code: unknown = Reflect.get(error, 'code')
  if (typeof code === 'string' && (unavailableCodes.test(code) || connectionCodes.has(code)))
    return true
  return connectionMessages.test(error.message) || isDatabaseUnavailable(error.cause, depth + 1)
}

/** Whether a call waited too long for a row that another transaction has locked (`for update`): nothing was written. */
export function isLockTimeout(error: unknown): boolean {
  return (
    error instanceof Error &&
    / for update$/.test(String(Reflect.get(error, 'query')).trim()) &&
    error.cause instanceof Error &&
    Reflect.get(error.cause, 'code') === '57014'
  )
}

/** Whether PostgreSQL ended a transaction that waited for another's locks: a deadlock, or `lock_timeout`. */
export function isLockConflict(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 5) return false
  const code: unknown = Reflect.get(error, 'code')
  return code === '40P01' || code === '55P03' || isLockConflict(error.cause, depth + 1)
}

/** What staff read then. */
export const lockTimeoutMessage =
  'Someone else is saving this right now, so nothing was saved. Please try again in a moment.'

declare global {
  /** Next bundles its own copy of this module, so the time is where all copies find it. */
  var dayfernDatabaseFailedAt: number | undefined
}

/** When the database last couldn't be used, in milliseconds of `performance.now()`; -Infinity if it always could. */
export function databaseFailedAt(): number {
  return globalThis.dayfernDatabaseFailedAt ?? -Infinity
}

/**
 * Remembers for the current request that the database failed it, so that a 500 of Next or Payload becomes a 503. The time
 * is for other requests: Next lets several wait for one render, which belongs to the first of them.
 */
export function noteIfDatabaseUnavailable(error: unknown): void {
  if (!isDatabaseUnavailable(error)) return
  globalThis.dayfernDatabaseFailedAt = performance.now()
  const work = currentWork()
  if (work?.database) work.database.hasFailed = true
}
