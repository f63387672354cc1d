import { randomUUID } from 'node:crypto'

import config from '@payload-config'
import { handleEndpoints } from 'payload'

import { env } from '@/platform/env'
import { rewriteUrl } from '@/server/rewrites'

import { expectDeclaredResponse } from './declared-responses'
import type { TestPerson } from './factories'

type Options = {
  as?: TestPerson | null
  body?: unknown
  raw?: string | Buffer | ReadableStream
  headers?: Record<string, string>
}
export type CallResponse<Body = Record<string, unknown>> = {
  status: number
  headers: Headers
  body: Body
}

/**
 * Sends a request through Payload's router, as the web process does, with cookies, access control, hooks, and SQL:
 * `call('POST', '/order', { body })`, `call('GET', '/api/admin/orders', { as: admin })`. Asserts that the response of
 * a declared endpoint matches its schema.
 */
export async function call<Body = Record<string, unknown>>(
  method: string,
  path: string,
  options: Options = {},
): Promise<CallResponse<Body>> {
  const url = new URL(rewriteUrl(path), env.SERVER_URL)
  const headers = new Headers({
    'sec-fetch-site': 'same-origin',
    'x-client-address': randomUUID(),
    ...options.headers,
  })
  if (options.as) headers.set('cookie', options.as.cookie)
  const requestBody =
    options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
  if (requestBody !== undefined && !headers.has('content-type'))
    headers.set('content-type', 'application/json')
  const init = { method, headers, body: requestBody as BodyInit | undefined, duplex: 'half' }
  const request = new Request(url, init)
  const response = await handleEndpoints({ config, path: url.pathname, request })
  const text = await response.text()
  let body: unknown = text
  try {
    body = JSON.parse(text)
  } catch {
    /* Not JSON: the body is the text. */
  }
  if (response.headers.get('content-type')?.startsWith('application/json'))
    expectDeclaredResponse(method, path, response.status, body)
  return { status: response.status, headers: response.headers, body: body as Body }
}
