import type { TestPerson } from '@tests/support/factories'

import * as route from '@/app/(payload)/cms/api/[...slug]/route'

type Handler = (
  request: Request,
  context: { params: Promise<{ slug?: string[] }> },
) => Promise<Response>
type Options = {
  as?: TestPerson | null
  body?: unknown
  /** Sent unchanged instead of `body`. */
  raw?: string
  headers?: Record<string, string>
}

/** Sends a request to Payload’s REST route with the shop’s restrictions. */
export async function callPayloadRest<Body = Record<string, unknown>>(
  method: string,
  path: string,
  { as, body, raw, headers }: Options = {},
): Promise<{ status: number; headers: Headers; text: string; body: Body }> {
  const url = new URL(`/cms/api${path}`, 'http://localhost:3000')
  const request = new Request(url, {
    method,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...(as ? { cookie: as.cookie } : {}),
      ...headers,
    },
    body: method === 'GET' ? undefined : (raw ?? JSON.stringify(body ?? {})),
  })
  const handler = (route as unknown as Record<string, Handler>)[method]
  if (!handler) throw new Error(`No handler for ${method}`)
  const response = await handler(request, {
    params: Promise.resolve({
      slug: url.pathname.slice('/cms/api/'.length).split('/').filter(Boolean),
    }),
  })
  const text = await response.text()
  let json: unknown = text
  try {
    json = JSON.parse(text)
  } catch {
    /* Not JSON: the body is the text. */
  }
  return { status: response.status, headers: response.headers, text, body: json as Body }
}
