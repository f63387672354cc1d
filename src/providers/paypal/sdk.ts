import paypal from '@paypal/checkout-server-sdk'
import type { z } from 'zod'

import { parseRetryAfter } from '@/platform/http/client'
import { ProviderError } from '@/platform/http/provider-error'
import { withTimeout } from '@/platform/http/retries'

import { errorSchema } from './schema'

/**
 * The only file that uses @paypal/checkout-server-sdk, which is no longer maintained. It works
 * around these defects: responses that are not JSON, or are compressed, end the process; the timeout
 * only covers inactivity; order creation can't carry a request id; and the token cache ignores the
 * base URL, so client ids must differ between environments.
 */
export type PayPalAccess = { clientId: string; clientSecret: string; baseUrl: string }
type SdkRequest = { path: string; verb: string; headers: Record<string, string>; body?: unknown }

type SdkResponse = { statusCode: number; result: unknown; parseError?: unknown }
type RawParse = (
  body: string,
  response: { statusCode: number; headers: unknown },
  ...rest: unknown[]
) => SdkResponse

const inactivityTimeoutMs = 8000
const timeoutMs = 15_000

class SafeClient extends paypal.core.PayPalHttpClient {
  constructor(environment: InstanceType<typeof paypal.core.PayPalEnvironment>) {
    super(environment)
    this.addInjector(((request: SdkRequest) => {
      delete request.headers['Accept-Encoding']
    }) as never)
  }

  override getTimeout(): number {
    return inactivityTimeoutMs
  }

  _parseResponse(...args: Parameters<RawParse>): SdkResponse {
    const [, response] = args
    const original = (
      paypal.core.PayPalHttpClient.prototype as unknown as { _parseResponse: RawParse }
    )._parseResponse
    try {
      return original.apply(this, args)
    } catch (parseError) {
      return { statusCode: response.statusCode, result: undefined, parseError }
    }
  }
}

/** A definite rejection: 4xx with an issue code. Retryable errors are thrown as ProviderError instead. */
export class PayPalRejection extends Error {
  constructor(
    readonly status: number,
    readonly issue: string,
    readonly debugId: string | undefined,
  ) {
    super(`PayPal rejected the request: ${status} ${issue}`)
    this.name = 'PayPalRejection'
  }
}

const toFailure = (error: unknown): Error => {
  if (error instanceof ProviderError) return error
  const {
    statusCode,
    message,
    headers = {},
  } = error as { statusCode?: number; message?: string; headers?: Record<string, string> }
  if (statusCode === undefined)
    return new ProviderError('PayPal', message ?? 'unreachable', {
      retryable: true,
      kind: 'down',
      cause: error,
    })
  const parsed = errorSchema.safeParse(
    (() => {
      try {
        return JSON.parse(message ?? '') as unknown
      } catch {
        return {}
      }
    })(),
  )
  const problem = parsed.success
    ? parsed.data
    : { details: [] as { issue: string }[], name: undefined, error: undefined, debug_id: undefined }
  const issue = problem.details[0]?.issue ?? problem.name ?? problem.error ?? `HTTP ${statusCode}`
  const inProgress =
    issue === 'PREVIOUS_REQUEST_IN_PROGRESS' || issue === 'ORDER_COMPLETION_IN_PROGRESS'
  if (statusCode >= 500 || statusCode === 429 || statusCode === 401 || inProgress)
    return new ProviderError('PayPal', issue, {
      status: statusCode,
      retryable: statusCode !== 401,
      kind: statusCode === 401 ? 'sign-in' : statusCode >= 500 ? 'down' : 'limit',
      retryAfterMs: parseRetryAfter(new Headers({ 'retry-after': headers['retry-after'] ?? '' })),
      issue,
      debugId: problem.debug_id,
      cause: error,
    })
  return new PayPalRejection(statusCode, issue, problem.debug_id)
}

