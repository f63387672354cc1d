/** A call that was answered with something other than OK. `message` is '404: body text', as the shop has always logged it. */
export class ApiError extends Error {
  override name = 'ApiError'
  constructor(
    readonly status: number,
    text: string,
    /** The plain sentence of the answer, fit to be shown. */
    readonly error?: string,
    readonly code?: string,
    /** A sentence for each field that was refused. */
    readonly fields?: Record<string, string>,
    /** The whole answer, for calls that say more (a changed total, say). */
    readonly body?: unknown,
  ) {
    super(`${status}: ${text}`)
  }

  /** What a person reads: the answer's own sentence; of a page that something between here and the shop put in its place, only that it was none. */
  get sentence(): string {
    return (
      this.error ??
      (this.status < 500
        ? `The shop did not take this (${this.status}).`
        : `The shop did not answer as it should (${this.status}). Please try again in a moment.`)
    )
  }
}

type ErrorBody = { error?: string; code?: string; fields?: Record<string, string> }

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * A call of our own API, with cookies, and with a JSON body when one is given. `signal` takes it back.
 * @throws ApiError for any answer that is not OK; TypeError when there was no answer.
 */
export async function api<Result>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Result> {
  const answer = await fetch(path, {
    method,
    credentials: 'include',
    signal,
    ...(body === undefined
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const parsed = parse(text)
  if (answer.ok) return parsed as Result
  const { error, code, fields } = (
    typeof parsed === 'object' && parsed !== null ? parsed : {}
  ) as ErrorBody
  throw new ApiError(answer.status, text || answer.statusText, error, code, fields, parsed)
}
