import { redirect } from 'next/navigation'
import { roleMay } from '../../domain/roles'
import type { SocialPlatform } from '../../domain/social-post'
import { env } from '../../env'
import { countSocialPosts, getSocialAnalytics, getSocialPost, listSocialPosts } from '../../queries/admin-social'
import { listSocialNetworks } from '../../queries/social-networks'
import { counted } from '../parts/counted'
import { GoneNote } from '../parts/gone-note'
import { Tabs } from '../parts/tabs'
import { screen, type Visit } from '../screen'
import { AccountsTab } from './accounts-tab'
import { AnalyticsTab } from './analytics-tab'
import { CalendarTab, readCalendar } from './calendar-tab'
import { PostsTab } from './posts-tab'
import { SocialDesk } from './social-desk'
import { parseSocialParams, socialHref, type SocialParams, socialPerPage, socialTabLabels, socialTabs } from './social-params'

const readTab = async ({ payload, user }: Visit, params: SocialParams, networks: Awaited<ReturnType<typeof listSocialNetworks>>) => {
  const connected = networks.filter(({ account, hasKeys }) => account?.isActive && hasKeys).map(({ platform }) => platform)
  switch (params.tab) {
    case 'accounts': return <AccountsTab networks={networks} params={params} mayKeepKeys={roleMay(user.role, 'integrations:use')} />
    case 'analytics': return <AnalyticsTab analytics={await getSocialAnalytics(payload, params.days)} />
    case 'calendar': return <CalendarTab calendar={await readCalendar(payload, params, env.SHOP_TIME_ZONE, new Date())} view={params.view} timeZone={env.SHOP_TIME_ZONE} />
    case 'posts': {
      const [list, counts] = await Promise.all([listSocialPosts(payload, { ...params, limit: socialPerPage }), countSocialPosts(payload)])
      if (list.rows.length === 0 && list.total > 0) redirect(socialHref({ ...params, page: list.pages }))
      return <PostsTab list={list} counts={counts} params={params} connected={connected} />
    }
  }
}

/** Posts for other networks: written, planned, sent and counted here. */
export const SocialScreen = screen({
  requires: 'social:write',
  show: async (visit) => {
    const params = parseSocialParams(visit.query)
    const [networks, counts, opened] = await Promise.all([
      listSocialNetworks(visit.payload), countSocialPosts(visit.payload), typeof params.edit === 'number' ? getSocialPost(visit.payload, params.edit) : params.edit,
    ])
    const connected = networks.filter(({ account }) => account?.isActive)
    const names = Object.fromEntries(connected.map(({ platform, account }) => [platform, account?.accountName ?? ''])) as Partial<Record<SocialPlatform, string>>
    return {
      title: 'Social media',
      lead: `${counted(counts.all, 'post')}, ${counts.scheduled} scheduled${counts.failed > 0 ? `, ${counts.failed} failed` : ''}. ${connected.length === 0 ? 'No network is connected yet.' : `${counted(connected.length, 'network')} connected.`}`,
      children: (
        <SocialDesk opened={opened} around={socialHref(params)} timeZone={env.SHOP_TIME_ZONE} networks={names}>
          {params.edit !== null && opened === null ? <GoneNote trash="/admin/social?show=trash" /> : null}
          <Tabs
            label="Social media" current={params.tab}
            tabs={socialTabs.map((value) => ({ value, label: socialTabLabels[value], href: socialHref({ tab: value }), ...(value === 'posts' ? { count: counts.all } : {}) }))}
          />
          {await readTab(visit, params, networks)}
        </SocialDesk>
      ),
    }
  },
})