export function createSdk({ clientId, clientSecret, baseUrl }: PayPalAccess) {
  const environment = new paypal.core.PayPalEnvironment(clientId, clientSecret, baseUrl, baseUrl)
  const client = new SafeClient(environment)

  /**
   * Sends one request and parses the response with `schema`. An unreadable response may belong to a
   * request that took effect, so it is thrown as retryable, to be repeated with the same request id.
   * @throws PayPalRejection, ProviderError
   */
  const execute = async <Schema extends z.ZodType>(
    makeRequest: () => SdkRequest,
    schema: Schema,
  ): Promise<z.infer<Schema>> => {
    const response = await withTimeout(
      'PayPal',
      timeoutMs,
      () => client.execute(makeRequest() as never) as Promise<SdkResponse>,
    ).catch((error: unknown) => {
      throw toFailure(error)
    })
    const parsed = schema.safeParse(response.result)
    if (!parsed.success)
      throw new ProviderError('PayPal', 'sent a response that couldn’t be read', {
        status: response.statusCode,
        retryable: true,
        cause: response.parseError ?? parsed.error,
      })
    return parsed.data
  }

  return { execute, environment }
}

type RequestOptions = { requestId: string; prefer: 'minimal' | 'representation'; body: object }

/** Fills in an SDK request. PayPal repeats its result for requests with the same `requestId`. */
function prepare(sdkRequest: object, { requestId, prefer, body }: RequestOptions): SdkRequest {
  const request = sdkRequest as SdkRequest
  request.headers['PayPal-Request-Id'] = requestId
  request.headers.Prefer = `return=${prefer}`
  request.body = body
  return request
}

export function newTokenRequest(
  environment: ReturnType<typeof createSdk>['environment'],
): SdkRequest {
  const sdkRequest: object = new paypal.core.AccessTokenRequest(environment)
  const request = sdkRequest as SdkRequest
  request.body = { ...(request.body as object), response_type: 'client_token' }
  return request
}

export function newCreateRequest(body: object, requestId: string): SdkRequest {
  const request = new paypal.orders.OrdersCreateRequest()
  return prepare(request, { requestId, prefer: 'minimal', body })
}

export function newCaptureRequest(id: string, requestId: string): SdkRequest {
  const request = new paypal.orders.OrdersCaptureRequest(id)
  return prepare(request, { requestId, prefer: 'representation', body: {} })
}

export function newRefundRequest(captureId: string, body: object, requestId: string): SdkRequest {
  const request = new paypal.payments.CapturesRefundRequest(captureId)
  return prepare(request, { requestId, prefer: 'representation', body })
}

/** @param operations JSON patch, of which PayPal takes all or none */
export function newPatchRequest(id: string, operations: readonly object[]): SdkRequest {
  const sdkRequest: object = new paypal.orders.OrdersPatchRequest(id)
  const request = sdkRequest as SdkRequest
  request.body = operations
  return request
}

export function newGetRequest(id: string): SdkRequest {
  const request: object = new paypal.orders.OrdersGetRequest(id)
  return request as SdkRequest
}

export function newCaptureDetailsRequest(id: string): SdkRequest {
  const request: object = new paypal.payments.CapturesGetRequest(id)
  return request as SdkRequest
}

/** The SDK has no request for webhooks. */
export function newWebhookRequest(id: string): SdkRequest {
  return {
    path: `/v1/notifications/webhooks/${encodeURIComponent(id)}`,
    verb: 'GET',
    headers: { 'Content-Type': 'application/json' },
  }
}

/** Transaction Search; the SDK has no request for it. */
export function newReportRequest(since: Date, until: Date, page: number): SdkRequest {
  const query = new URLSearchParams({
    start_date: since.toISOString(),
    end_date: until.toISOString(),
    fields: 'transaction_info',
    page_size: '500',
    page: String(page),
  })
  return {
    path: `/v1/reporting/transactions?${query.toString()}`,
    verb: 'GET',
    headers: { 'Content-Type': 'application/json' },
  }
}
