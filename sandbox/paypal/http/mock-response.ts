import type { MiddlewareHandler } from 'hono'

import type { ProviderContext } from '../context'
import { type ErrorStatus, PayPalError, refuse } from '../errors'
import { approvalUrl } from '../orders/views'
import type { PayPalEnv } from './request-context'

const STATUS_OF: Record<string, ErrorStatus> = {
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  RATE_LIMIT_REACHED: 429,
  AUTHENTICATION_FAILURE: 401,
  PERMISSION_DENIED: 403,
  NOT_AUTHORIZED: 403,
  INVALID_RESOURCE_ID: 404,
  PREVIOUS_REQUEST_IN_PROGRESS: 409,
  MISSING_REQUIRED_PARAMETER: 400,
  INVALID_PARAMETER_VALUE: 400,
  INVALID_PARAMETER_SYNTAX: 400,
  INVALID_STRING_LENGTH: 400,
  INVALID_ARRAY_MAX_ITEMS: 400,
  INVALID_COUNTRY_CODE: 400,
  NOT_SUPPORTED: 400,
  MALFORMED_REQUEST_JSON: 400,
  PAYPAL_REQUEST_ID_REQUIRED: 400,
}

/** Sandbox only: `PayPal-Mock-Response: {"mock_application_codes":"…"}` forces that error. */
export function mockResponse(context: ProviderContext): MiddlewareHandler<PayPalEnv> {
  return async (c, next) => {
    const issue = mockedIssue(c.req.header('paypal-mock-response'))
    if (!issue) return next()
    const status = STATUS_OF[issue] ?? 422
    if (issue === 'INSTRUMENT_DECLINED') {
      const orderId = new URL(c.req.url).pathname.split('/')[4] ?? ''
      throw refuse(issue, {}, [
        { href: approvalUrl(context, orderId), rel: 'redirect', method: 'GET' },
      ])
    }
    throw new PayPalError(status, status >= 500 ? [] : [{ issue }])
  }
}

function mockedIssue(header: string | undefined): string | undefined {
  if (!header) return undefined
  try {
    const codes = (JSON.parse(header) as { mock_application_codes?: unknown })
      .mock_application_codes
    return String(Array.isArray(codes) ? codes[0] : codes)
  } catch {
    return undefined
  }
}
