import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { z } from 'zod'

const REASONS: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  419: 'RateLimitWarning',
  429: 'TooManyRequests',
  430: 'InvalidJson',
  431: 'InvalidParameterType',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
}

const MESSAGES: Record<number, string> = {
  401: 'The access token provided is invalid.',
  403: 'The access token does not have the required scope.',
  404: 'Not Found',
  405: 'Method Not Allowed',
  429: "You've made too many recent requests. Please try again after 60 seconds.",
  430: 'Invalid JSON',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** A response in Printful's v1 error envelope (reference, section 2). */
export class PrintfulError extends Error {
  constructor(
    readonly status: number,
    message: string = MESSAGES[status] ?? 'Bad Request',
    readonly code?: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
    this.name = 'PrintfulError'
  }
}

/** v1: `result` becomes the message; business errors add `api_error_code`. */
export function errorBody(
  status: number,
  message = MESSAGES[status] ?? REASONS[status] ?? 'Bad Request',
  code?: string,
) {
  return {
    code: status,
    result: message,
    error: {
      reason: REASONS[status] ?? 'BadRequest',
      message,
      ...(code && { api_error_code: code }),
    },
  }
}

/** v2 moves towards RFC 9457. */
export function problemBody(status: number, detail: string) {
  return { type: 'about:blank', title: REASONS[status] ?? 'BadRequest', status, detail }
}

export function notFound() {
  return new PrintfulError(404)
}
export function refuse(message: string, code?: string) {
  return new PrintfulError(400, message, code)
}

/** Parses a body; a field of the wrong type is a 431, anything else a 400 (reference, section 2). */
export function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path.map(String).join('.') || 'body'
  const missing =
    issue?.path.reduce<unknown>(
      (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
      body,
    ) === undefined
  const wrongType = issue?.code === 'invalid_type' && !missing
  throw new PrintfulError(
    wrongType ? 431 : 400,
    missing ? `Missing required field: ${path}` : `${path}: ${issue?.message ?? 'is invalid'}`,
  )
}

export function asStatus(status: number) {
  return status as ContentfulStatusCode
}
