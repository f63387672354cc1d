import { Hono } from 'hono'

import { requireScope, requireToken, requireVersion } from './access'
import { analyticsRoutes } from './analytics-routes'
import type { LinkedInEnv, ProviderContext } from './context'
import { createError, unprocessable } from './errors'
import { postRoutes } from './post-routes'
import { ORGANIZATIONS, PERSON, PERSON_URN } from './state'
import { uploadRoutes } from './upload-routes'

/** The member and the organizations, posts, uploads, and metrics (publishing reference, sections 4 and 5). */
export function resourceRoutes(context: ProviderContext) {
  const app = new Hono<LinkedInEnv>()

  app.get('/v2/userinfo', requireToken(context), (c) => {
    requireScope(c, 'openid', 'userinfo.GET')
    const { email, email_verified, ...claims } = PERSON
    return c.json({
      ...claims,
      picture: `${context.origin()}/pictures/june.jpg`,
      ...(c.get('grant').scopes.includes('email') && { email, email_verified }),
    })
  })

  app.use('/rest/*', requireToken(context), requireVersion(context))

  app.get('/rest/organizationAcls', (c) => {
    requireScope(c, 'rw_organization_admin', 'organizationAcls.FINDER-roleAssignee')
    const { q, role: roleFilter, start = '0', count = '10' } = c.req.query()
    if (q !== 'roleAssignee') throw unprocessable('ERROR :: /q :: must be roleAssignee')
    const elements = ORGANIZATIONS.filter(({ role }) => !roleFilter || role === roleFilter).map(
      ({ urn, role }) => ({ role, organization: urn, roleAssignee: PERSON_URN, state: 'APPROVED' }),
    )
    const [first, most] = [Number(start), Number(count)]
    return c.json({
      elements: elements.slice(first, first + most),
      paging: { start: first, count: most, links: [], total: elements.length },
    })
  })

  app.get('/rest/organizations/:id', (c) => {
    requireScope(c, 'rw_organization_admin', 'organizations.GET')
    const match = ORGANIZATIONS.find(
      ({ urn }) => urn === `urn:li:organization:${c.req.param('id')}`,
    )
    if (!match) throw createError(404)
    return c.json({
      id: Number(c.req.param('id')),
      localizedName: match.name,
      vanityName: match.vanityName,
    })
  })

  app.route('/', postRoutes(context))
  app.route('/', uploadRoutes(context))
  app.route('/', analyticsRoutes(context))

  return app
}
