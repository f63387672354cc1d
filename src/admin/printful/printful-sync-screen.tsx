import { IntegrationLayout } from '@/admin/integrations/integration-layout'
import { LazyProductSyncPanel } from '@/admin/lazy-components'
import { defineScreen } from '@/admin/screen'
import { getConnection } from '@/modules/integrations/queries/connections'
import { getLatestSyncRun } from '@/modules/integrations/queries/sync-runs'

export const PrintfulSyncScreen = defineScreen({
  requires: 'integrations:use',
  show: async (context) => {
    const [view, from, to] = await Promise.all([
      getConnection(context.payload, 'printful'),
      getLatestSyncRun(context.payload, ['printful-sync']),
      getLatestSyncRun(context.payload, ['printful-push']),
    ])
    const isLive = (run: typeof from) => run?.status === 'queued' || run?.status === 'running'
    return {
      title: 'Printful sync',
      lead: 'Import products from Printful, or send your prices to Printful.',
      children: (
        <IntegrationLayout context={context} view={view}>
          <LazyProductSyncPanel direction="from" latest={from} isBusyElsewhere={isLive(to)} />
          <LazyProductSyncPanel direction="to" latest={to} isBusyElsewhere={isLive(from)} />
        </IntegrationLayout>
      ),
    }
  },
})
