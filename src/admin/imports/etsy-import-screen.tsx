import { roleHasPermission } from '@/access/roles'
import { IntegrationLayout } from '@/admin/integrations/integration-layout'
import { LazyEtsyImportPanel } from '@/admin/lazy-components'
import { defineScreen } from '@/admin/screen'
import { getConnection } from '@/modules/integrations/queries/connections'
import { getLatestSyncRun } from '@/modules/integrations/queries/sync-runs'

export const EtsyImportScreen = defineScreen({
  requires: 'integrations:use',
  show: async (context) => {
    const [view, run, settings] = await Promise.all([
      getConnection(context.payload, 'etsy'),
      getLatestSyncRun(context.payload, ['etsy-import']),
      context.payload.findGlobal({
        slug: 'shop-settings',
        depth: 0,
        select: { etsyKeywords: true },
      }),
    ])
    return {
      title: 'Etsy import',
      lead: 'Turn your Etsy listings into products. Nothing goes on sale until you review it.',
      children: (
        <IntegrationLayout
          context={context}
          view={view}
          testFailed={{ title: 'Connection Failed', text: 'Failed to connect to Etsy API' }}
          facts={{ 'Active listings': view.details?.activeListings }}
        >
          <LazyEtsyImportPanel
            run={run}
            keywords={settings.etsyKeywords ?? []}
            mayChangeKeywords={roleHasPermission(context.user.role, 'settings:write')}
          />
        </IntegrationLayout>
      ),
    }
  },
})
