import { randomUUID } from 'node:crypto'

import config from '@payload-config'
import { handleEndpoints } from 'payload'

import { env } from '@/platform/env'

import { expectDeclaredAnswer } from './declared-responses'
import type { TestPerson } from './factories'

type Options = {
  as?: TestPerson | null
  body?: unknown
  raw?: string | Buffer
  headers?: Record<string, string>
}
export type Answer<Body = Record<string, unknown>> = {
  status: number
  headers: Headers
  body: Body
}

/** Where next.config.ts delivers a public path. */
const delivered = (path: string): string =>
  path.startsWith('/cms/api')
    ? path
    : path.startsWith('/api/')
      ? path.replace('/api/', '/cms/api/shop/')
      : `/cms/api/root${path}`

/**
 * One HTTP call through Payload's real router (cookies, access, hooks, SQL), as the web process would make it:
 * `call('POST', '/order', { body })`, `call('GET', '/api/admin/orders', { as: admin })`. What a call of the shop
 * answers is held against what it declares.
 */
export async function call<Body = Record<string, unknown>>(
  method: string,
  path: string,
  options: Options = {},
): Promise<Answer<Body>> {
  const url = new URL(delivered(path), env.SERVER_URL)
  const headers = new Headers({
    'sec-fetch-site': 'same-origin',
    'x-client-address': randomUUID(),
    ...options.headers,
  })
  if (options.as) headers.set('cookie', options.as.cookie)
  const sent =
    options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
  if (sent !== undefined && !headers.has('content-type'))
    headers.set('content-type', 'application/json')
  const request = new Request(url, { method, headers, body: sent as BodyInit | undefined })
  const response = await handleEndpoints({ config, path: url.pathname, request })
  const text = await response.text()
  let body: unknown = text
  try {
    body = JSON.parse(text)
  } catch {
    /* not JSON: the text itself */
  }
  if (response.headers.get('content-type')?.startsWith('application/json'))
    expectDeclaredAnswer(method, path, response.status, body)
  return { status: response.status, headers: response.headers, body: body as Body }
}
