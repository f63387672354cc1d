import { IntegrationLayout } from '@/admin/integrations/integration-layout'
import { defineScreen } from '@/admin/screen'
import { Fact } from '@/admin/shell/fact'
import { Panel } from '@/admin/shell/panel'
import { pluralize } from '@/admin/shell/pluralize'
import { getConnection } from '@/modules/integrations/queries/connections'
import { getLatestSyncRun } from '@/modules/integrations/queries/sync-runs'
import { getSubscriberCounts } from '@/modules/newsletter/queries/count-subscribers'
import { listWeeklyReflections } from '@/modules/newsletter/queries/weekly-reflections'

import { AudienceSyncPanel } from './audience-sync-panel'
import { CampaignDraftPanel } from './campaign-draft-panel'
import { MailchimpWebhookPanel } from './webhook-panel'

type Counts = Awaited<ReturnType<typeof getSubscriberCounts>>

const CountsPanel = ({ counts, isConnected }: { counts: Counts; isConnected: boolean }) => (
  <Panel title="On our list">
    <dl className="df-facts">
      <Fact name="Subscribed">{counts.subscribed.toLocaleString('en-US')}</Fact>
      <Fact name="Not confirmed">{counts.pending.toLocaleString('en-US')}</Fact>
      <Fact name="Left">{counts.unsubscribed.toLocaleString('en-US')}</Fact>
      <Fact name="Unreachable">{counts.cleaned.toLocaleString('en-US')}</Fact>
      {isConnected ? (
        <Fact name="Not told yet">
          {counts.unsynced === 0 ? 'nobody' : pluralize(counts.unsynced, 'person', 'people')}
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
    const [view, run, counts, reflections] = await Promise.all([
      getConnection(payload, 'mailchimp'),
      getLatestSyncRun(payload, ['mailchimp-sync']),
      getSubscriberCounts(payload),
      listWeeklyReflections(payload),
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
          <AudienceSyncPanel initial={run} isConnected={isConnected} />
          <CampaignDraftPanel
            title="This week’s newsletter"
            pieces={reflections.map(({ title }) => title)}
            empty="No reflections were published in the last 7 days."
            isConnected={isConnected}
            hint="A draft is created automatically every Friday. Review and send it in Mailchimp."
          />
        </IntegrationLayout>
      ),
    }
  },
})
