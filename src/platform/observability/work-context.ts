import { AsyncLocalStorage } from 'node:async_hooks'

import type { Span } from '@opentelemetry/api'

/** What the log lines of one request or job share. Ids only, never anything that names a person. */
export type WorkFields = { requestId?: string; orderId?: number; job?: string }

/** A request or a job, and the part of it that is being traced. */
export type Work = {
  fields: WorkFields
  span?: Span
  /** For requests: whether the database failed one of its queries, and when it began (`performance.now()`). */
  database?: { hasFailed: boolean; begunAt: number }
  /** For requests whose body waits (src/server/request-body.ts): lets it in. */
  readBody?: () => void
  /** For calls that someone waits for: until when, in `performance.now()` (src/platform/http/deadline.ts). */
  deadline?: number
}

declare global {
  /** Next bundles its own copy of this module, so the storage is where all copies find it. */
  var dayfernWork: AsyncLocalStorage<Work> | undefined
}

const storage = (): AsyncLocalStorage<Work> =>
  (globalThis.dayfernWork ??= new AsyncLocalStorage<Work>())

/** The request or job that the caller belongs to. */
export function currentWork(): Work | undefined {
  return storage().getStore()
}

/** Runs a function, and everything that it starts, as part of this request or job. */
export function runWork<Result>(work: Work, run: () => Result): Result {
  return storage().run(work, run)
}

/**
 * Lets the body of the current request in. Upload bodies wait at the client until a call reads them; others have
 * arrived already.
 */
export function resumeRequestBody(): void {
  currentWork()?.readBody?.()
}

/** Names the order that the current request or job is about, in its log lines from here on. */
export function noteOrder(orderId: number): void {
  const work = currentWork()
  if (work) work.fields.orderId = orderId
}
