import { newDebugId } from './ids'
import { describeIssue } from './issue-descriptions'

export interface ErrorDetail {
  issue: string
  description?: string
  field?: string
  value?: string
  location?: 'body' | 'path' | 'header' | 'query'
}

export interface Link {
  href: string
  rel: string
  method?: string
}

const NAMES: Record<number, { name: string; message: string }> = {
  400: {
    name: 'INVALID_REQUEST',
    message: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  },
  401: {
    name: 'AUTHENTICATION_FAILURE',
    message:
      'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  },
  403: { name: 'NOT_AUTHORIZED', message: 'Authorization failed due to insufficient permissions.' },
  404: { name: 'RESOURCE_NOT_FOUND', message: 'The specified resource does not exist.' },
  409: {
    name: 'RESOURCE_CONFLICT',
    message: 'The server has detected a conflict while processing this request.',
  },
  415: {
    name: 'UNSUPPORTED_MEDIA_TYPE',
    message: "The server does not support the request payload's media type.",
  },
  422: {
    name: 'UNPROCESSABLE_ENTITY',
    message:
      'The requested action could not be performed, semantically incorrect, or failed business validation.',
  },
  429: { name: 'RATE_LIMIT_REACHED', message: 'Too many requests. Blocked due to rate limiting.' },
  500: { name: 'INTERNAL_SERVER_ERROR', message: 'An internal server error has occurred.' },
  503: { name: 'SERVICE_UNAVAILABLE', message: 'Service Unavailable.' },
}

export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 415 | 422 | 429 | 500 | 503

/** A response in PayPal's error format (Orders v2: name, message, debug_id, details, links). */
export class PayPalError extends Error {
  constructor(
    readonly status: ErrorStatus,
    readonly details: ErrorDetail[] = [],
    readonly links: Link[] = [],
  ) {
    super(details[0]?.issue ?? NAMES[status]?.name)
    this.name = 'PayPalError'
  }
}

/** 422 with one issue: well-formed, but not possible. */
export function refuse(
  issue: string,
  detail: Omit<ErrorDetail, 'issue'> = {},
  links: Link[] = [],
): PayPalError {
  return new PayPalError(422, [{ issue, location: 'body', ...detail }], links)
}

/** 400 with one issue: malformed. */
export function invalid(issue: string, detail: Omit<ErrorDetail, 'issue'> = {}): PayPalError {
  return new PayPalError(400, [{ issue, location: 'body', ...detail }])
}

/** 404 for an id in the path that this account does not have. */
export function unknownId(field: string, value: string): PayPalError {
  return new PayPalError(404, [{ issue: 'INVALID_RESOURCE_ID', field, value, location: 'path' }])
}

const DOCUMENTATION = 'https://developer.paypal.com/api/rest/reference/orders/v2/errors/'

/** The JSON body of an error; 500 and 503 carry no details. */
export function errorBody(
  status: number,
  details: ErrorDetail[] = [],
  links: Link[] = [],
  debugId = newDebugId(),
) {
  const issue = details[0]?.issue
  return {
    ...(NAMES[status] ?? {
      name: 'INTERNAL_SERVER_ERROR',
      message: 'An internal server error has occurred.',
    }),
    debug_id: debugId,
    ...(details.length > 0 && {
      details: details.map((detail) => ({ description: describeIssue(detail.issue), ...detail })),
    }),
    links: [
      {
        href: issue ? `${DOCUMENTATION}#${issue}` : DOCUMENTATION,
        rel: 'information_link',
        method: 'GET',
      },
      ...links,
    ],
  }
}
