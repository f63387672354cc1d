import { TextLink } from '@/admin/form/button'
import { IntegrationLayout } from '@/admin/integrations/integration-layout'
import { LazyAudienceSyncPanel } from '@/admin/lazy-components'
import { defineScreen } from '@/admin/screen'
import { Fact } from '@/admin/shell/fact'
import { Panel } from '@/admin/shell/panel'
import { getConnection } from '@/modules/integrations/queries/connections'
import { getLatestSyncRun } from '@/modules/integrations/queries/sync-runs'
import { getSubscriberCounts } from '@/modules/newsletter/queries/count-subscribers'
import { pluralize } from '@/platform/pluralize'

import { MailchimpWebhookPanel } from './webhook-panel'

type Counts = Awaited<ReturnType<typeof getSubscriberCounts>>

const CountsPanel = ({ counts, isConnected }: { counts: Counts; isConnected: boolean }) => (
  <Panel
    title="Subscribers"
    aside={
      <TextLink look="strong" href="/admin/newsletter">
        Newsletter
      </TextLink>
    }
  >
    <dl className="df-facts">
      <Fact name="Subscribed">{counts.subscribed.toLocaleString('en-US')}</Fact>
      <Fact name="Not confirmed">{counts.pending.toLocaleString('en-US')}</Fact>
      <Fact name="Unsubscribed">{counts.unsubscribed.toLocaleString('en-US')}</Fact>
      <Fact name="Bounced">{counts.cleaned.toLocaleString('en-US')}</Fact>
      {isConnected ? (
        <Fact name="Waiting to sync">
          {counts.unsynced === 0 ? 'None' : pluralize(counts.unsynced, 'person', 'people')}
          {counts.refused > 0
            ? `; Mailchimp rejected ${pluralize(counts.refused, 'person', 'people')}`
            : ''}
        </Fact>
      ) : null}
    </dl>
  </Panel>
)

export const MailchimpScreen = defineScreen({
  requires: 'integrations:use',
  show: async (context) => {
    const { payload } = context
    const [view, run, counts] = await Promise.all([
      getConnection(payload, 'mailchimp'),
      getLatestSyncRun(payload, ['mailchimp-sync']),
      getSubscriberCounts(payload),
    ])
    const isConnected = view.state === 'connected'
    const account: { username?: string; email?: string; total_subscribers?: number } | null =
      view.details?.accountInfo ?? null
    const { audienceName, memberCount } = (view.details ?? {}) as {
      audienceName?: string
      memberCount?: number
    }
    return {
      title: 'Mailchimp',
      lead: 'Keep newsletter subscribers in sync with your Mailchimp audience.',
      children: (
        <IntegrationLayout
          context={context}
          view={view}
          facts={
            account && isConnected
              ? {
                  Username: [account.username, account.email].filter(Boolean).join(', '),
                  Audience: audienceName
                    ? `${audienceName}, ${pluralize(memberCount ?? 0, 'member', 'members')}`
                    : '',
                  Subscribers: `${(account.total_subscribers ?? 0).toLocaleString('en-US')} in the account`,
                }
              : undefined
          }
          aside={
            <>
              <CountsPanel counts={counts} isConnected={isConnected} />
              <MailchimpWebhookPanel />
            </>
          }
        >
          <LazyAudienceSyncPanel initial={run} isConnected={isConnected} />
        </IntegrationLayout>
      ),
    }
  },
})
