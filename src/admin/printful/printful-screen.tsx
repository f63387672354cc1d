import { getConnection } from '../../queries/connection-view'
import { ServiceBody } from '../connections/service-body'
import { Panel } from '../parts/panel'
import { screen } from '../screen'

export const PrintfulScreen = screen({
  requires: 'integrations:use',
  show: async (visit) => {
    const view = await getConnection(visit.payload, 'printful')
    return {
      title: 'Printful',
      lead: 'What Printful prints, packs and sends.',
      children: (
        <ServiceBody visit={visit} view={view} testPath="/api/admin/printful/test">
          <Panel title="What happens here"><p className="df-panel__text">The products that come from Printful, and the orders that go there.</p></Panel>
        </ServiceBody>
      ),
    }
  },
})
