import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { type Sandbox, type SandboxOptions, startSandbox } from '../start'

// oxlint-disable-next-line typescript/no-explicit-any -- external services’ responses, which tests read field by field
export type Json = any

export interface TestResponse {
  status: number
  headers: Headers
  body: Json
}

export interface RequestOptions {
  headers?: Record<string, string>
  json?: unknown
  form?: Record<string, string>
  /** Sent unchanged. */
  body?: BodyInit
}

export interface Harness {
  sandbox: Sandbox
  base: string
  /** Sends a request to the provider without following redirects. */
  call: (method: string, path: string, ask?: RequestOptions) => Promise<TestResponse>
  /** Sends a request to the provider’s part of the control port. Throws unless it responds 2xx. */
  controlProvider: <Body = Json>(method: string, path: string, body?: unknown) => Promise<Body>
  /** Sends a request to the control port. */
  control: <Body = Json>(method: string, path: string, body?: unknown) => Promise<Body>
  fault: (fault: object) => Promise<unknown>
  stop: () => Promise<void>
}

/**
 * Starts a sandbox on free ports for one of its providers. The `usual` headers are sent with every
 * request.
 */
export async function startHarness(
  provider: string,
  usual: Record<string, string> = {},
  options: SandboxOptions = {},
): Promise<Harness> {
  const sandbox = await startSandbox(options)
  const base = `http://127.0.0.1:${sandbox.ports[provider]}`
  const call = async (
    method: string,
    path: string,
    { headers = {}, json, form, body }: RequestOptions = {},
  ): Promise<TestResponse> => {
    const httpResponse = await fetch(path.startsWith('http') ? path : base + path, {
      method,
      redirect: 'manual',
      headers: {
        ...usual,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(form && { body: new URLSearchParams(form) }),
      ...(body !== undefined && { body }),
    })
    return {
      status: httpResponse.status,
      headers: httpResponse.headers,
      body: parsed(await httpResponse.text()),
    }
  }
  const control = async <Body>(method: string, path: string, body?: unknown) => {
    const httpResponse = await fetch(`http://127.0.0.1:${sandbox.ports.control}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await httpResponse.text()
    if (!httpResponse.ok) throw new Error(`${method} ${path}: ${httpResponse.status} ${text}`)
    return parsed(text) as Body
  }
  return {
    sandbox,
    base,
    call,
    control,
    controlProvider: (method, path, body) => control(method, `/${provider}${path}`, body),
    fault: (fault) => control('POST', '/faults', { provider, ...fault }),
    stop: sandbox.stop,
  }
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export interface Arrival {
  method: string
  path: string
  headers: Record<string, string>
  raw: string
}

export interface WebhookReceiver {
  url: string
  arrivals: Arrival[]
  /** The next statuses, before 200 again. */
  answerWith: number[]
  close: () => void
}

/** Starts a server that receives webhooks. */
export async function openReceiver(): Promise<WebhookReceiver> {
  const arrivals: Arrival[] = []
  const answerWith: number[] = []
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      arrivals.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers as Record<string, string>,
        raw: Buffer.concat(chunks).toString(),
      })
      response.writeHead(answerWith.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    arrivals,
    answerWith,
    close: () => server.close(),
  }
}
