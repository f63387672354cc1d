import { IntegrationLayout } from '@/admin/integrations/integration-layout'
import { defineScreen } from '@/admin/screen'
import { getConnection } from '@/modules/integrations/queries/connections'
import { getLatestSyncRun } from '@/modules/integrations/queries/sync-runs'

import { AccountDetail } from './account-detail'
import { InstagramTokenPanel } from './instagram-token-panel'
import { PostsImportPanel } from './posts-import-panel'

export const InstagramImportScreen = defineScreen({
  requires: 'posts:import',
  show: async (visit) => {
    const [view, run] = await Promise.all([
      getConnection(visit.payload, 'instagram'),
      getLatestSyncRun(visit.payload, ['instagram-import']),
    ])
    return {
      title: 'Instagram import',
      lead: 'Posts of your Instagram account become reflections. Only business and creator accounts can be read; Instagram lets no program into a personal one.',
      children: (
        <IntegrationLayout
          visit={visit}
          view={view}
          testPath="/api/admin/instagram/test"
          consent="instagram"
          facts={
            <>
              <AccountDetail name="Posts" value={view.details?.postCount} />
              <AccountDetail name="Followers" value={view.details?.followers} />
            </>
          }
          aside={view.keysFrom && view.state !== 'off' ? <InstagramTokenPanel /> : null}
        >
          <PostsImportPanel
            run={run}
            path="/api/admin/instagram/import"
            label="Import all posts"
            about="Every post becomes a reflection, once: its pictures are copied, hashtags become tags, and of a film its still is kept with a link to it. What is here already stays as it is."
          />
        </IntegrationLayout>
      ),
    }
  },
})
