import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { type SocialPlatform, socialPlatforms } from '@/modules/social/rules/social-post'
import { ProviderError } from '@/platform/http/provider-error'
import type { SocialMetrics } from '@/providers/social-network'

import { expireConnection, openNetworkSession } from './network-session'
import type { SocialNetworkFor } from './publish-post'

const mostAtOnce = 50

/** Hourly on the first day, then ever more rarely: reading costs calls, and on X money. After three months it rests. */
const due = sql`(counted_at is null
  or (published_at > now() - interval '1 day' and counted_at < now() - interval '50 minutes')
  or (published_at > now() - interval '7 days' and counted_at < now() - interval '6 hours')
  or (published_at > now() - interval '30 days' and counted_at < now() - interval '1 day')
  or counted_at < now() - interval '7 days')`

const write = (payload: Payload, id: number, figures: SocialMetrics) =>
  payload.db.drizzle.execute(sql`
  update social_deliveries set impressions = coalesce(${figures.impressions}, impressions), likes = coalesce(${figures.likes}, likes), comments = coalesce(${figures.comments}, comments),
    shares = coalesce(${figures.shares}, shares), clicks = coalesce(${figures.clicks}, clicks), counted_at = now() where id = ${id}`)

const countOn = async (
  payload: Payload,
  networkFor: SocialNetworkFor,
  platform: SocialPlatform,
): Promise<void> => {
  const { rows } = await payload.db.drizzle.execute(sql`
    select id, provider_post_id as "postId" from social_deliveries
    where platform = ${platform} and status = 'published' and provider_post_id is not null and published_at > now() - interval '90 days' and ${due} order by counted_at nulls first, id limit ${mostAtOnce}`)
  const deliveries = rows as unknown as { id: number; postId: string }[]
  if (deliveries.length === 0) return
  const known = await networkFor(platform)
  const opened = known && (await openNetworkSession({ payload, platform }, known.network))
  if (!known || !opened || 'problem' in opened) return
  // In small parts: a post that is gone there must not hide the others.
  const parts = platform === 'twitter' ? [deliveries] : deliveries.map((one) => [one])
  for (const part of parts) {
    try {
      const figures = await known.network.figures(
        opened.session,
        part.map(({ postId }) => postId),
      )
      for (const { id, postId } of part)
        await write(
          payload,
          id,
          figures.get(postId) ?? {
            impressions: null,
            likes: null,
            comments: null,
            shares: null,
            clicks: null,
          },
        )
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      if (error.details.trouble === 'sign-in')
        return expireConnection({ payload, platform }, opened.session.access)
      if (error.details.trouble === 'limit' || error.details.trouble === 'down') return
      // Gone there, or not for us to read: asked again as rarely as any other.
      for (const { id } of part)
        await payload.db.drizzle.execute(
          sql`update social_deliveries set counted_at = now() where id = ${id}`,
        )
    }
  }
  await payload.db.drizzle.execute(
    sql`update social_accounts set last_sync = now() where platform = ${platform}`,
  )
}

/** Reads what the networks count for our posts into their rows. A figure that a network does not tell stays as it was. */
export async function collectSocialMetrics(
  payload: Payload,
  networkFor: SocialNetworkFor,
): Promise<void> {
  for (const platform of socialPlatforms) await countOn(payload, networkFor, platform)
}
