type XStatus = 400 | 401 | 403 | 404 | 413 | 429 | 503

/** A response with X's problem document: `{title, detail, type, status}`. */
export class XError extends Error {
  constructor(
    readonly status: XStatus,
    readonly kind: string,
    readonly title: string,
    readonly detail: string,
    readonly errors?: { message: string; parameters?: Record<string, unknown> }[],
    readonly headers: Record<string, string> = {},
  ) {
    super(detail)
    this.name = 'XError'
  }
}

export function problem({
  status,
  kind,
  title,
  detail,
  errors,
}: Pick<XError, 'status' | 'kind' | 'title' | 'detail' | 'errors'>) {
  return {
    ...(errors && { errors }),
    title,
    detail,
    type: kind === 'about:blank' ? kind : `https://api.x.com/2/problems/${kind}`,
    status,
  }
}

const DEFAULT_ERRORS: Record<number, [kind: string, title: string, detail: string]> = {
  400: [
    'invalid-request',
    'Invalid Request',
    'One or more parameters to your request was invalid.',
  ],
  401: ['about:blank', 'Unauthorized', 'Unauthorized'],
  403: ['client-forbidden', 'Forbidden', 'You are not permitted to perform this action.'],
  404: ['resource-not-found', 'Not Found Error', 'Could not find what was asked for.'],
  429: ['rate-limit-exceeded', 'Too Many Requests', 'Too Many Requests'],
  503: ['about:blank', 'Service Unavailable', 'Service Unavailable'],
}

export function errorBody(status: number): unknown {
  const [kind, title, detail] = DEFAULT_ERRORS[status] ?? [
    'about:blank',
    'Internal Server Error',
    'Internal Server Error',
  ]
  return problem({ status: status as XStatus, kind, title, detail, errors: undefined })
}

export function fail(status: 401 | 403 | 404, detail?: string): XError {
  const [kind, title, usual] = DEFAULT_ERRORS[status] as [string, string, string]
  return new XError(status, kind, title, detail ?? usual)
}

export function invalid(message: string, parameters: Record<string, unknown> = {}) {
  return new XError(
    400,
    'invalid-request',
    'Invalid Request',
    'One or more parameters to your request was invalid.',
    [{ message, parameters }],
  )
}
