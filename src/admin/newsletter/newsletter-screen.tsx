import { roleHasPermission } from '@/access/roles'
import { TextLink } from '@/admin/form/button'
import { LazyCampaignDraftPanel } from '@/admin/lazy-components'
import { ExportLink } from '@/admin/list/export-link'
import { statusFilter } from '@/admin/list/list-params'
import { Tabs } from '@/admin/list/tabs'
import { defineScreen, type ScreenContext } from '@/admin/screen'
import { Fact } from '@/admin/shell/fact'
import { Panel } from '@/admin/shell/panel'
import { getConnection } from '@/modules/integrations/queries/connections'
import { getSubscriberCounts } from '@/modules/newsletter/queries/count-subscribers'
import { maxExportedSubscribers } from '@/modules/newsletter/queries/list-subscribers'
import { listWeeklyReflections } from '@/modules/newsletter/queries/weekly-reflections'
import { pluralize } from '@/platform/pluralize'

import { subscriberAddress, SubscribersTab } from './subscribers-tab'

const tabLabels = { subscribers: 'Subscribers', weekly: 'Weekly email', delivery: 'Delivery' }
type Tab = keyof typeof tabLabels

const tabHref = (tab: Tab): string =>
  tab === 'subscribers' ? subscriberAddress.path : `${subscriberAddress.path}?tab=${tab}`

const tabOf = (param: ScreenContext['query'][string]): Tab =>
  param === 'weekly' || param === 'delivery' ? param : 'subscribers'

type Counts = Awaited<ReturnType<typeof getSubscriberCounts>>
type TabProps = Pick<ScreenContext, 'payload' | 'user'>

const isMailchimpConnected = async ({ payload }: TabProps): Promise<boolean> =>
  (await getConnection(payload, 'mailchimp')).state === 'connected'

const WeeklyTab = async (props: TabProps) => {
  const [reflections, isConnected] = await Promise.all([
    listWeeklyReflections(props.payload),
    isMailchimpConnected(props),
  ])
  return (
    <LazyCampaignDraftPanel
      title="This week’s email"
      articleTitles={reflections.map(({ title }) => title)}
      empty="No reflections were published in the last 7 days."
      isConnected={isConnected}
      hint="A draft is created automatically every Friday. If the last draft was created early, the next one also includes anything published since then, up to two weeks back. Review and send it in Mailchimp."
    />
  )
}

/** How the newsletter goes out. The connection itself is set up on the Mailchimp screen. */
const DeliveryTab = async ({ counts, ...props }: TabProps & { counts: Counts }) => {
  const isConnected = await isMailchimpConnected(props)
  return (
    <Panel
      title="Delivery"
      aside={
        roleHasPermission(props.user.role, 'integrations:use') ? (
          <TextLink look="strong" href="/admin/mailchimp">
            Mailchimp settings
          </TextLink>
        ) : undefined
      }
    >
      <dl className="df-facts">
        <Fact name="Sent with">Mailchimp ({isConnected ? 'connected' : 'not connected'})</Fact>
        <Fact name="Weekly draft">Created every Friday morning from the week’s reflections</Fact>
        <Fact name="Sign-up">Confirmed by email before anything is sent</Fact>
        <Fact name="Bounced">{pluralize(counts.cleaned, 'address', 'addresses')}</Fact>
        {isConnected ? (
          <Fact name="Waiting to sync">{pluralize(counts.unsynced, 'person', 'people')}</Fact>
        ) : null}
      </dl>
    </Panel>
  )
}

const SubscribersExport = ({ query, total }: Pick<ScreenContext, 'query'> & { total: number }) => {
  const { search, status, from, to } = subscriberAddress.parse(query)
  return (
    <ExportLink
      path="/api/admin/subscribers/export"
      filters={{ search, status: statusFilter(status), from, to }}
      total={total}
      max={maxExportedSubscribers}
    />
  )
}

export const NewsletterScreen = defineScreen({
  requires: 'subscribers:read',
  show: async ({ payload, user, query }) => {
    const tab = tabOf(query.tab)
    const counts = await getSubscriberCounts(payload)
    const total = counts.subscribed + counts.pending + counts.unsubscribed + counts.cleaned
    return {
      title: 'Newsletter',
      lead: `${pluralize(counts.subscribed, 'active subscriber')}, ${counts.pending} waiting for confirmation, ${counts.unsubscribed} unsubscribed.`,
      actions:
        tab === 'subscribers' ? <SubscribersExport query={query} total={total} /> : undefined,
      children: (
        <>
          <Tabs
            label="Newsletter"
            current={tab}
            tabs={(['subscribers', 'weekly', 'delivery'] as const).map((value) => ({
              value,
              label: tabLabels[value],
              href: tabHref(value),
            }))}
          />
          {tab === 'subscribers' ? (
            <SubscribersTab payload={payload} user={user} query={query} />
          ) : null}
          {tab === 'weekly' ? <WeeklyTab payload={payload} user={user} /> : null}
          {tab === 'delivery' ? (
            <DeliveryTab payload={payload} user={user} counts={counts} />
          ) : null}
        </>
      ),
    }
  },
})
