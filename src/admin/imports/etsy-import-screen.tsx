import { roleHasPermission } from '@/access/roles'
import { IntegrationLayout } from '@/admin/integrations/integration-layout'
import { defineScreen } from '@/admin/screen'
import { getConnection } from '@/modules/integrations/queries/connections'
import { getLatestSyncRun } from '@/modules/integrations/queries/sync-runs'

import { AccountDetail } from './account-detail'
import { EtsyImportPanel } from './etsy-import-panel'

export const EtsyImportScreen = defineScreen({
  requires: 'integrations:use',
  show: async (visit) => {
    const [view, run, settings] = await Promise.all([
      getConnection(visit.payload, 'etsy'),
      getLatestSyncRun(visit.payload, ['etsy-import']),
      visit.payload.findGlobal({ slug: 'shop-settings', depth: 0, select: { etsyKeywords: true } }),
    ])
    return {
      title: 'Etsy import',
      lead: 'Listings of your Etsy shop become products here. Nothing is for sale until somebody has looked at it.',
      children: (
        <IntegrationLayout
          visit={visit}
          view={view}
          testPath="/api/admin/etsy/test"
          consent="etsy"
          testFailed={{ title: 'Connection Failed', text: 'Failed to connect to Etsy API' }}
          facts={<AccountDetail name="Active listings" value={view.details?.activeListings} />}
        >
          <EtsyImportPanel
            run={run}
            keywords={settings.etsyKeywords ?? []}
            mayChangeKeywords={roleHasPermission(visit.user.role, 'settings:write')}
          />
        </IntegrationLayout>
      ),
    }
  },
})
