import { IntegrationLayout } from '@/admin/integrations/integration-layout'
import { defineScreen } from '@/admin/screen'
import { getConnection } from '@/modules/integrations/queries/connections'
import { getLatestSyncRun } from '@/modules/integrations/queries/sync-runs'

import { AccountDetail } from './account-detail'
import { PostsImportPanel } from './posts-import-panel'

export const TikTokImportScreen = defineScreen({
  requires: 'posts:import',
  show: async (visit) => {
    const [view, run] = await Promise.all([
      getConnection(visit.payload, 'tiktok'),
      getLatestSyncRun(visit.payload, ['tiktok-import']),
    ])
    const user = (view.details?.userInfo ?? {}) as Record<string, unknown>
    return {
      title: 'TikTok import',
      lead: 'Videos of your TikTok account become reflections.',
      children: (
        <IntegrationLayout
          visit={visit}
          view={view}
          testPath="/api/admin/tiktok/test"
          consent="tiktok"
          facts={
            <>
              <AccountDetail name="Name" value={user.display_name} />
              <AccountDetail name="About" value={user.bio_description} />
              <AccountDetail name="Videos" value={user.video_count} />
              <AccountDetail name="Followers" value={user.follower_count} />
              <AccountDetail name="Likes" value={user.likes_count} />
            </>
          }
        >
          <PostsImportPanel
            run={run}
            path="/api/admin/tiktok/import"
            label="Import all videos"
            about="Every public video becomes a reflection, once: its words, its cover and a link to it. The video itself stays at TikTok, and our pages load nothing from there. What is here already stays as it is."
          />
        </IntegrationLayout>
      ),
    }
  },
})
