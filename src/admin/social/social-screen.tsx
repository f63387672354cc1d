import { roleHasPermission } from '@/access/roles'
import { DeletedItemNotice } from '@/admin/list/notices'
import { Tabs } from '@/admin/list/tabs'
import { defineScreen, type ScreenContext } from '@/admin/screen'
import { getListPreferences } from '@/modules/accounts/queries/get-list-preferences'
import { listSocialNetworks } from '@/modules/social/queries/social-networks'
import {
  countSocialPosts,
  getSocialAnalytics,
  getSocialPost,
  listSocialPosts,
  type SocialCounts,
} from '@/modules/social/queries/social-posts'
import type { SocialPlatform } from '@/modules/social/rules/social-post'
import { env } from '@/platform/env'
import { pluralize } from '@/platform/pluralize'

import { AccountsTab } from './accounts-tab'
import { AnalyticsTab } from './analytics-tab'
import { CalendarTab, loadCalendar } from './calendar-tab'
import { PostEditorProvider } from './post-editor-provider'
import { PostsTab } from './posts-tab'
import {
  socialAddress,
  socialListHref,
  type SocialListParams,
  socialPageSize,
  socialTabLabels,
  socialTabs,
} from './social-list-params'

const loadTab = async (
  { payload, user }: ScreenContext,
  params: SocialListParams,
  networks: Awaited<ReturnType<typeof listSocialNetworks>>,
  counts: SocialCounts,
) => {
  const connected = networks
    .filter(({ account, hasKeys }) => account?.isActive && hasKeys)
    .map(({ platform }) => platform)
  switch (params.tab) {
    case 'accounts':
      return (
        <AccountsTab
          networks={networks}
          params={params}
          canSaveKeys={roleHasPermission(user.role, 'integrations:use')}
        />
      )
    case 'analytics':
      return <AnalyticsTab analytics={await getSocialAnalytics(payload, params.days)} />
    case 'calendar':
      return (
        <CalendarTab
          calendar={await loadCalendar(payload, params, env.SHOP_TIME_ZONE, new Date())}
          view={params.view}
          timeZone={env.SHOP_TIME_ZONE}
        />
      )
    case 'posts': {
      const { from: firstDay, to: lastDay, ...filters } = params
      const [list, views] = await Promise.all([
        listSocialPosts(payload, { ...filters, firstDay, lastDay, limit: socialPageSize }),
        getListPreferences(payload, user.id, 'social-posts'),
      ])
      return <PostsTab {...{ list, views, counts, params, connected }} />
    }
  }
}

export const SocialScreen = defineScreen({
  requires: 'social:write',
  show: async (context) => {
    const params = socialAddress.parse(context.query)
    const [networks, counts, initial] = await Promise.all([
      listSocialNetworks(context.payload),
      countSocialPosts(context.payload),
      typeof params.edit === 'number' ? getSocialPost(context.payload, params.edit) : params.edit,
    ])
    const connected = networks.filter(({ account }) => account?.isActive)
    const names = Object.fromEntries(
      connected.map(({ platform, account }) => [platform, account?.accountName ?? '']),
    ) as Partial<Record<SocialPlatform, string>>
    return {
      title: 'Social media',
      lead: `${pluralize(counts.all, 'post')}, ${counts.scheduled} scheduled${counts.failed > 0 ? `, ${counts.failed} failed` : ''}. ${connected.length === 0 ? 'No network is connected yet.' : `${pluralize(connected.length, 'network')} connected.`}`,
      children: (
        <PostEditorProvider
          initial={initial}
          listHref={socialListHref(params)}
          timeZone={env.SHOP_TIME_ZONE}
          networks={names}
        >
          {params.edit !== null && initial === null ? (
            <DeletedItemNotice trash="/admin/social?show=trash" />
          ) : null}
          <Tabs
            label="Social media"
            current={params.tab}
            tabs={socialTabs.map((value) => ({
              value,
              label: socialTabLabels[value],
              href: socialListHref({ tab: value }),
              ...(value === 'posts' ? { count: counts.all } : {}),
            }))}
          />
          {await loadTab(context, params, networks, counts)}
        </PostEditorProvider>
      ),
    }
  },
})
