import type { Payload, PayloadRequest } from 'payload'
import { type SocialPlatform, socialPlatformLabels } from '../../domain/social-post'
import type { Permission } from '../../domain/roles'
import type { AccountProfile, ConsentGateway, Tokens } from '../../providers/types'
import { accountConsent } from './account-consents'
import { saveSocialAccount, socialNetworkFor } from '../../workflows/social-accounts'

/** One place where staff connect an account of the shop by agreeing on the service's own page. */
export type Consent = {
  label: string
  requires: Permission
  /** The screen that the person comes back to. */
  page: string
  /** Null: its keys are missing. */
  gateway: (payload: Payload) => Promise<ConsentGateway | null>
  /** Keeps what came, in one transaction, and notes who did it. @throws AppError for the person to read */
  save: (req: PayloadRequest, actor: { id: number; role: string }, tokens: Tokens, profile: AccountProfile) => Promise<void>
}

/** A network that posts go to. */
const networkConsent = (platform: SocialPlatform): Consent => ({
  label: socialPlatformLabels[platform], requires: 'social:write', page: '/admin/social?tab=accounts',
  gateway: async (payload) => (await socialNetworkFor(payload)(platform))?.network ?? null,
  save: (req, actor, tokens, profile) => saveSocialAccount(req.payload, actor, platform, tokens, profile),
})

/** The same for a person's own profile alone. */
const memberConsent = (platform: SocialPlatform): Consent => {
  const consent = networkConsent(platform)
  return {
    ...consent,
    gateway: async (payload) => {
      const network = (await socialNetworkFor(payload)(platform))?.network
      return network?.authorizeMemberUrl ? { ...network, authorizeUrl: network.authorizeMemberUrl } : null
    },
  }
}

/** The name is part of the address that is registered with the service: <SERVER_URL>/api/admin/connect/<name>/callback. */
export const consents: Record<string, Consent> = {
  etsy: accountConsent('etsy'),
  instagram: accountConsent('instagram'),
  tiktok: accountConsent('tiktok'),
  facebook: networkConsent('facebook'),
  'instagram-publishing': networkConsent('instagram'),
  x: networkConsent('twitter'),
  linkedin: networkConsent('linkedin'),
  'linkedin-member': memberConsent('linkedin'),
}
