import type { Payload, PayloadRequest } from 'payload'

import type { Permission } from '@/access/roles'
import { getOAuthGateway, saveOAuthAccount } from '@/modules/integrations/actions/oauth-accounts'
import { socialNetworkFor } from '@/modules/social/actions/network-session'
import { saveSocialAccount } from '@/modules/social/actions/social-accounts'
import { type SocialPlatform, socialPlatformLabels } from '@/modules/social/rules/social-post'
import {
  connectionLabels,
  connectionPermissions,
  type OAuthIntegration,
} from '@/platform/connections/definitions'
import type { OAuthTokens } from '@/platform/connections/keys'
import { createSocialNetwork, getProviders } from '@/providers'
import type { AccountProfile, OAuthGateway } from '@/providers/interfaces'

/** The account that an import reads. */
function importConnection(provider: OAuthIntegration): OAuthConnection {
  return {
    label: connectionLabels[provider],
    requires: connectionPermissions[provider],
    page: `/admin/${provider}-import`,
    gateway: (payload) => getOAuthGateway({ payload, providers: getProviders() }, provider),
    save: (req, actor, tokens, profile) =>
      saveOAuthAccount(req.payload, actor, provider, tokens, profile),
  }
}

/** An account of the shop that staff connect with OAuth. */
export type OAuthConnection = {
  label: string
  requires: Permission
  /** The screen to return to. */
  page: string
  /** Returns null while the app's keys are missing. */
  gateway: (payload: Payload) => Promise<OAuthGateway | null>
  /** Stores the account and audits it, in one transaction. @throws AppError */
  save: (
    req: PayloadRequest,
    actor: { id: number; role: string },
    tokens: OAuthTokens,
    profile: AccountProfile,
  ) => Promise<void>
}

/** A network that posts are published to. */
const networkConnection = (platform: SocialPlatform): OAuthConnection => ({
  label: socialPlatformLabels[platform],
  requires: 'social:write',
  page: '/admin/social?tab=accounts',
  gateway: async (payload) =>
    (await socialNetworkFor(payload, createSocialNetwork)(platform))?.network ?? null,
  save: (req, actor, tokens, profile) =>
    saveSocialAccount(req.payload, actor, platform, tokens, profile),
})

/** The same for a personal profile only. */
const memberConnection = (platform: SocialPlatform): OAuthConnection => {
  return {
    ...networkConnection(platform),
    gateway: async (payload) => {
      const network = (await socialNetworkFor(payload, createSocialNetwork)(platform))?.network
      return network?.authorizeMemberUrl
        ? { ...network, authorizeUrl: network.authorizeMemberUrl }
        : null
    },
  }
}

/** By the name in the callback URL registered with the service: <SERVER_URL>/api/admin/connect/<name>/callback. */
export const oauthConnections: Record<string, OAuthConnection> = {
  etsy: importConnection('etsy'),
  instagram: importConnection('instagram'),
  tiktok: importConnection('tiktok'),
  facebook: networkConnection('facebook'),
  'instagram-publishing': networkConnection('instagram'),
  x: networkConnection('twitter'),
  linkedin: networkConnection('linkedin'),
  'linkedin-member': memberConnection('linkedin'),
}
