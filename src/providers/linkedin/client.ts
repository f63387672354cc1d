import { createHttpClient, type HttpClientOptions } from '@/platform/http/client'
import {
  type AppKeys,
  bearer,
  emptySocialMetrics,
  getMetricsOfEach,
  type SocialMetrics,
  type SocialNetwork,
  type SocialSession,
} from '@/providers/social-network'

import { createLinkedInAccounts, type LinkedInApi } from './accounts'
import { mapLinkedInError } from './errors'
import { createLinkedInPublisher } from './publishing'
import { statisticsResponse } from './schema'

async function getMetrics(
  { call }: LinkedInApi,
  { accountId, access }: SocialSession,
  urn: string,
): Promise<SocialMetrics> {
  // LinkedIn gives the figures of a member's posts to select developers only (`r_member_social`).
  if (!accountId.startsWith('urn:li:organization:')) return emptySocialMetrics
  const list = urn.includes(':ugcPost:') ? 'ugcPosts' : 'shares'
  const { data } = await call({
    path: `/rest/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${encodeURIComponent(accountId)}&${list}=List(${encodeURIComponent(urn)})`,
    headers: bearer(access),
    schema: statisticsResponse,
  })
  const counts = data.elements.find(
    ({ share, ugcPost }) => (share ?? ugcPost) === urn,
  )?.totalShareStatistics
  return {
    impressions: counts?.impressionCount ?? null,
    likes: counts?.likeCount ?? null,
    comments: counts?.commentCount ?? null,
    shares: counts?.shareCount ?? null,
    clicks: counts?.clickCount ?? null,
  }
}

/**
 * A member or a company page on LinkedIn. Access tokens last 60 days; only approved apps get a refresh token, for the
 * others a user signs in again. Company pages need LinkedIn's approval of the app.
 * @param version of the API, such as 202607. It lasts about a year; after that LinkedIn answers 426
 */
export function createLinkedIn(version: string) {
  return (keys: AppKeys): SocialNetwork => {
    const options: HttpClientOptions = {
      provider: 'linkedin',
      baseUrl: keys.baseUrl ?? 'https://api.linkedin.com',
      mapError: mapLinkedInError,
    }
    const api: LinkedInApi = {
      call: createHttpClient({
        ...options,
        headers: { 'LinkedIn-Version': version, 'X-Restli-Protocol-Version': '2.0.0' },
      }),
      v2: createHttpClient(options),
    }
    return {
      ...createLinkedInAccounts(api, keys),
      ...createLinkedInPublisher(api, keys.baseUrl),
      getMetrics: (session, urns) => getMetricsOfEach(urns, (urn) => getMetrics(api, session, urn)),
    }
  }
}
