import { and, eq, inArray, isNotNull, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { type SocialPlatform, socialPlatforms } from '@/modules/social/rules/social-post'
import { social_accounts, social_deliveries } from '@/payload-generated-schema'
import { ProviderError } from '@/platform/http/provider-error'
import type { SocialMetrics } from '@/providers/social-network'

import { expireConnection, openNetworkSession, type SocialNetworkFor } from './network-session'

const maxPerNetwork = 50

const { id, platform, status, providerPostId, publishedAt, countedAt } = social_deliveries
const countedNow = { countedAt: sql`now()` }

/** Hourly on the first day, then less and less often, because calls cost money on X. Ends after three months. */
const isDue = sql`${publishedAt} > now() - interval '90 days' and (${countedAt} is null
  or (${publishedAt} > now() - interval '1 day' and ${countedAt} < now() - interval '50 minutes')
  or (${publishedAt} > now() - interval '7 days' and ${countedAt} < now() - interval '6 hours')
  or (${publishedAt} > now() - interval '30 days' and ${countedAt} < now() - interval '1 day')
  or ${countedAt} < now() - interval '7 days')`

/** Saves the reported metrics; the others keep their value. */
async function saveMetrics(
  { db }: Payload,
  deliveryId: number,
  metrics: SocialMetrics | undefined,
): Promise<void> {
  const reported = Object.entries(metrics ?? {}).filter(([, value]) => value !== null)
  await db.drizzle
    .update(social_deliveries)
    .set({ ...Object.fromEntries(reported), ...countedNow })
    .where(eq(id, deliveryId))
}

async function collectFrom(
  payload: Payload,
  networkFor: SocialNetworkFor,
  network: SocialPlatform,
): Promise<void> {
  const { drizzle } = payload.db
  const deliveries = await drizzle
    .select({ id, postId: sql<string>`${providerPostId}` })
    .from(social_deliveries)
    .where(and(eq(platform, network), eq(status, 'published'), isNotNull(providerPostId), isDue))
    .orderBy(sql`${countedAt} nulls first`, id)
    .limit(maxPerNetwork)
  if (deliveries.length === 0) return
  const account = { payload, platform: network }
  const client = await networkFor(network)
  const opened = client && (await openNetworkSession(account, client.network))
  if (!client || !opened || 'problem' in opened) return
  // X reads many posts in one call. Elsewhere a deleted post must not hide the others.
  const batches = network === 'twitter' ? [deliveries] : deliveries.map((delivery) => [delivery])
  for (const batch of batches) {
    try {
      const metrics = await client.network.getMetrics(
        opened.session,
        batch.map(({ postId }) => postId),
      )
      for (const delivery of batch)
        await saveMetrics(payload, delivery.id, metrics.get(delivery.postId))
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      const { kind } = error.details
      if (kind === 'sign-in') return expireConnection(account, opened.session.access)
      if (kind === 'limit' || kind === 'down') return
      // The post was deleted there or can't be read: retry it on the usual schedule.
      await drizzle
        .update(social_deliveries)
        .set(countedNow)
        .where(
          inArray(
            id,
            batch.map((delivery) => delivery.id),
          ),
        )
    }
  }
  await drizzle
    .update(social_accounts)
    .set({ lastSync: sql`now()` })
    .where(eq(social_accounts.platform, network))
}

/**
 * Saves the views, likes, and so on that the networks report for published posts. A post whose metrics can't be read
 * and a network that is down or over its limit are retried by a later run.
 */
export async function collectSocialMetrics(
  payload: Payload,
  networkFor: SocialNetworkFor,
): Promise<void> {
  for (const network of socialPlatforms) await collectFrom(payload, networkFor, network)
}
