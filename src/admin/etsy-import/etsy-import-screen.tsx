import { getConnection } from '../../queries/connection-view'
import { ServiceBody } from '../connections/service-body'
import { Panel } from '../parts/panel'
import { screen } from '../screen'

export const EtsyImportScreen = screen({
  requires: 'integrations:use',
  show: async (visit) => {
    const view = await getConnection(visit.payload, 'etsy')
    return {
      title: 'Etsy import',
      lead: 'Listings of your Etsy shop become products here.',
      children: (
        <ServiceBody visit={visit} view={view} testPath="/api/admin/etsy/test" consent="etsy">
          <Panel title="What happens here"><p className="df-panel__text">What is imported is not for sale until somebody has looked at it.</p></Panel>
        </ServiceBody>
      ),
    }
  },
})
