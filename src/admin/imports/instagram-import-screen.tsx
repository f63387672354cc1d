import { IntegrationLayout } from '@/admin/integrations/integration-layout'
import { LazyInstagramTokenPanel, LazyPostsImportPanel } from '@/admin/lazy-components'
import { defineScreen } from '@/admin/screen'
import { getConnection } from '@/modules/integrations/queries/connections'
import { getLatestSyncRun } from '@/modules/integrations/queries/sync-runs'

export const InstagramImportScreen = defineScreen({
  requires: 'posts:import',
  show: async (context) => {
    const [view, run] = await Promise.all([
      getConnection(context.payload, 'instagram'),
      getLatestSyncRun(context.payload, ['instagram-import']),
    ])
    return {
      title: 'Instagram import',
      lead: 'Turn your Instagram posts into reflections. Requires a business or creator account; Instagram doesn’t allow imports from personal accounts.',
      children: (
        <IntegrationLayout
          context={context}
          view={view}
          facts={{ Posts: view.details?.postCount, Followers: view.details?.followers }}
          aside={view.keysFrom && view.state !== 'off' ? <LazyInstagramTokenPanel /> : null}
        >
          <LazyPostsImportPanel
            latest={run}
            path="/api/admin/instagram/import"
            label="Import all posts"
            about="Each post becomes a reflection. Images are copied, hashtags become tags, and videos are linked with a cover image. Posts you’ve already imported don’t change."
          />
        </IntegrationLayout>
      ),
    }
  },
})
