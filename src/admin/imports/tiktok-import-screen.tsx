import { IntegrationLayout } from '@/admin/integrations/integration-layout'
import { LazyPostsImportPanel } from '@/admin/lazy-components'
import { defineScreen } from '@/admin/screen'
import { getConnection } from '@/modules/integrations/queries/connections'
import { getLatestSyncRun } from '@/modules/integrations/queries/sync-runs'

export const TikTokImportScreen = defineScreen({
  requires: 'posts:import',
  show: async (context) => {
    const [view, run] = await Promise.all([
      getConnection(context.payload, 'tiktok'),
      getLatestSyncRun(context.payload, ['tiktok-import']),
    ])
    const user = (view.details?.userInfo ?? {}) as Record<string, unknown>
    return {
      title: 'TikTok import',
      lead: 'Turn your TikTok videos into reflections.',
      children: (
        <IntegrationLayout
          context={context}
          view={view}
          facts={{
            Name: user.display_name,
            About: user.bio_description,
            Videos: user.video_count,
            Followers: user.follower_count,
            Likes: user.likes_count,
          }}
        >
          <LazyPostsImportPanel
            latest={run}
            path="/api/admin/tiktok/import"
            label="Import all videos"
            about="Each public video becomes a reflection with its caption, cover image, and a link. The video stays on TikTok, and our pages load nothing from there. Videos you’ve already imported don’t change."
          />
        </IntegrationLayout>
      ),
    }
  },
})
