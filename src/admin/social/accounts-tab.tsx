import { LazyAccountActions, LazyNetworkCredentials } from '@/admin/lazy-components'
import { Fact } from '@/admin/shell/fact'
import { Panel } from '@/admin/shell/panel'
import { Time } from '@/admin/shell/time'
import { describeScopes } from '@/modules/integrations/rules/scope-labels'
import type { SocialNetworkView } from '@/modules/social/queries/social-networks'
import { type SocialPlatform, socialPlatformLabels } from '@/modules/social/rules/social-post'
import { Badge } from '@/ui/badge'

import { NetworkIcon } from './network-icon'
import type { SocialListParams } from './social-list-params'

const outcomes: Record<string, string> = {
  declined: 'Access was declined, so nothing was connected.',
  lost: 'That sign-in expired or started in another browser. Please try again.',
  incomplete:
    'Some permissions weren’t granted, or this account has no page to post to. Reconnect and allow every permission.',
  failed: 'The connection didn’t finish. Please try again in a few minutes.',
}
const notes = {
  facebook: 'Posts go to a Page, never a personal profile.',
  instagram: 'Requires a business or creator account. Every post needs an image.',
  twitter:
    'X charges for each post made through its API: about $0.015, or $0.20 with a link. Add credits on X.',
  linkedin:
    'LinkedIn must approve your app for company pages, but not for personal profiles. Analytics aren’t available for personal profiles.',
} as const

type Account = NonNullable<SocialNetworkView['account']>

const AccountFacts = ({
  account: { accountName, scopes, expiresAt, lastSync },
  platform,
}: {
  account: Account
  platform: SocialPlatform
}) => (
  <dl className="df-facts">
    <Fact name="Account">{accountName}</Fact>
    {scopes.length > 0 ? <Fact name="Permissions">{describeScopes(scopes)}</Fact> : null}
    <Fact name="Signed in">
      {expiresAt ? (
        <>
          until <Time at={expiresAt} as="date" />
          {platform === 'instagram' ? ', renews automatically before' : ''}
        </>
      ) : (
        'until disconnected'
      )}
    </Fact>
    {lastSync ? (
      <Fact name="Last sync">
        <Time at={lastSync} />
      </Fact>
    ) : null}
  </dl>
)

const Network = ({
  network: { platform, hasKeys, needed, callback, connectHref, account },
  canSaveKeys,
}: {
  network: SocialNetworkView
  canSaveKeys: boolean
}) => {
  const name = socialPlatformLabels[platform]
  const isConnected = account?.isActive === true
  return (
    <Panel className="df-account">
      <header className="df-panel__head">
        <h2>
          <NetworkIcon platform={platform} />
          {name}
        </h2>
        <Badge tone={isConnected ? 'good' : 'plain'}>
          {isConnected ? 'Connected' : 'Disconnected'}
        </Badge>
      </header>
      {account?.lastError ? (
        <p className="form-error" role="status">
          {account.lastError}
        </p>
      ) : null}
      {isConnected ? <AccountFacts account={account} platform={platform} /> : null}
      <div className="df-panel__form">
        <p className="df-soft">{notes[platform]}</p>
        {hasKeys ? (
          <LazyAccountActions
            platform={platform}
            connectHref={connectHref}
            accountId={isConnected ? account.accountId : null}
            wasConnected={account !== null}
          />
        ) : (
          <LazyNetworkCredentials
            platform={platform}
            needed={needed}
            callback={callback}
            canSaveKeys={canSaveKeys}
          />
        )}
      </div>
    </Panel>
  )
}

const platformOf: Record<string, SocialPlatform> = {
  facebook: 'facebook',
  'instagram-publishing': 'instagram',
  x: 'twitter',
  linkedin: 'linkedin',
  'linkedin-member': 'linkedin',
}

export function AccountsTab({
  networks,
  params: { service, connected, refused },
  canSaveKeys,
}: {
  networks: SocialNetworkView[]
  params: SocialListParams
  canSaveKeys: boolean
}) {
  const platform = platformOf[service]
  const name = platform ? socialPlatformLabels[platform] : 'The network'
  return (
    <>
      {connected ? (
        <p className="df-note" role="status">
          {name} is connected.
        </p>
      ) : null}
      {refused ? (
        <p className="form-error" role="alert">
          {name}: {outcomes[refused] ?? outcomes.failed}
        </p>
      ) : null}
      <div className="df-accounts">
        {networks.map((network) => (
          <Network key={network.platform} network={network} canSaveKeys={canSaveKeys} />
        ))}
      </div>
    </>
  )
}
