import { currentWork } from '../observability/work-context'

/**
 * PostgreSQL's codes for "not now": no connection (08), no memory, space, or connection left (53), being shut down or started
 * (57P), a server that only reads (25006), a disk that fails (58030).
 */
const unavailableCodes = /^(08\w{3}|53\w{3}|57P0[1-5]|25006|58030)$/
/** What Node says of a connection to the database. Those to providers have become ProviderErrors. */
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

/** Remembers for the current request that the database failed it, so that a 500 of Next or Payload becomes a 503. */
export function noteIfDatabaseUnavailable(error: unknown): void {
  const work = currentWork()
  if (work?.database && isDatabaseUnavailable(error)) work.database.hasFailed = true
}
