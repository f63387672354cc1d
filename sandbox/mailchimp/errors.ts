import { randomUUID } from 'node:crypto'

type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 429 | 500 | 503

/** A response with Mailchimp's problem document (reference, section 2). */
export class MailchimpError extends Error {
  constructor(
    readonly status: ErrorStatus,
    readonly title: string,
    readonly detail: string,
    readonly errors?: { field: string; message: string }[],
  ) {
    super(detail)
    this.name = 'MailchimpError'
  }
}

export const PROBLEM = { 'content-type': 'application/problem+json; charset=utf-8' }

export function problem({
  status,
  title,
  detail,
  errors,
}: Pick<MailchimpError, 'status' | 'title' | 'detail' | 'errors'>) {
  return {
    type: 'https://mailchimp.com/developer/marketing/docs/errors/',
    title,
    status,
    detail,
    instance: randomUUID(),
    ...(errors && { errors }),
  }
}

const DEFAULT_ERRORS: Record<number, [title: string, detail: string]> = {
  400: ['Bad Request', 'The server cannot or will not process the request.'],
  401: [
    'API Key Invalid',
    "Your API key may be invalid, or you've attempted to access the wrong datacenter.",
  ],
  404: ['Resource Not Found', 'The requested resource could not be found.'],
  405: ['Method Not Allowed', 'The requested method and resource are not compatible.'],
  429: ['Too Many Requests', 'You have exceeded the limit of 10 simultaneous connections.'],
  500: ['Internal Server Error', 'An unexpected internal error has occurred.'],
  503: ['Service Unavailable', 'This method has been disabled.'],
}

/** A 403 of the throttle has no body at all. */
export function errorBody(status: number): unknown {
  if (status === 403) return undefined
  const [title, detail] = DEFAULT_ERRORS[status] ?? [
    'Internal Server Error',
    'An unexpected internal error has occurred.',
  ]
  return problem({ status: status as ErrorStatus, title, detail, errors: undefined })
}

export function fail(status: 401 | 404 | 429): MailchimpError {
  const [title, detail] = DEFAULT_ERRORS[status] as [string, string]
  return new MailchimpError(status, title, detail)
}

export function notFound() {
  return fail(404)
}

export function invalid(field: string, message: string): MailchimpError {
  const detail =
    "The resource submitted could not be validated. For field-specific details, see the 'errors' array."
  return new MailchimpError(400, 'Invalid Resource', detail, [{ field, message }])
}
