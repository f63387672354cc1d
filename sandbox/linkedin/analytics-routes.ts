import { type Context, Hono } from 'hono'

import { getPost, requireScope, requireToken } from './access'
import type { LinkedInEnv, ProviderContext } from './context'
import { unprocessable } from './errors'
import { mayPostAs } from './state'

/** Made-up metrics that stay the same for a post or an organization. */
function metricsOf(urn: string) {
  const seed = Number(urn.split(':').at(-1)?.slice(-6) ?? 0)
  return {
    impressionCount: (seed % 900) + 20,
    uniqueImpressionsCount: (seed % 700) + 15,
    clickCount: seed % 40,
    likeCount: seed % 25,
    commentCount: seed % 7,
    shareCount: seed % 5,
    engagement: 0.042,
  }
}

/** Metrics of posts and organizations (publishing reference, section 5). */
export function analyticsRoutes(context: ProviderContext) {
  const app = new Hono<LinkedInEnv>()
  const { state } = context

  const statistics = (c: Context<LinkedInEnv>) => {
    requireScope(
      c,
      'r_organization_social',
      'organizationalEntityShareStatistics.FINDER-organizationalEntity',
    )
    const { q, organizationalEntity = '', shares = '' } = c.req.query()
    if (q !== 'organizationalEntity' || !mayPostAs(organizationalEntity))
      throw unprocessable('organizationalEntity must be an organization of this member')
    const urns = decodeURIComponent(shares)
      .replace(/^List\(|\)$/g, '')
      .split(',')
      .filter(Boolean)
    const elements =
      urns.length === 0
        ? [{ organizationalEntity, totalShareStatistics: metricsOf(organizationalEntity) }]
        : urns
            .filter((urn) => state.posts.some((one) => one.urn === urn && !one.deleted))
            .map((share) => ({
              organizationalEntity,
              share,
              totalShareStatistics: metricsOf(share),
            }))
    return c.json({ elements, paging: { start: 0, count: 10, links: [] } })
  }
  app.get('/rest/organizationalEntityShareStatistics', statistics)
  app.get('/v2/organizationalEntityShareStatistics', requireToken(context), statistics)

  app.get('/v2/socialActions/:urn', requireToken(context), (c) => {
    requireScope(c, 'r_member_social', 'socialActions.GET')
    const { urn } = getPost(state, c.req.param('urn'))
    const { likeCount, commentCount } = metricsOf(urn)
    return c.json({
      target: urn,
      likesSummary: {
        totalLikes: likeCount,
        aggregatedTotalLikes: likeCount,
        likedByCurrentUser: false,
      },
      commentsSummary: {
        totalFirstLevelComments: commentCount,
        aggregatedTotalComments: commentCount,
      },
    })
  })

  app.get('/rest/memberCreatorPostAnalytics', (c) => {
    requireScope(c, 'r_member_postAnalytics', 'memberCreatorPostAnalytics.FINDER-entity')
    const { entity = '', queryType = '' } = c.req.query()
    const urn = /(urn:li:(?:share|ugcPost):\d+)/.exec(decodeURIComponent(entity))?.[1]
    if (!urn) throw unprocessable('entity must be (share:urn) or (ugc:urn)')
    const all: Record<string, keyof ReturnType<typeof metricsOf>> = {
      IMPRESSION: 'impressionCount',
      MEMBERS_REACHED: 'uniqueImpressionsCount',
      RESHARE: 'shareCount',
      REACTION: 'likeCount',
      COMMENT: 'commentCount',
    }
    const name = all[queryType]
    if (!name) throw unprocessable(`queryType must be one of ${Object.keys(all).join(', ')}`)
    getPost(state, urn)
    return c.json({
      elements: [
        { count: metricsOf(urn)[name], metricType: queryType, targetEntity: { share: urn } },
      ],
      paging: { start: 0, count: 10, links: [] },
    })
  })

  return app
}
