import { core, orders, payments } from '@paypal/checkout-server-sdk'

import { type Sandbox, type SandboxOptions, startSandbox } from '../start'

export const MERCHANT_SECRET = 'sandbox-secret'

/** The parts of PayPal’s bodies that the tests read. */
export interface PayPalBody {
  id: string
  status: string
  intent?: string
  name?: string
  debug_id?: string
  error?: string
  access_token?: string
  expires_in?: number
  verification_status?: string
  amount: { currency_code: string; value: string }
  status_details?: { reason: string }
  seller_receivable_breakdown?: Record<string, { value: string }>
  seller_payable_breakdown?: { total_refunded_amount: { value: string } }
  supplementary_data?: { related_ids: { order_id: string } }
  details?: { issue: string; field?: string; value?: string }[]
  links: { rel: string; href: string; method?: string }[]
  purchase_units: {
    custom_id?: string
    amount: { value: string }
    payments?: { captures: PayPalBody[]; refunds?: PayPalBody[] }
  }[]
}

export interface TestResponse {
  status: number
  body: PayPalBody
  headers: Record<string, unknown>
}

export interface PayPalClient {
  execute: (request: object) => Promise<TestResponse>
  createOrder: (body: object, headers?: Record<string, string>) => Promise<TestResponse>
  getOrder: (id: string) => Promise<TestResponse>
  patchOrder: (id: string, operations: unknown) => Promise<TestResponse>
  captureOrder: (id: string, headers?: Record<string, string>) => Promise<TestResponse>
  getCapture: (id: string) => Promise<TestResponse>
  refund: (
    captureId: string,
    body?: object,
    headers?: Record<string, string>,
  ) => Promise<TestResponse>
  getRefund: (id: string) => Promise<TestResponse>
}

export interface Rig {
  sandbox: Sandbox
  base: string
  paypal: PayPalClient
  client: (clientId: string, secret?: string) => PayPalClient
  /** `POST /v1/oauth2/token` with these form fields. */
  token: (form?: Record<string, string>, secret?: string) => Promise<TestResponse>
  /** Sends a request without the SDK, with a server token. */
  raw(
    method: string,
    path: string,
    body?: string,
    headers?: Record<string, string>,
  ): Promise<Response>
  /** Sends a request to the control port. Throws unless it responds 2xx. */
  control<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Body>
  /** Creates an order that its buyer has approved. */
  approved: (body?: object, approval?: object) => Promise<string>
  /** Returns the first capture of a new, paid order. */
  paid: (body?: object) => Promise<PayPalBody>
  stop: () => Promise<void>
}

/**
 * Starts a sandbox on free ports with PayPal’s own SDK as the client. `clientId` must be unique to
 * the test file.
 */
export async function startRig(clientId: string, options: SandboxOptions = {}): Promise<Rig> {
  const sandbox = await startSandbox(options)
  const base = `http://127.0.0.1:${sandbox.ports.paypal}`
  const client = (id: string, secret = MERCHANT_SECRET) => createClient(base, id, secret)
  const paypal = client(clientId)
  const token = async (form: Record<string, string> = {}, secret = MERCHANT_SECRET) => {
    const response = await fetch(`${base}/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...form }),
    })
    return { status: response.status, body: (await response.json()) as PayPalBody, headers: {} }
  }
  const raw = async (
    method: string,
    path: string,
    body?: string,
    headers: Record<string, string> = {},
  ) => {
    const authorization = `Bearer ${(await token()).body.access_token}`
    return fetch(base + path, {
      method,
      headers: { authorization, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body }),
    })
  }
  const control = async <Body>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`http://127.0.0.1:${sandbox.ports.control}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return (text ? JSON.parse(text) : undefined) as Body
  }
  const approved = async (body: object = anOrder(), approval: object = {}) => {
    const { body: order } = await paypal.createOrder(body)
    await control('POST', `/paypal/orders/${order.id}/approve`, approval)
    return order.id
  }
  const paid = async (body?: object) =>
    firstCapture(await paypal.captureOrder(await approved(body)))
  return { sandbox, base, paypal, client, token, raw, control, approved, paid, stop: sandbox.stop }
}

export function usd(value: string) {
  return { currency_code: 'USD', value }
}

/** Two tees at $20.00, $5.00 shipping, $3.50 tax, and a $1.00 discount: $47.50. */
export function anOrder(unit: object = {}, order: object = {}) {
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: 'order-1',
        amount: {
          ...usd('47.50'),
          breakdown: {
            item_total: usd('40.00'),
            shipping: usd('5.00'),
            tax_total: usd('3.50'),
            discount: usd('1.00'),
          },
        },
        items: [
          {
            name: 'Tee / M / Black',
            sku: 'TEE-M-BLK',
            quantity: '2',
            category: 'PHYSICAL_GOODS',
            unit_amount: usd('20.00'),
          },
        ],
        ...unit,
      },
    ],
    ...order,
  }
}

export function firstCapture(response: TestResponse): PayPalBody {
  const capture = response.body.purchase_units[0]?.payments?.captures[0]
  if (!capture) throw new Error(`No capture in ${JSON.stringify(response.body)}`)
  return capture
}

export function issueOf(response: TestResponse): string | undefined {
  return response.body.details?.[0]?.issue
}
export function issuesOf(response: TestResponse): string[] {
  return (response.body.details ?? []).map((detail) => detail.issue)
}

/** Resolves once `look` returns something. Rejects after five seconds. */
export async function eventually<FetchedMedia>(
  look: () => FetchedMedia | undefined | false | Promise<FetchedMedia | undefined | false>,
): Promise<FetchedMedia> {
  const until = Date.now() + 30_000
  for (;;) {
    const result = await look()
    if (result) return result
    if (Date.now() > until) throw new Error('It did not happen within half a minute')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function createClient(base: string, clientId: string, secret: string): PayPalClient {
  const http = new core.PayPalHttpClient(new core.PayPalEnvironment(clientId, secret, base, base))

  const execute = async (request: object): Promise<TestResponse> => {
    try {
      const { statusCode, result, headers } = await http.execute(request)
      return { status: statusCode, body: (result ?? {}) as PayPalBody, headers }
    } catch (error) {
      const { statusCode, message, headers } = error as {
        statusCode?: number
        message: string
        headers: Record<string, unknown>
      }
      if (statusCode === undefined) throw error
      return { status: statusCode, body: JSON.parse(message || '{}') as PayPalBody, headers }
    }
  }
  const send = (
    request: { headers: object; body?: unknown },
    headers: Record<string, string> = {},
    body?: unknown,
  ) => {
    Object.assign(request.headers, headers)
    if (body !== undefined) request.body = body
    return execute(request)
  }
  return {
    execute,
    createOrder: (body, headers) => send(new orders.OrdersCreateRequest(), headers, body),
    getOrder: (id) => send(new orders.OrdersGetRequest(id)),
    patchOrder: (id, operations) => send(new orders.OrdersPatchRequest(id), {}, operations),
    captureOrder: (id, headers) => send(new orders.OrdersCaptureRequest(id), headers),
    getCapture: (id) => send(new payments.CapturesGetRequest(id)),
    refund: (captureId, body = {}, headers) =>
      send(new payments.CapturesRefundRequest(captureId), headers, body),
    getRefund: (id) => send(new payments.RefundsGetRequest(id)),
  }
}
