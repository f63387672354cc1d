import type { OAuthTokens } from '@/platform/connections/keys'
import { ProviderError } from '@/platform/http/provider-error'

import type { AccountProfile, OAuthGateway } from './interfaces'

/** How the shop's account on a network is connected. */
export type SocialAccountGateway = OAuthGateway & {
  /** Asks for a member's own profile only, where pages need an approval that not every app has. */
  authorizeMemberUrl?: OAuthGateway['authorizeUrl']
  /** How long before their end tokens are renewed. */
  marginMs: number
  /** Lists the pages and organizations that this sign-in may also post as. */
  listAccounts: (tokens: SocialTokens) => Promise<AccountProfile[]>
  /** @throws ProviderError `permission` if it may not (anymore) */
  selectAccount: (
    tokens: SocialTokens,
    id: string,
  ) => Promise<{ tokens: SocialTokens; profile: AccountProfile }>
}

export type SocialPublisher = {
  /**
   * Makes all calls before the one that publishes: uploads, containers. Passes the steps to `saveSteps` after each
   * one, and does not repeat those in `steps`. Repeating one leaves an unused file there and nothing else.
   * @throws ProviderError; with `retryAfterMs` also while the network still processes a file
   */
  prepare: (
    session: SocialSession,
    post: NetworkPost,
    steps: PublishSteps,
    saveSteps: (steps: PublishSteps) => Promise<void>,
  ) => Promise<PublishSteps>
  /**
   * Makes the call that publishes. No network has idempotency keys: the caller records the attempt first, and repeats
   * it only after `findPost`.
   */
  publish: (
    session: SocialSession,
    post: NetworkPost,
    steps: PublishSteps,
  ) => Promise<PublishedPost>
  /** Looks for a post whose result was lost. */
  findPost: (
    session: SocialSession,
    post: NetworkPost,
    steps: PublishSteps,
    since: Date,
  ) => Promise<PublishedPost | 'not-there' | 'cannot-look'>
}

/** A network that the shop posts to. */
export type SocialNetwork = SocialAccountGateway &
  SocialPublisher & {
    /** Reads metrics of posts. A metric that the network does not report is null; a missing post is absent. */
    getMetrics: (
      session: SocialSession,
      ids: readonly string[],
    ) => Promise<Map<string, SocialMetrics>>
  }

/** Stored encrypted. `person`: Facebook's token of the user, from which those of Pages come. */
export type SocialTokens = OAuthTokens & { person?: string }
export type SocialSession = { accountId: string; accountName: string; access: string }

export type PostPicture = {
  /** Where the network can fetch it as a JPEG. */
  url: string
  alt: string
  read: () => Promise<Buffer>
}
export type NetworkPost = {
  text: string
  /** A link shown as a card below the text. */
  card: { url: string; title: string; description: string; picture: PostPicture | null } | null
  pictures: readonly PostPicture[]
}
/** What the calls before publishing created at the network. */
export type PublishSteps = { media?: string[]; container?: string; thumbnail?: string }
export type PublishedPost = { id: string; url: string }
export type SocialMetrics = {
  impressions: number | null
  likes: number | null
  comments: number | null
  shares: number | null
  clicks: number | null
}

export const emptySocialMetrics: SocialMetrics = {
  impressions: null,
  likes: null,
  comments: null,
  shares: null,
  clicks: null,
}

/** Reads metrics one post at a time, for networks without a call for several. */
export async function getMetricsOfEach(
  ids: readonly string[],
  getMetrics: (id: string) => Promise<SocialMetrics>,
): Promise<Map<string, SocialMetrics>> {
  const metrics = new Map<string, SocialMetrics>()
  for (const id of ids) metrics.set(id, await getMetrics(id))
  return metrics
}

export function bearer(token: string) {
  return { Authorization: `Bearer ${token}` }
}

/** For networks where a sign-in has one account. */
export function singleAccount(
  provider: string,
): Pick<SocialAccountGateway, 'listAccounts' | 'selectAccount'> {
  return {
    listAccounts: () => Promise.resolve([]),
    selectAccount: () =>
      Promise.reject(
        new ProviderError(provider, 'This sign-in has only one account.', {
          retryable: false,
          kind: 'refused',
        }),
      ),
  }
}

/** An uploaded picture cannot be published yet. */
export function stillProcessingError(provider: 'instagram' | 'linkedin', label: string) {
  return new ProviderError(provider, stillProcessingMessage(label), {
    retryable: true,
    kind: 'limit',
    retryAfterMs: stillProcessingMs,
    issue: 'in-progress',
  })
}
export function stillProcessingMessage(label: string): string {
  return `${label} is still processing the image.`
}
export const stillProcessingMs = 20_000

export type AppKeys = {
  id: string
  secret: string
  /** The address of a fake on this computer; without it, the network's own addresses. */
  baseUrl?: string
}
