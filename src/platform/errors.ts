/** Every error code of the API with its HTTP status. */
const statusOf = {
  bad_request: 400,
  invalid: 400,
  unauthorized: 401,
  second_factor_required: 401,
  forbidden: 403,
  reauthentication_required: 403,
  second_factor_setup_required: 403,
  not_found: 404,
  link_expired: 410,
  method_not_allowed: 405,
  conflict: 409,
  totals_changed: 409,
  already_paid: 409,
  cart_paid: 409,
  payment_in_progress: 409,
  checkout_expired: 409,
  out_of_turn: 409,
  version_conflict: 409,
  payment_declined: 422,
  payment_not_approved: 422,
  payment_unavailable: 422,
  payload_too_large: 413,
  unsupported_media_type: 415,
  reason_required: 422,
  too_many_requests: 429,
  internal: 500,
  provider_unavailable: 503,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof statusOf
export type FieldErrors = Record<string, string>

type Extras = {
  fields?: FieldErrors
  details?: Record<string, unknown>
  retryAfterSeconds?: number
  /** Set with the response. */
  cookies?: readonly string[]
  cause?: unknown
}

/**
 * An error for the caller. `message` is for people, `code` for programs. Other errors become
 * `internal` without their message.
 */
export class AppError extends Error {
  readonly status: number
  readonly fields?: FieldErrors
  readonly details?: Record<string, unknown>
  readonly retryAfterSeconds?: number
  readonly cookies?: readonly string[]

  constructor(
    readonly code: ErrorCode,
    message: string,
    extras: Extras = {},
  ) {
    super(message, { cause: extras.cause })
    this.name = 'AppError'
    this.status = statusOf[code]
    this.fields = extras.fields
    this.details = extras.details
    this.retryAfterSeconds = extras.retryAfterSeconds
    this.cookies = extras.cookies
  }
}

/** Says what is wrong with each field. */
export function invalidFields(fields: FieldErrors, cause?: unknown): AppError {
  return new AppError('invalid', 'Some fields need your attention.', { fields, cause })
}

export function notFound(what?: string): AppError {
  return new AppError('not_found', what ? `${what} wasn’t found.` : 'We couldn’t find that.')
}
