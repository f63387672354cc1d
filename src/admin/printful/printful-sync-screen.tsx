import { IntegrationLayout } from '@/admin/integrations/integration-layout'
import { defineScreen } from '@/admin/screen'
import { getConnection } from '@/modules/integrations/queries/connections'
import { getLatestSyncRun } from '@/modules/integrations/queries/sync-runs'

import { ProductSyncPanel } from './product-sync-panel'

export const PrintfulSyncScreen = defineScreen({
  requires: 'integrations:use',
  show: async (visit) => {
    const [view, from, to] = await Promise.all([
      getConnection(visit.payload, 'printful'),
      getLatestSyncRun(visit.payload, ['printful-sync']),
      getLatestSyncRun(visit.payload, ['printful-push']),
    ])
    const isLive = (run: typeof from) => run?.status === 'queued' || run?.status === 'running'
    return {
      title: 'Printful sync',
      lead: 'Products from Printful into the shop, and prices from the shop to Printful.',
      children: (
        <IntegrationLayout visit={visit} view={view} testPath="/api/admin/printful/test">
          <ProductSyncPanel direction="from" latest={from} isBusyElsewhere={isLive(to)} />
          <ProductSyncPanel direction="to" latest={to} isBusyElsewhere={isLive(from)} />
        </IntegrationLayout>
      ),
    }
  },
})
