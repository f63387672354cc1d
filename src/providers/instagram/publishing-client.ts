import { setTimeout as wait } from 'node:timers/promises'

import { dayMs } from '@/platform/calendar-days'
import { createHttpClient, type HttpClient } from '@/platform/http/client'
import { ProviderError } from '@/platform/http/provider-error'
import { graphVersion, mapGraphError } from '@/providers/facebook/graph-errors'
import {
  type AppKeys,
  bearer,
  emptySocialMetrics,
  getMetricsOfEach,
  type NetworkPost,
  type PublishedPost,
  type PublishSteps,
  singleAccount,
  type SocialMetrics,
  type SocialNetwork,
  type SocialPublisher,
  type SocialSession,
  stillProcessingError,
} from '@/providers/social-network'

import { createInstagramOAuth } from './oauth'
import {
  containerResponse,
  idResponse,
  insightsResponse,
  permalinkResponse,
  quotaResponse,
  recentResponse,
} from './publishing-schema'

/** Most pictures are ready at once. A run polls twice; the next run comes after the minute that Meta may need. */
const pollIntervalMs = 1500
const maxPolls = 2
const quotaReached = 2_207_042
const containerExpired = 2_207_020
const profileUrl = 'https://www.instagram.com/'

/** Messages for subcodes that staff can act on (reference of social publishing, section 2). */
const messages: Record<number, string> = {
  2207001: 'Instagram flagged this as spam.',
  2207003: 'Instagram couldn’t download the image in time.',
  2207004: 'An image is too large for Instagram.',
  2207005: 'An image is in a format Instagram doesn’t support.',
  2207009: 'An image is too tall or too wide for Instagram.',
  36003: 'An image is too tall or too wide for Instagram.',
  2207010: 'The caption is too long or has too many hashtags.',
  [containerExpired]: 'The upload expired on Instagram. Try again to upload a new copy.',
  2207028: 'Instagram doesn’t accept this set of images.',
  [quotaReached]: 'You’ve reached Instagram’s daily post limit.',
  2207050: 'Instagram has restricted this account.',
  2207051: 'Instagram has blocked this for now. Try again later.',
  2207052: 'Instagram couldn’t download the image from your shop.',
  9004: 'Instagram couldn’t download the image from your shop.',
}

async function getContainerStatus(call: HttpClient, access: string, container: string) {
  const { data } = await call({
    path: `/${container}`,
    query: { fields: 'status_code,status' },
    headers: bearer(access),
    schema: containerResponse,
  })
  return data
}

async function createContainer(
  call: HttpClient,
  { accountId, access }: SocialSession,
  form: Record<string, string>,
): Promise<string> {
  const { data } = await call({
    method: 'POST',
    path: `/${accountId}/media`,
    form,
    headers: bearer(access),
    schema: idResponse,
    repeatable: true,
    timeoutMs: 60_000,
  })
  return data.id
}

/** Polls a container for a few seconds. @throws ProviderError, retryable while Instagram still processes it */
async function waitUntilReady(call: HttpClient, access: string, container: string): Promise<void> {
  for (let poll = 1; poll <= maxPolls; poll += 1) {
    const { status_code: code, status = '' } = await getContainerStatus(call, access, container)
    if (code === 'FINISHED' || code === 'PUBLISHED') return
    if (code === 'ERROR' || code === 'EXPIRED') {
      const subcode = Number(
        /\b(2207\d{3})\b/.exec(status)?.[1] ?? (code === 'EXPIRED' ? containerExpired : 0),
      )
      throw new ProviderError(
        'instagram',
        messages[subcode] ?? 'Instagram couldn’t use the image.',
        { retryable: false, kind: 'refused', issue: code === 'EXPIRED' ? 'expired' : 'container' },
      )
    }
    if (poll < maxPolls) await wait(pollIntervalMs)
  }
  throw stillProcessingError('instagram', 'Instagram')
}

async function assertQuota(call: HttpClient, { accountId, access }: SocialSession): Promise<void> {
  const response = await call({
    path: `/${accountId}/content_publishing_limit`,
    query: { fields: 'config,quota_usage' },
    headers: bearer(access),
    schema: quotaResponse,
  }).catch(() => null)
  const [quota] = response?.data.data ?? []
  if (quota?.config && quota.quota_usage >= quota.config.quota_total)
    throw new ProviderError('instagram', messages[quotaReached] ?? '', {
      retryable: true,
      kind: 'limit',
      retryAfterMs: 3_600_000,
      issue: `9/${quotaReached}`,
    })
}

