import { ProviderError } from '@/platform/http/provider-error'

import type { OAuthTokens } from '@/platform/connections/keys'
import type { AccountProfile, OAuthGateway } from './interfaces'

/** What the shop asks of a network it posts to. Implemented by facebook-pages, instagram-publishing, x and linkedin. */
export type SocialNetwork = OAuthGateway & {
  /** Asks for a person's own profile only, where pages take an approval that not every app has. */
  authorizeMemberUrl?: OAuthGateway['authorizeUrl']
  /** How early tokens are renewed. */
  marginMs: number
  /** Who else this sign-in may post as: Pages, organizations. */
  choices: (tokens: SocialTokens) => Promise<AccountProfile[]>
  /** @throws ProviderError `permission` when it may not (any more) */
  choose: (
    tokens: SocialTokens,
    id: string,
  ) => Promise<{ tokens: SocialTokens; profile: AccountProfile }>

  /**
   * Everything before the one call that publishes: uploads, containers. Each step is kept through `keep` and not done
   * again; doing one again would leave an unused file there and nothing else.
   * @throws ProviderError; with `retryAfterMs` also while the network is still working on a file
   */
  prepare: (
    session: SocialSession,
    post: NetworkPost,
    kept: PublishSteps,
    keep: (steps: PublishSteps) => Promise<void>,
  ) => Promise<PublishSteps>
  /** The call that publishes. No network knows idempotency keys: whoever calls it marks that first, and never repeats it unlooked. */
  publish: (
    session: SocialSession,
    post: NetworkPost,
    steps: PublishSteps,
  ) => Promise<PublishedPost>
  /** Looks for a post whose answer was lost. */
  find: (
    session: SocialSession,
    post: NetworkPost,
    steps: PublishSteps,
    since: Date,
  ) => Promise<PublishedPost | 'not-there' | 'cannot-look'>
  /** What the network counts for these posts; a figure it does not tell is null, a post it does not tell of is absent. */
  figures: (session: SocialSession, ids: readonly string[]) => Promise<Map<string, SocialMetrics>>
}

/** Kept encrypted. `person`: Facebook's token of the person, from which those of Pages come. */
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
/** What the steps before publishing left at the network. */
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

export function singleAccountError(provider: string) {
  return new ProviderError(provider, 'There is one account only.', {
    retryable: false,
    trouble: 'refused',
  })
}
export type AppKeys = {
  id: string
  secret: string
  /** Only for a double on this computer: the network's own addresses otherwise. */ baseUrl?: string
}
