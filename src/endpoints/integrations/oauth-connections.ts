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

/** The account of a service from which something is imported. */
export function importConnection(provider: OAuthIntegration): OAuthConnection {
  return {
    label: connectionLabels[provider],
    requires: connectionPermissions[provider],
    page: `/admin/${provider}-import`,
    gateway: (payload) => getOAuthGateway({ payload, providers: getProviders() }, provider),
    save: (req, actor, tokens, profile) =>
      saveOAuthAccount(req.payload, actor, provider, tokens, profile),
  }
}

/** One place where staff connect an account of the shop by agreeing on the service's own page. */
export type OAuthConnection = {
  label: string
  requires: Permission
  /** The screen that the person comes back to. */
  page: string
  /** Null: its keys are missing. */
  gateway: (payload: Payload) => Promise<OAuthGateway | null>
  /** Keeps what came, in one transaction, and notes who did it. @throws AppError for the person to read */
  save: (
    req: PayloadRequest,
    actor: { id: number; role: string },
    tokens: OAuthTokens,
    profile: AccountProfile,
  ) => Promise<void>
}

/** A network that posts go to. */
const networkConsent = (platform: SocialPlatform): OAuthConnection => ({
  label: socialPlatformLabels[platform],
  requires: 'social:write',
  page: '/admin/social?tab=accounts',
  gateway: async (payload) =>
    (await socialNetworkFor(payload, createSocialNetwork)(platform))?.network ?? null,
  save: (req, actor, tokens, profile) =>
    saveSocialAccount(req.payload, actor, platform, tokens, profile),
})

/** The same for a person's own profile alone. */
const memberConsent = (platform: SocialPlatform): OAuthConnection => {
  const consent = networkConsent(platform)
  return {
    ...consent,
    gateway: async (payload) => {
      const network = (await socialNetworkFor(payload, createSocialNetwork)(platform))?.network
      return network?.authorizeMemberUrl
        ? { ...network, authorizeUrl: network.authorizeMemberUrl }
        : null
    },
  }
}

/** The name is part of the address that is registered with the service: <SERVER_URL>/api/admin/connect/<name>/callback. */
export const oauthConnections: Record<string, OAuthConnection> = {
  etsy: importConnection('etsy'),
  instagram: importConnection('instagram'),
  tiktok: importConnection('tiktok'),
  facebook: networkConsent('facebook'),
  'instagram-publishing': networkConsent('instagram'),
  x: networkConsent('twitter'),
  linkedin: networkConsent('linkedin'),
  'linkedin-member': memberConsent('linkedin'),
}
