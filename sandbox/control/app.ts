import { Hono, type MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'

import type { Clock } from '../core/clock'
import { type Faults, faultSchema } from '../core/fault-injection'
import type { Provider, SandboxApp, SandboxEnv } from '../core/provider'
import type { Journal } from '../core/request-log'
import { parseControl } from './parse-body'

interface Controlled {
  providers: Provider[]
  ports: Record<string, number>
  faults: Faults
  journal: Journal
  clock: Clock
}

/** The control port: calls for the whole sandbox, and each provider's own control calls at `/<name>`. */
export function controlApp({ providers, ports, faults, journal, clock }: Controlled): SandboxApp {
  const app = new Hono<SandboxEnv>()
  const names = providers.map((provider) => provider.name)

  app.use(refuseWebPages)
  app.onError((error, c) => {
    const status = statusOf(error)
    if (status === 500) console.error('The sandbox control failed:', error)
    return c.json({ error: error.message }, status as 400)
  })
  app.notFound((c) => c.json({ error: `There is no ${c.req.method} ${c.req.path}` }, 404))

  app.get('/', (c) => c.json({ ports, providers: names }))

  app.post('/faults', async (c) => {
    const fault = await parseControl(c, faultSchema)
    if (!names.includes(fault.provider))
      throw new HTTPException(400, { message: `provider: one of ${names.join(', ')}` })
    faults.add(fault)
    return c.json({ faults: faults.list() }, 201)
  })
  app.get('/faults', (c) => c.json({ faults: faults.list() }))
  app.post('/faults/answer', (c) => {
    faults.answer()
    return c.body(null, 204)
  })
  app.delete('/faults', (c) => {
    faults.clear()
    return c.body(null, 204)
  })

  app.get('/calls', (c) => c.json({ calls: journal.list(c.req.query('provider')) }))
  app.delete('/calls', (c) => {
    journal.clear()
    return c.body(null, 204)
  })

  app.get('/clock', (c) => c.json({ offsetMs: clock.offset(), now: clock.iso() }))
  app.post('/clock', async (c) => {
    clock.setOffset((await parseControl(c, z.strictObject({ offsetMs: z.int() }))).offsetMs)
    for (const provider of providers) provider.clockMoved?.()
    return c.json({ offsetMs: clock.offset(), now: clock.iso() })
  })

  app.post('/reset', (c) => {
    faults.clear()
    journal.clear()
    clock.setOffset(0)
    for (const provider of providers) provider.reset()
    return c.json({ reset: true })
  })

  for (const provider of providers)
    if (provider.control) app.route(`/${provider.name}`, provider.control)
  return app
}

/** A page in someone's browser must not control the sandbox; tests and scripts send no Origin. */
const refuseWebPages: MiddlewareHandler<SandboxEnv> = async (c, next) => {
  if (c.req.header('origin') !== undefined || c.req.header('sec-fetch-site') === 'cross-site') {
    throw new HTTPException(403, { message: 'The control port does not answer web pages' })
  }
  await next()
}

function statusOf(error: Error): number {
  if (error instanceof HTTPException) return error.status
  const { status } = error as { status?: unknown }
  return typeof status === 'number' ? status : 500
}