/** Creates a container for one picture, or a carousel of several. */
async function prepareContainer(
  call: HttpClient,
  session: SocialSession,
  { text, pictures }: NetworkPost,
  steps: PublishSteps & { media: string[] },
  saveSteps: (steps: PublishSteps) => Promise<void>,
): Promise<string> {
  const [first, ...others] = pictures
  if (first && others.length === 0)
    return createContainer(call, session, {
      image_url: first.url,
      caption: text,
      ...(first.alt ? { alt_text: first.alt } : {}),
    })
  for (const { url, alt } of pictures.slice(steps.media.length)) {
    steps.media.push(
      await createContainer(call, session, {
        image_url: url,
        is_carousel_item: 'true',
        ...(alt ? { alt_text: alt } : {}),
      }),
    )
    await saveSteps(steps)
  }
  for (const child of steps.media) await waitUntilReady(call, session.access, child)
  return createContainer(call, session, {
    media_type: 'CAROUSEL',
    children: steps.media.join(','),
    caption: text,
  })
}

async function getPublishedPost(
  call: HttpClient,
  access: string,
  media: string,
): Promise<PublishedPost> {
  const response = await call({
    path: `/${media}`,
    query: { fields: 'id,permalink' },
    headers: bearer(access),
    schema: permalinkResponse,
  }).catch(() => null)
  return { id: media, url: response?.data.permalink ?? profileUrl }
}

function createInstagramPublisher(call: HttpClient): SocialPublisher {
  return {
    prepare: async (session, post, doneSteps, saveSteps) => {
      await assertQuota(call, session)
      const steps = { ...doneSteps, media: [...(doneSteps.media ?? [])] }
      let { container } = steps
      if (!container) {
        container = await prepareContainer(call, session, post, steps, saveSteps)
        steps.container = container
        await saveSteps(steps)
      }
      await waitUntilReady(call, session.access, container)
      return steps
    },
    publish: async ({ accountId, access }, _post, { container = '' }) => {
      try {
        const { data } = await call({
          method: 'POST',
          path: `/${accountId}/media_publish`,
          form: { creation_id: container },
          headers: bearer(access),
          schema: idResponse,
        })
        return await getPublishedPost(call, access, data.id)
      } catch (error) {
        // Also the response for a container that is already published; then its post has to be found.
        const isPublished =
          error instanceof ProviderError &&
          error.details.issue?.startsWith('9007') &&
          (await getContainerStatus(call, access, container)).status_code === 'PUBLISHED'
        throw isPublished
          ? new ProviderError('instagram', 'Instagram already published it.', {
              retryable: true,
              kind: 'down',
              cause: error,
            })
          : error
      }
    },
    // The container tells whether it was published. If so, its post has to be found.
    findPost: async ({ accountId, access }, { text }, { container }, since) => {
      if (!container) return 'not-there'
      const { status_code: code } = await getContainerStatus(call, access, container)
      if (code !== 'PUBLISHED') return 'not-there'
      const { data } = await call({
        path: `/${accountId}/media`,
        query: { fields: 'id,caption,permalink,timestamp', limit: 25 },
        headers: bearer(access),
        schema: recentResponse,
      })
      const post = data.data.find(
        ({ caption = '', timestamp }) =>
          caption.trim() === text.trim() && new Date(timestamp) >= since,
      )
      return post ? { id: post.id, url: post.permalink ?? profileUrl } : 'cannot-look'
    },
  }
}

async function getMetrics(
  call: HttpClient,
  { access }: SocialSession,
  media: string,
): Promise<SocialMetrics> {
  const { data } = await call({
    path: `/${media}/insights`,
    query: { metric: 'views,likes,comments,shares' },
    headers: bearer(access),
    schema: insightsResponse,
  })
  const insight = (name: string): number | null => {
    const metric = data.data.find((one) => one.name === name)
    const value = metric?.values[0]?.value ?? metric?.total_value?.value
    return typeof value === 'number' ? value : null
  }
  return {
    ...emptySocialMetrics,
    impressions: insight('views'),
    likes: insight('likes'),
    comments: insight('comments'),
    shares: insight('shares'),
  }
}

/** A professional Instagram account (Instagram Login). */
export function createInstagramPublishing({ id, secret, baseUrl }: AppKeys): SocialNetwork {
  const call = createHttpClient({
    provider: 'instagram',
    baseUrl: `${baseUrl ?? 'https://graph.instagram.com'}/${graphVersion}`,
    mapError: mapGraphError(messages),
  })
  const oauth = createInstagramOAuth({ keys: { appId: id, appSecret: secret }, baseUrl })
  return {
    ...oauth,
    ...singleAccount('instagram'),
    ...createInstagramPublisher(call),
    exchange: async (attempt) => {
      const tokens = await oauth.exchange(attempt)
      if (!tokens.scopes.includes('instagram_business_content_publish'))
        throw new ProviderError('instagram', 'Posting needs the permission to publish.', {
          retryable: false,
          kind: 'permission',
        })
      return tokens
    },
    // Tokens last sixty days and can be renewed once they are a day old.
    marginMs: 50 * dayMs,
    getMetrics: (session, ids) => getMetricsOfEach(ids, (id) => getMetrics(call, session, id)),
  }
}
