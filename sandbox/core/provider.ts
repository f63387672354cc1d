import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'

import type { Clock } from './clock'
import type { Store } from './state-store'

/** The raw Node request and response, which every app of the sandbox has. */
export interface SandboxEnv {
  Bindings: HttpBindings
}

export type SandboxApp = Hono<SandboxEnv>

/** What can be served: a Hono app with any further context. */
export interface WebApp {
  fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>
}

/** What the sandbox process gives each provider. */
export interface ProviderRuntime {
  clock: Clock
  /** Where this provider listens, e.g. `http://127.0.0.1:4010`; known once it listens. */
  origin: () => string
  /** The provider's state; it survives a restart if the sandbox has a data folder. */
  store: <State extends object>(empty: () => State) => Store<State>
  /** Width and height of the pictures it links to. */
  pictureSize: number
}

/**
 * One external service. A folder beside `paypal/` exports a factory `(runtime, settings?) => Provider`; `start.ts`
 * gives it a port.
 */
export interface Provider {
  /** Used for its port, in faults, in the request log, and as the path on the control port. */
  name: string
  /** The provider's own wire format, on its own port (an SDK drops path prefixes). */
  app: WebApp
  /** The control calls of the provider, at `/<name>` on the control port. */
  control?: SandboxApp
  /** The provider's own body for an injected error status; undefined responds without a body. */
  errorBody: (status: number) => unknown
  /** The headers of that error, if there are more than `application/json`. */
  errorHeaders?: (status: number) => Record<string, string>
  /** Clears the state. */
  reset: () => void
  /** Called when the clock was moved, to expire what is due. */
  clockMoved?: () => void
  /** Called once it listens. */
  started?: () => void
  stop?: () => void
}
