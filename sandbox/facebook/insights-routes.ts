import { type Context, Hono } from 'hono'

import type { Clock } from '../core/clock'
import type { SandboxEnv } from '../core/provider'
import { hashToInt } from '../core/seeded-random'
import { badParameter, objectNotFound } from '../graph/errors'
import { graphTime } from '../graph/fields'
import { findPost, liveToken, type ProviderContext } from './context'
import { PAGES } from './state'

const DAY_MS = 86_400_000
const POST_METRICS = ['post_total_media_view_unique', 'post_reactions_by_type_total', 'post_clicks']
const PAGE_METRICS = [
  'page_total_media_view_unique',
  'page_media_view',
  'page_post_engagements',
  'page_daily_follows',
]

/** Metrics of Pages and posts (publishing reference, section 5). */
export function insightsRoutes(context: ProviderContext) {
  const app = new Hono<SandboxEnv>().basePath('/:version')
  const { state, clock } = context

  app.get('/:id/insights', (c) => {
    liveToken(context, c, c.req.query(), 'read_insights')
    const id = c.req.param('id')
    const isPage = PAGES.some((page) => page.id === id)
    if (!isPage && !findPost(state, id)) throw objectNotFound(id)
    const metrics = (c.req.query('metric') ?? '').split(',').filter(Boolean)
    const allowed = isPage ? PAGE_METRICS : POST_METRICS
    const wrong = metrics.find((one) => !allowed.includes(one))
    if (metrics.length === 0 || wrong)
      throw badParameter(`The value must be a valid insights metric: ${wrong ?? ''}`)
    const days = isPage ? daysOf(c, clock) : [undefined]
    return c.json({
      data: metrics.map((name) => ({
        name,
        period: isPage ? 'day' : 'lifetime',
        title: name,
        description: '',
        id: `${id}/insights/${name}/${isPage ? 'day' : 'lifetime'}`,
        values: days.map((day) => ({
          value: metricValue(name, `${id}${day ?? ''}`),
          ...(day && { end_time: day }),
        })),
      })),
    })
  })

  return app
}

/** Returns the end of each day from `since` to `until`, by default of the last two days. */
function daysOf(c: Context, clock: Clock): string[] {
  const { since, until } = c.req.query()
  const end = until ? Number(until) * 1_000 : clock.now()
  const start = since ? Number(since) * 1_000 : end - 2 * DAY_MS
  if (!(start < end) || end - start > 93 * DAY_MS)
    throw badParameter('There cannot be more than 93 days between since and until')
  const days: string[] = []
  for (let at = Math.ceil(start / DAY_MS) * DAY_MS; at <= end; at += DAY_MS)
    days.push(graphTime(at))
  return days
}

/** Returns a made-up value. Some metrics are objects, whose entries the reader has to add up. */
function metricValue(name: string, seed: string): unknown {
  if (name === 'post_reactions_by_type_total')
    return { like: hashToInt(seed, 40), love: hashToInt(`${seed}l`, 20) }
  if (name === 'page_media_view')
    return { total: hashToInt(seed, 400), ads: hashToInt(`${seed}a`, 30) }
  return hashToInt(seed + name, 500)
}
