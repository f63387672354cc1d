import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'

import type { Clock } from './clock'
import type { Store } from './state-store'

/** What every app of the sandbox knows about a request: the raw Node pair behind it. */
export interface SandboxEnv {
  Bindings: HttpBindings
}

export type SandboxApp = Hono<SandboxEnv>

/** What can be served: a Hono app, whatever else it knows about a request. */
export interface WebApp {
  fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>
}

/** What the sandbox process gives each provider. */
export interface ProviderRuntime {
  clock: Clock
  /** Where this provider listens, e.g. `http://127.0.0.1:4010`; known once it does. */
  origin: () => string
  /** The provider's state; kept over a restart when the sandbox has a data folder. */
  store: <State extends object>(empty: () => State) => Store<State>
  /** Width and height of the pictures it links to. */
  pictureSize: number
}

/**
 * One outside party. A folder beside `paypal/` exports a factory
 * `(runtime, settings?) => Provider`; `start.ts` gives it a port.
 */
export interface Provider {
  /** Used for its port, in faults, in the journal and as the path on the control port. */
  name: string
  /** The provider's own wire format, on its own port (an SDK drops path prefixes). */
  app: WebApp
  /** What a test may do behind the provider's back, at `/<name>` on the control port. */
  control?: SandboxApp
  /** The provider's own words for an injected error status; undefined answers without a body. */
  errorBody: (status: number) => unknown
  /** What it says beside them, when that is more than `application/json`. */
  errorHeaders?: (status: number) => Record<string, string>
  /** Forget everything. */
  reset: () => void
  /** Time was moved: expire what has expired. */
  clockMoved?: () => void
  /** Called once it listens. */
  started?: () => void
  stop?: () => void
}
