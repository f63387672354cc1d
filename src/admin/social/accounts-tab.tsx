import { Fact } from '@/admin/shell/fact'
import { Panel } from '@/admin/shell/panel'
import { Time } from '@/admin/shell/time'
import type { SocialNetworkView } from '@/modules/social/queries/social-networks'
import { type SocialPlatform, socialPlatformLabels } from '@/modules/social/rules/social-post'
import { Badge } from '@/ui/badge'

import { AccountActions } from './account-actions'
import { NetworkCredentials } from './network-credentials'
import { NetworkIcon } from './network-icon'
import type { SocialListParams } from './social-list-params'

const outcomes: Record<string, string> = {
  declined: 'You did not agree there, so nothing was connected.',
  lost: 'That took too long, or began in another browser. Please connect again.',
  incomplete:
    'Not everything was allowed that posting needs, or there is nothing this person may post to. Please connect again and leave everything ticked.',
  failed: 'The network did not finish the connection. Please try again in a few minutes.',
}
const notes = {
  facebook: 'Posts go to a Page, never to a person’s own profile.',
  instagram:
    'Professional accounts only (Business or Creator); Instagram lets no program post for personal ones. It needs a picture each time.',
  twitter:
    'X takes money for each post through a program: about $0.015, and $0.20 with a link in it. Topping up happens at X.',
  linkedin:
    'Company pages need LinkedIn’s approval of the app; a member’s own profile does not. What a member posts there cannot be read back by programs.',
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
    {scopes.length > 0 ? <Fact name="Allowed">{scopes.join(', ')}</Fact> : null}
    <Fact name="Signed in">
      {expiresAt ? (
        <>
          until <Time at={expiresAt} as="date" />
          {platform === 'instagram' ? ', renewed by itself before' : ''}
        </>
      ) : (
        'until it is ended there or here'
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
  mayKeepKeys,
}: {
  network: SocialNetworkView
  mayKeepKeys: boolean
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
          <AccountActions
            platform={platform}
            connectHref={connectHref}
            accountId={isConnected ? account.accountId : null}
            wasConnected={account !== null}
          />
        ) : (
          <NetworkCredentials
            platform={platform}
            needed={needed}
            callback={callback}
            mayKeepKeys={mayKeepKeys}
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
  mayKeepKeys,
}: {
  networks: SocialNetworkView[]
  params: SocialListParams
  mayKeepKeys: boolean
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
          <Network key={network.platform} network={network} mayKeepKeys={mayKeepKeys} />
        ))}
      </div>
    </>
  )
}
