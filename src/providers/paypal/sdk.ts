import paypal from '@paypal/checkout-server-sdk'
import type { z } from 'zod'
import { retryAfterOf } from '../caller'
import { ProviderError, withDeadline } from '../http'
import { problemSchema } from './schema'

/**
 * The only file that touches @paypal/checkout-server-sdk, which is no longer developed. Mended here: answers that
 * are not JSON end the process in the original; compressed answers can do the same; the timeout counts only silence;
 * order creation cannot carry a request id; the token cache knows no base address (so client ids must differ).
 */
export type PayPalAccess = { clientId: string; clientSecret: string; baseUrl: string }
export type SdkRequest = { path: string; verb: string; headers: Record<string, string>; body?: unknown }

type SdkAnswer = { statusCode: number; result: unknown; parseError?: unknown }
type RawParse = (body: string, response: { statusCode: number; headers: unknown }, ...rest: unknown[]) => SdkAnswer

const silenceMs = 8000
const deadlineMs = 15_000

class MendedClient extends paypal.core.PayPalHttpClient {
  constructor(environment: InstanceType<typeof paypal.core.PayPalEnvironment>) {
    super(environment)
    this.addInjector(((request: SdkRequest) => { delete request.headers['Accept-Encoding'] }) as never)
  }

  override getTimeout(): number {
    return silenceMs
  }

  _parseResponse(...args: Parameters<RawParse>): SdkAnswer {
    const [, response] = args
    const original = (paypal.core.PayPalHttpClient.prototype as unknown as { _parseResponse: RawParse })._parseResponse
    try {
      return original.apply(this, args)
    } catch (parseError) {
      return { statusCode: response.statusCode, result: undefined, parseError }
    }
  }
}

/** An answer that says no: 4xx with an issue word. What may be tried again is thrown as ProviderError instead. */
export class PayPalRefusal extends Error {
  constructor(readonly status: number, readonly issue: string, readonly debugId: string | undefined) {
    super(`PayPal refused: ${status} ${issue}`)
    this.name = 'PayPalRefusal'
  }
}

const toFailure = (error: unknown): Error => {
  if (error instanceof ProviderError) return error
  const { statusCode, message, headers = {} } = error as { statusCode?: number; message?: string; headers?: Record<string, string> }
  if (statusCode === undefined) return new ProviderError('PayPal', message ?? 'unreachable', { retryable: true, cause: error })
  const parsed = problemSchema.safeParse((() => { try { return JSON.parse(message ?? '') as unknown } catch { return {} } })())
  const problem = parsed.success ? parsed.data : { details: [] as { issue: string }[], name: undefined, error: undefined, debug_id: undefined }
  const issue = problem.details[0]?.issue ?? problem.name ?? problem.error ?? `HTTP ${statusCode}`
  const inProgress = issue === 'PREVIOUS_REQUEST_IN_PROGRESS' || issue === 'ORDER_COMPLETION_IN_PROGRESS'
  if (statusCode >= 500 || statusCode === 429 || statusCode === 401 || inProgress)
    return new ProviderError('PayPal', issue, { status: statusCode, retryable: statusCode !== 401, retryAfterMs: retryAfterOf(new Headers({ 'retry-after': headers['retry-after'] ?? '' })), issue, debugId: problem.debug_id, cause: error })
  return new PayPalRefusal(statusCode, issue, problem.debug_id)
}

export const createSdk = ({ clientId, clientSecret, baseUrl }: PayPalAccess) => {
  const environment = new paypal.core.PayPalEnvironment(clientId, clientSecret, baseUrl, baseUrl)
  const client = new MendedClient(environment)

  /**
   * Sends one request and reads the answer with `schema`. An answer that cannot be read may still have had its
   * effect: it is thrown as retryable, to be asked again with the same request id.
   * @throws PayPalRefusal, ProviderError
   */
  const execute = async <Schema extends z.ZodType>(makeRequest: () => SdkRequest, schema: Schema): Promise<z.infer<Schema>> => {
    const answer = await withDeadline('PayPal', deadlineMs, client.execute(makeRequest() as never) as Promise<SdkAnswer>).catch((error: unknown) => {
      throw toFailure(error)
    })
    const parsed = schema.safeParse(answer.result)
    if (!parsed.success) throw new ProviderError('PayPal', 'an answer that could not be read', { status: answer.statusCode, retryable: true, cause: answer.parseError ?? parsed.error })
    return parsed.data
  }

  return { execute, environment }
}

export const newTokenRequest = (environment: ReturnType<typeof createSdk>['environment']): SdkRequest => {
  const request = new paypal.core.AccessTokenRequest(environment) as unknown as SdkRequest & { body: Record<string, string> }
  request.body.response_type = 'client_token'
  return request
}

export const newCreateRequest = (body: object, requestId: string): SdkRequest => {
  const request = new paypal.orders.OrdersCreateRequest()
  request.prefer('return=minimal')
  request.requestBody(body as never)
  const sent = request as unknown as SdkRequest
  sent.headers['PayPal-Request-Id'] = requestId
  return sent
}

export const newCaptureRequest = (id: string, requestId: string): SdkRequest => {
  const request = new paypal.orders.OrdersCaptureRequest(id)
  request.prefer('return=representation')
  request.requestBody({} as never)
  const sent = request as unknown as SdkRequest
  sent.headers['PayPal-Request-Id'] = requestId
  return sent
}

export const newRefundRequest = (captureId: string, body: object, requestId: string): SdkRequest => {
  const request = new paypal.payments.CapturesRefundRequest(captureId)
  request.prefer('return=representation')
  request.requestBody(body as never)
  const sent = request as unknown as SdkRequest
  sent.headers['PayPal-Request-Id'] = requestId
  return sent
}

export const newGetRequest = (id: string): SdkRequest => new paypal.orders.OrdersGetRequest(id) as unknown as SdkRequest
