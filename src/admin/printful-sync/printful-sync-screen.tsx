import { getConnection } from '../../queries/connection-view'
import { getLatestRun } from '../../queries/sync-runs'
import { ServiceBody } from '../connections/service-body'
import { screen } from '../screen'
import { SyncPanel } from './sync-panel'

export const PrintfulSyncScreen = screen({
  requires: 'integrations:use',
  show: async (visit) => {
    const [view, from, to] = await Promise.all([getConnection(visit.payload, 'printful'), getLatestRun(visit.payload, ['printful-sync']), getLatestRun(visit.payload, ['printful-push'])])
    const isLive = (run: typeof from) => run?.status === 'queued' || run?.status === 'running'
    return {
      title: 'Printful sync',
      lead: 'Products from Printful into the shop, and prices from the shop to Printful.',
      children: (
        <ServiceBody visit={visit} view={view} testPath="/api/admin/printful/test">
          <SyncPanel direction="from" latest={from} isBusyElsewhere={isLive(to)} />
          <SyncPanel direction="to" latest={to} isBusyElsewhere={isLive(from)} />
        </ServiceBody>
      ),
    }
  },
})
