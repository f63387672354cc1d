type Status = 400 | 401 | 403 | 404 | 422 | 426 | 429

/** An error response in LinkedIn's format: `{message, status, code}`. */
export class LinkedInError extends Error {
  constructor(
    readonly status: Status,
    readonly code: string,
    message: string,
    readonly serviceErrorCode?: number,
  ) {
    super(message)
    this.name = 'LinkedInError'
  }
}

export function toErrorBody({
  status,
  code,
  message,
  serviceErrorCode,
}: Pick<LinkedInError, 'status' | 'code' | 'message' | 'serviceErrorCode'>) {
  return {
    status,
    ...(serviceErrorCode === undefined ? { code } : { serviceErrorCode, code }),
    message,
  }
}

/** The error of each status that needs no more than the status to describe it. */
const DEFAULT_ERRORS: Record<number, [code: string, message: string, serviceErrorCode?: number]> = {
  401: [
    'REVOKED_ACCESS_TOKEN',
    'The token used in the request has been revoked by the user',
    65_601,
  ],
  403: ['ACCESS_DENIED', 'Not enough permissions to access: posts.CREATE', 100],
  404: ['NOT_FOUND', 'Could not find entity'],
  422: ['UNPROCESSABLE_ENTITY', 'The request could not be processed'],
  426: ['NONEXISTENT_VERSION', 'Requested version is not active'],
  429: [
    'TOO_MANY_REQUESTS',
    'Resource level throttle APPLICATION DAY limit for calls to this resource is reached.',
    101,
  ],
}

/** Returns the body for a status that was injected or thrown without a LinkedInError. */
export function errorBody(status: number): unknown {
  const [code, message, serviceErrorCode] = DEFAULT_ERRORS[status] ?? [
    'INTERNAL_SERVER_ERROR',
    'Internal Server Error',
  ]
  return toErrorBody({ status: status as Status, code, message, serviceErrorCode })
}

/** Returns the usual error of a status, for the caller to throw. */
export function createError(status: 401 | 403 | 404 | 429, message?: string): LinkedInError {
  const [code, defaultMessage, serviceErrorCode] = DEFAULT_ERRORS[status] as [
    string,
    string,
    number | undefined,
  ]
  return new LinkedInError(status, code, message ?? defaultMessage, serviceErrorCode)
}

export function unprocessable(message: string) {
  return new LinkedInError(422, 'UNPROCESSABLE_ENTITY', message)
}
