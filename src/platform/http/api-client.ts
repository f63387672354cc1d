/** A response other than OK. `message` is '404: body text', as logged. */
export class ApiError extends Error {
  override name = 'ApiError'
  constructor(
    readonly status: number,
    text: string,
    /** The error message of the response, for the user. */
    readonly error?: string,
    readonly code?: string,
    /** An error message per rejected field. */
    readonly fields?: Record<string, string>,
    /** The whole response, for calls that return more (such as a changed total). */
    readonly body?: unknown,
  ) {
    super(`${status}: ${text}`)
  }

  /** The sentence to show: the response's own, or a general one when a proxy answered instead of the shop. */
  get sentence(): string {
    return (
      this.error ??
      (this.status < 500
        ? `Something went wrong (${this.status}). Please check your input and try again.`
        : `Something went wrong (${this.status}). Please try again in a moment.`)
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

export const networkErrorMessage =
  'Couldn’t reach the shop. Your changes are still here; please try again.'

/** The sentence to show for a failed call: those of its fields, if it has any. */
export function errorSentence(error: unknown): string {
  if (!(error instanceof ApiError)) return networkErrorMessage
  return (
    Object.values(error.fields ?? {})
      .slice(0, 3)
      .join(' ') || error.sentence
  )
}

/**
 * Calls our own API with cookies, and with a form or a JSON body when one is given.
 * @throws ApiError for any response that is not OK; TypeError when there was no response.
 */
export async function api<Result>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Result> {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    signal,
    ...(body === undefined || body instanceof FormData
      ? { body }
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const parsed = parse(text)
  if (response.ok) return parsed as Result
  const { error, code, fields } = (
    typeof parsed === 'object' && parsed !== null ? parsed : {}
  ) as ErrorBody
  throw new ApiError(response.status, text || response.statusText, error, code, fields, parsed)
}
