import { Hono } from 'hono'
import { z } from 'zod'

import { parseControl } from '../control/parse-body'
import type { SandboxEnv } from '../core/provider'
import type { AuthorizationServer } from './authorization-server'

const personSchema = z.strictObject({
  key: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: z.string().default('Robin Reed'),
  givenName: z.string().default('Robin'),
  familyName: z.string().default('Reed'),
  email: z.email().nullable().default(null),
  emailVerified: z.boolean().default(false),
})

/** Control calls: the users that can be chosen, and the faults of the provider until they are changed again. */
export function identityControl<Settings extends object>(
  authorizationServer: AuthorizationServer,
  settings: Settings,
  schema: z.ZodType<Partial<Settings>>,
) {
  const app = new Hono<SandboxEnv>()
  app.get('/people', (c) => c.json({ people: Object.values(authorizationServer.state.people) }))
  app.post('/people', async (c) => {
    const person = await parseControl(c, personSchema)
    authorizationServer.state.people[person.key] = person
    authorizationServer.save()
    return c.json(person)
  })
  app.get('/settings', (c) => c.json(settings))
  app.post('/settings', async (c) => c.json(Object.assign(settings, await parseControl(c, schema))))
  return app
}
