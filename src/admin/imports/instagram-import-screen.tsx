import { IntegrationLayout } from '@/admin/integrations/integration-layout'
import { defineScreen } from '@/admin/screen'
import { getConnection } from '@/modules/integrations/queries/connections'
import { getLatestSyncRun } from '@/modules/integrations/queries/sync-runs'

import { InstagramTokenPanel } from './instagram-token-panel'
import { PostsImportPanel } from './posts-import-panel'

export const InstagramImportScreen = defineScreen({
  requires: 'posts:import',
  show: async (context) => {
    const [view, run] = await Promise.all([
      getConnection(context.payload, 'instagram'),
      getLatestSyncRun(context.payload, ['instagram-import']),
    ])
    return {
      title: 'Instagram import',
      lead: 'Posts of your Instagram account become reflections. Only business and creator accounts can be read; Instagram lets no program into a personal one.',
      children: (
        <IntegrationLayout
          context={context}
          view={view}
          facts={{ Posts: view.details?.postCount, Followers: view.details?.followers }}
          aside={view.keysFrom && view.state !== 'off' ? <InstagramTokenPanel /> : null}
        >
          <PostsImportPanel
            latest={run}
            path="/api/admin/instagram/import"
            label="Import all posts"
            about="Every post becomes a reflection, once: its pictures are copied, hashtags become tags, and of a film its still is kept with a link to it. What is here already stays as it is."
          />
        </IntegrationLayout>
      ),
    }
  },
})
