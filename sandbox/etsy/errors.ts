/** A response in Etsy's error format: `{"error":"human text"}`, OAuth ones with a description. */
export class EtsyError extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 429 | 500,
    readonly error: string,
    readonly more: { description?: string; headers?: Record<string, string> } = {},
  ) {
    super(error)
    this.name = 'EtsyError'
  }
}

const DEFAULT_ERRORS: Record<number, object> = {
  401: { error: 'invalid_token', error_description: 'access token is expired' },
  403: { error: 'Shared secret is required in x-api-key header.' },
  404: { error: 'Resource not found' },
  429: { error: 'Exceeded per second rate limit' },
  500: { error: 'Server Error' },
  503: { error: 'Service Unavailable' },
}
export function errorBody(status: number): object {
  return DEFAULT_ERRORS[status] ?? { error: 'Bad Request' }
}

export function notFound(what: string) {
  return new EtsyError(404, `Could not find ${what}.`)
}
export function invalidToken(description: string) {
  return new EtsyError(401, 'invalid_token', { description })
}
