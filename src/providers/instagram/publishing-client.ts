import { createHttpClient } from '@/platform/http/client'
import { ProviderError } from '@/platform/http/provider-error'
import { graphVersion, mapGraphError } from '@/providers/facebook/graph-errors'
import {
  type AppKeys,
  emptySocialMetrics,
  type PublishedPost,
  singleAccountError,
  type SocialMetrics,
  type SocialNetwork,
  type SocialSession,
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

const day = 24 * 3_600_000
/** A picture is mostly ready at once: one run of the job looks twice, and the next comes after Meta's own ten seconds to a minute. */
const pollMs = 1500
const looks = 2
const comeBackMs = 20_000

/** Subcodes that staff can do something about (providers/social-publishing, section 2). */
const words: Record<number, string> = {
  2207001: 'Instagram took this for spam.',
  2207003: 'Instagram could not fetch the picture in time.',
  2207004: 'A picture is larger than Instagram takes.',
  2207005: 'A picture has a format that Instagram does not take.',
  2207009: 'A picture is taller or wider than Instagram takes.',
  36003: 'A picture is taller or wider than Instagram takes.',
  2207010: 'The caption is too long or has too many hashtags.',
  2207020: 'What was uploaded has expired at Instagram. Trying again uploads it anew.',
  2207028: 'Instagram does not take this set of pictures.',
  2207042: 'Instagram’s limit of posts for today is reached.',
  2207050: 'Instagram has restricted this account.',
  2207051: 'Instagram has blocked this for now.',
  2207052: 'Instagram could not fetch the picture from the shop’s address.',
  9004: 'Instagram could not fetch the picture from the shop’s address.',
}
const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })

