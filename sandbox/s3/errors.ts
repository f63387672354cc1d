/** A response with S3's error document. */
export class S3Error extends Error {
  constructor(
    readonly status: 400 | 403 | 404 | 405 | 411 | 416 | 500 | 501 | 503,
    readonly code: string,
    message: string,
  ) {
    super(message)
    this.name = 'S3Error'
  }
}

export const XML = { 'content-type': 'application/xml' }

export function escapeXml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
}

export function errorDocument(code: string, message: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${escapeXml(message)}</Message><RequestId>SANDBOX</RequestId></Error>`
}

const DEFAULT_ERRORS: Record<number, [code: string, message: string]> = {
  403: ['AccessDenied', 'Access Denied'],
  404: ['NoSuchKey', 'The specified key does not exist.'],
  500: ['InternalError', 'We encountered an internal error. Please try again.'],
  503: ['SlowDown', 'Please reduce your request rate.'],
}

export function errorBody(status: number): string {
  const [code, message] = DEFAULT_ERRORS[status] ?? [
    'InternalError',
    'We encountered an internal error.',
  ]
  return errorDocument(code, message)
}
