import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { createRandom, type Random } from './random'

/** The running shop as scripts/trust.mjs starts it: server, worker, and sandbox are processes of their own. */
export type RunningShop = {
  url: string
  databaseUrl: string
  secret: string
  controlUrl: string
  mailUrl: string
  paypalUrl: string
  /** The folder of public files. */
  uploadsDir: string
  browserPath: string
  webPid: () => number | undefined
  workerPid: () => number | undefined
  /** Starts the database server that was ended. */
  startDatabase: () => Promise<void>
  /** The settings that its processes run with. */
  env: Record<string, string | undefined>
  /** The folder of everything that this shop writes, with its logs. */
  dataDir: string
}

export type Scale = 'quick' | 'ci' | 'full'

/** What a suite works with. */
export type Trust = {
  shop: RunningShop
  scale: Scale
  seed: number
  /** Runs only the parts of a suite with this in their name. */
  only: string | undefined
  /** A generator of its own for each part, so that parts that run side by side don't change each other. */
  randomFor: (part: string) => Random
  query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  control: <Result>(method: string, path: string, body?: unknown) => Promise<Result>
  mailsTo: (address: string) => Promise<Mail[]>
  call: (method: string, path: string, options?: CallOptions) => Promise<Answer>
  log: (line: string) => void
}

export type Mail = { text: string; headers: Record<string, string> }
export type CallOptions = {
  body?: unknown
  /** A body that isn't JSON; `headers` say what it is. */
  raw?: string
  cookie?: string
  address?: string
  headers?: Record<string, string>
  timeoutMs?: number
}
/** The parsed JSON; a suite states the type it expects. */
type Json = ReturnType<typeof JSON.parse>
/** `status` 0 when the connection failed. */
export type Answer = { status: number; body: Json; headers: Headers }

export type SuiteReport = { counts: Record<string, number | string>; failures: string[] }
export type Suite = { letter: string; title: string; run: (trust: Trust) => Promise<SuiteReport> }

const jsonOf = async (response: Response): Promise<Json> => {
  const text = await response.text()
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return { text }
  }
}

/** A client address that no other caller has: limits count by address. */
export function clientAddress(random: Random): string {
  return `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`
}

const caller =
  ({ url }: RunningShop): Trust['call'] =>
  async (method, path, { body, raw, cookie, address, headers, timeoutMs = 40_000 } = {}) => {
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          Origin: url,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(cookie ? { Cookie: cookie } : {}),
          ...(address ? { 'X-Forwarded-For': address } : {}),
          ...headers,
        },
        body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
      })
      return { status: response.status, body: await jsonOf(response), headers: response.headers }
    } catch {
      return { status: 0, body: {}, headers: new Headers() }
    }
  }

const controller =
  ({ controlUrl }: RunningShop): Trust['control'] =>
  async (method, path, body) => {
    const response = await fetch(`${controlUrl}${path}`, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (response.status === 204 ? undefined : await response.json()) as never
  }

type Options = Pick<Trust, 'scale' | 'seed' | 'only' | 'log'>

/** Connects the suites to a running shop. */
export function connect(
  shop: RunningShop,
  options: Options,
): { trust: Trust; close: () => Promise<void> } {
  const pool = new pg.Pool({ connectionString: shop.databaseUrl, max: 10 })
  pool.on('error', () => {}) // idle connections end with the database
  const trust: Trust = {
    shop,
    ...options,
    randomFor: (part) => createRandom(`${options.seed}:${part}`),
    query: async (text, values = []) => (await pool.query(text, values)).rows,
    control: controller(shop),
    mailsTo: async (address) =>
      (
        (await (
          await fetch(`${shop.mailUrl}/api/mails?to=${encodeURIComponent(address)}`)
        ).json()) as { mails: Mail[] }
      ).mails,
    call: caller(shop),
    log: options.log,
  }
  return { trust, close: () => pool.end() }
}

/** Calls until it gets what it waits for. @throws Error naming it after `timeoutMs` */
export async function waitFor<Result>(
  what: string,
  look: () => Promise<Result | false | undefined>,
  { timeoutMs = 60_000, everyMs = 100 } = {},
): Promise<Result> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found !== false && found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`${what}: not within ${timeoutMs} ms`)
    await sleep(everyMs)
  }
}

export function waitUntilUp(trust: Trust): Promise<true> {
  return waitFor(
    'The web process is up',
    async () => (await trust.call('GET', '/healthz', { timeoutMs: 2000 })).status === 200,
    { timeoutMs: 90_000 },
  ).then(() => true)
}

/** Refunds and the like need a sign-in from the last ten minutes. */
const freshMs = 8 * 60_000

/**
 * Returns a function that resolves with a session of the owner who has just signed in, in a suite of any length. `again`
 * replaces a session that the suite itself has ended.
 */
export function keepSignedIn(trust: Trust): (again?: boolean) => Promise<string> {
  let signedInAt = -Infinity
  let cookie: Promise<string> | undefined
  return (again = false) => {
    if (again || !cookie || Date.now() - signedInAt > freshMs) {
      signedInAt = Date.now()
      cookie = signIn(trust, 'june', clientAddress(trust.randomFor('june')))
    }
    return cookie
  }
}

/** Signs in with a password of the demo shop. @returns the session cookie */
export async function signIn(
  trust: Trust,
  who: 'june' | 'marisol' | 'edie' | 'wren',
  address: string,
): Promise<string> {
  const passwords = {
    june: 'walk-the-long-way',
    marisol: 'tea-before-orders',
    edie: 'words-and-ferns',
    wren: 'one-is-enough',
  }
  // Right after its start the shop may be busy.
  const { status, headers, body } = await waitFor('Signing in', async () => {
    const answer = await trust.call('POST', '/api/auth/local', {
      body: { username: who, password: passwords[who] },
      address,
    })
    return answer.status > 0 && answer.status < 500 && answer
  })
  const cookie = headers.getSetCookie().map((one) => one.split(';', 1)[0])
  if (status !== 200 || cookie.length === 0)
    throw new Error(`${who} could not sign in: ${status} ${JSON.stringify(body)}`)
  return cookie.join('; ')
}
