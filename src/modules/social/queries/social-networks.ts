import type { Payload } from 'payload'

import { getConnection } from '@/modules/integrations/queries/connections'
import { type SocialPlatform, socialPlatforms } from '@/modules/social/rules/social-post'
import { connectionKeys, type ConnectionProvider } from '@/platform/connections/definitions'
import { env } from '@/platform/env'

import { listSocialAccounts, type SocialAccountRecord } from './social-posts'

/** `keys`: the integration whose keys it uses; `oauth`: its name in endpoints/integrations/oauth-connections.ts. */
export const networkConnections = {
  facebook: { keys: 'facebook', oauth: 'facebook' },
  instagram: { keys: 'instagram', oauth: 'instagram-publishing' },
  twitter: { keys: 'x', oauth: 'x' },
  linkedin: { keys: 'linkedin', oauth: 'linkedin' },
} as const satisfies Record<SocialPlatform, { keys: ConnectionProvider; oauth: string }>

export type SocialNetworkView = {
  platform: SocialPlatform
  hasKeys: boolean
  /** Keys that must be created at the network before it can be connected. */
  needed: { label: string; help: string }[]
  /** Must be registered with the network's app. */
  callback: string
  connectHref: string
  account: SocialAccountRecord | null
}

/** Lists all networks with their connection status. */
export async function listSocialNetworks(payload: Payload): Promise<SocialNetworkView[]> {
  const accounts = await listSocialAccounts(payload)
  return Promise.all(
    socialPlatforms.map(async (platform) => {
      const { keys, oauth } = networkConnections[platform]
      const { state } = await getConnection(payload, keys)
      return {
        platform,
        hasKeys: state !== 'keys',
        needed: connectionKeys[keys].map(({ label, help }) => ({ label, help })),
        callback: `${env.SERVER_URL}/api/admin/connect/${oauth}/callback`,
        connectHref: `/api/admin/connect/${oauth}`,
        account: accounts.find((one) => one.platform === platform) ?? null,
      }
    }),
  )
}
