import { getConnection } from '../../queries/connection-view'
import { ServiceBody } from '../connections/service-body'
import { Panel } from '../parts/panel'
import { screen } from '../screen'

export const PrintfulSyncScreen = screen({
  requires: 'integrations:use',
  show: async (visit) => {
    const view = await getConnection(visit.payload, 'printful')
    return {
      title: 'Printful sync',
      lead: 'Products from Printful into the shop, and prices from the shop to Printful.',
      children: (
        <ServiceBody visit={visit} view={view} testPath="/api/admin/printful/test">
          <Panel title="What happens here"><p className="df-panel__text">A synchronization reads every product at Printful. A preview says first what would change.</p></Panel>
        </ServiceBody>
      ),
    }
  },
})
