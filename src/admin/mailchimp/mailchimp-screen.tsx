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

export const MailchimpScreen = defineScreen({
  requires: 'integrations:use',
  show: async (visit) => {
    const { payload } = visit
    const [view, run, counts, pieces] = await Promise.all([
      getConnection(payload, 'mailchimp'),
      getLatestSyncRun(payload, ['mailchimp-sync']),
      getSubscriberCounts(payload),
      listWeeklyReflections(payload),
    ])
    const account: { username?: string; email?: string; total_subscribers?: number } | null =
      view.details?.accountInfo ?? null
    const { audienceName, memberCount } = (view.details ?? {}) as {
      audienceName?: string
      memberCount?: number
    }
    return {
      title: 'Mailchimp',
      lead: 'The people who asked for the letter, in step with your Mailchimp audience.',
      children: (
        <IntegrationLayout
          visit={visit}
          view={view}
          testPath="/api/admin/mailchimp/test"
          facts={
            account && view.state === 'connected' ? (
              <>
                <Fact name="User name">
                  {account.username}
                  {account.email ? `, ${account.email}` : ''}
                </Fact>
                {audienceName ? (
                  <Fact name="Audience">
                    {audienceName}, {pluralize(memberCount ?? 0, 'member', 'members')}
                  </Fact>
                ) : null}
                <Fact name="Subscribers">
                  {(account.total_subscribers ?? 0).toLocaleString('en-US')} in the account
                </Fact>
              </>
            ) : null
          }
          aside={
            <>
              <Panel title="On the list here">
                <dl className="df-facts">
                  <Fact name="Subscribed">{counts.subscribed.toLocaleString('en-US')}</Fact>
                  <Fact name="Not confirmed">{counts.pending.toLocaleString('en-US')}</Fact>
                  <Fact name="Left">{counts.unsubscribed.toLocaleString('en-US')}</Fact>
                  <Fact name="Unreachable">{counts.cleaned.toLocaleString('en-US')}</Fact>
                  {view.state === 'connected' ? (
                    <Fact name="Not told yet">
                      {counts.unsynced === 0
                        ? 'nobody'
                        : pluralize(counts.unsynced, 'person', 'people')}
                      {counts.refused > 0
                        ? `; Mailchimp refused ${pluralize(counts.refused, 'person', 'people')}`
                        : ''}
                    </Fact>
                  ) : null}
                </dl>
              </Panel>
              <MailchimpWebhookPanel />
            </>
          }
        >
          <AudienceSyncPanel initial={run} isConnected={view.state === 'connected'} />
          <CampaignDraftPanel
            title="The letter of this week"
            pieces={pieces.map(({ title }) => title)}
            empty="No reflection was published in the last seven days."
            isConnected={view.state === 'connected'}
            hint="A draft is made by itself each Friday. A person reads it in Mailchimp and sends it."
          />
        </IntegrationLayout>
      ),
    }
  },
})
