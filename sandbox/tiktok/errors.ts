import { randomBytes } from 'node:crypto'

export function newLogId(): string {
  return `20261121${randomBytes(12).toString('hex').toUpperCase()}`
}

/** A response in TikTok's format: `{data, error: {code, message, log_id}}`. */
export class TikTokError extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 429 | 500,
    readonly code: string,
    message: string,
  ) {
    super(message)
    this.name = 'TikTokError'
  }
}

export function toErrorBody(code: string, message: string) {
  return { data: {}, error: { code, message, log_id: newLogId() } }
}
/** A success has an `error` too. */
export function ok(data: unknown) {
  return { data, error: { code: 'ok', message: '', log_id: newLogId() } }
}

const DEFAULT_ERRORS: Record<number, [code: string, message: string]> = {
  400: ['invalid_params', 'The request parameters are invalid.'],
  401: ['access_token_invalid', 'The access token is invalid or not found in the request.'],
  403: ['scope_not_authorized', 'The user did not authorize the scope required for this request.'],
  429: ['rate_limit_exceeded', 'The API rate limit was exceeded. Please try again later.'],
}
export function errorBody(status: number): unknown {
  return toErrorBody(
    ...(DEFAULT_ERRORS[status] ??
      (['internal_error', 'Something went wrong. Please try again later.'] as const)),
  )
}
export function invalid(message: string) {
  return new TikTokError(400, 'invalid_params', message)
}