/** A professional account of Instagram (Instagram Login). Its token renews itself, once it is a day old. */
export function createInstagramPublishing({ id, secret, baseUrl }: AppKeys): SocialNetwork {
  const verdict = mapGraphError(words)
  const call = createHttpClient({
    provider: 'instagram',
    baseUrl: `${baseUrl ?? 'https://graph.instagram.com'}/${graphVersion}`,
    verdict,
  })
  const consent = createInstagramOAuth({ keys: { appId: id, appSecret: secret }, baseUrl })
  const as = (token: string) => ({ Authorization: `Bearer ${token}` })
  const statusOf = async (access: string, container: string) =>
    (
      await call({
        path: `/${container}`,
        query: { fields: 'status_code,status' },
        headers: as(access),
        answer: containerResponse,
      })
    ).data
  const makeContainer = async (
    { accountId, access }: SocialSession,
    form: Record<string, string>,
  ) =>
    (
      await call({
        method: 'POST',
        path: `/${accountId}/media`,
        form,
        headers: as(access),
        answer: idResponse,
        repeatable: true,
        timeoutMs: 60_000,
      })
    ).data.id

  /** Waits a little for a container; a run of the job does not wait for long, it comes back. */
  const untilReady = async (access: string, container: string): Promise<void> => {
    for (let look = 0; look < looks; look += 1) {
      const { status_code: code, status } = await statusOf(access, container)
      if (code === 'FINISHED' || code === 'PUBLISHED') return
      if (code === 'ERROR' || code === 'EXPIRED') {
        const subcode = Number(
          /\b(2207\d{3})\b/.exec(status ?? '')?.[1] ?? (code === 'EXPIRED' ? 2207020 : 0),
        )
        throw new ProviderError(
          'instagram',
          words[subcode] ?? 'Instagram could not use the picture.',
          {
            retryable: false,
            trouble: 'refused',
            issue: code === 'EXPIRED' ? 'expired' : 'container',
          },
        )
      }
      if (look < looks - 1) await wait(pollMs)
    }
    throw new ProviderError('instagram', 'Instagram is still working on the picture.', {
      retryable: true,
      trouble: 'limit',
      retryAfterMs: comeBackMs,
      issue: 'in-progress',
    })
  }

  const permalinkOf = async (access: string, media: string): Promise<PublishedPost> => {
    const answer = await call({
      path: `/${media}`,
      query: { fields: 'id,permalink' },
      headers: as(access),
      answer: permalinkResponse,
    }).catch(() => null)
    return { id: media, url: answer?.data.permalink ?? 'https://www.instagram.com/' }
  }
  const checkQuota = async ({ accountId, access }: SocialSession): Promise<void> => {
    const answer = await call({
      path: `/${accountId}/content_publishing_limit`,
      query: { fields: 'config,quota_usage' },
      headers: as(access),
      answer: quotaResponse,
    }).catch(() => null)
    const [quota] = answer?.data.data ?? []
    if (quota?.config && quota.quota_usage >= quota.config.quota_total)
      throw new ProviderError('instagram', words[2207042] ?? '', {
        retryable: true,
        trouble: 'limit',
        retryAfterMs: 3_600_000,
        issue: '9/2207042',
      })
  }
  const figuresOf = async (access: string, media: string): Promise<SocialMetrics> => {
    const { data } = await call({
      path: `/${media}/insights`,
      query: { metric: 'views,likes,comments,shares' },
      headers: as(access),
      answer: insightsResponse,
    })
    const value = (name: string): number | null => {
      const told = data.data.find((one) => one.name === name)
      const found = told?.values[0]?.value ?? told?.total_value?.value
      return typeof found === 'number' ? found : null
    }
    return {
      ...emptySocialMetrics,
      impressions: value('views'),
      likes: value('likes'),
      comments: value('comments'),
      shares: value('shares'),
    }
  }

  return {
    ...consent,
    exchange: async (given) => {
      const tokens = await consent.exchange(given)
      if (!tokens.scopes.includes('instagram_business_content_publish'))
        throw new ProviderError(
          'instagram',
          'Without the permission to publish, nothing can be posted.',
          { retryable: false, trouble: 'permission' },
        )
      return tokens
    },
    // Of sixty days; it may be renewed once it is a day old.
    marginMs: 50 * day,
    choices: async () => [],
    choose: async () => {
      throw singleAccountError('instagram')
    },

    prepare: async (session, { text, pictures }, kept, keep) => {
      await checkQuota(session)
      const steps = { ...kept, media: [...(kept.media ?? [])] }
      const [only] = pictures
      if (!steps.container && pictures.length === 1 && only) {
        steps.container = await makeContainer(session, {
          image_url: only.url,
          caption: text,
          ...(only.alt ? { alt_text: only.alt } : {}),
        })
        await keep(steps)
      }
      if (!steps.container) {
        for (const { url, alt } of pictures.slice(steps.media.length)) {
          steps.media.push(
            await makeContainer(session, {
              image_url: url,
              is_carousel_item: 'true',
              ...(alt ? { alt_text: alt } : {}),
            }),
          )
          await keep(steps)
        }
        for (const child of steps.media) await untilReady(session.access, child)
        steps.container = await makeContainer(session, {
          media_type: 'CAROUSEL',
          children: steps.media.join(','),
          caption: text,
        })
        await keep(steps)
      }
      await untilReady(session.access, steps.container)
      return steps
    },
    publish: async ({ accountId, access }, _post, { container = '' }) => {
      try {
        const { data } = await call({
          method: 'POST',
          path: `/${accountId}/media_publish`,
          form: { creation_id: container },
          headers: as(access),
          answer: idResponse,
        })
        return await permalinkOf(access, data.id)
      } catch (error) {
        // "Not available" is also said of one that is out already: then it has to be found.
        const isOut =
          error instanceof ProviderError &&
          error.details.issue?.startsWith('9007') &&
          (await statusOf(access, container)).status_code === 'PUBLISHED'
        throw isOut
          ? new ProviderError('instagram', 'Instagram has published it already.', {
              retryable: true,
              trouble: 'down',
              cause: error,
            })
          : error
      }
    },
    // The container itself says whether it was published; only its post has to be found then.
    find: async ({ accountId, access }, { text }, { container }, since) => {
      if (!container) return 'not-there'
      const { status_code: code } = await statusOf(access, container)
      if (code !== 'PUBLISHED') return 'not-there'
      const { data } = await call({
        path: `/${accountId}/media`,
        query: { fields: 'id,caption,permalink,timestamp', limit: 25 },
        headers: as(access),
        answer: recentResponse,
      })
      const found = data.data.find(
        (one) => (one.caption ?? '').trim() === text.trim() && new Date(one.timestamp) >= since,
      )
      return found
        ? { id: found.id, url: found.permalink ?? 'https://www.instagram.com/' }
        : 'cannot-look'
    },
    figures: async ({ access }, ids) => {
      const all = new Map<string, SocialMetrics>()
      for (const media of ids) all.set(media, await figuresOf(access, media))
      return all
    },
  }
}
