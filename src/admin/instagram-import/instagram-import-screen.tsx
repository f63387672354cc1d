import { getConnection } from '../../queries/connection-view'
import { ServiceBody } from '../connections/service-body'
import { Panel } from '../parts/panel'
import { screen } from '../screen'

export const InstagramImportScreen = screen({
  requires: 'posts:import',
  show: async (visit) => {
    const view = await getConnection(visit.payload, 'instagram')
    return {
      title: 'Instagram import',
      lead: 'Posts of your Instagram account become reflections.',
      children: (
        <ServiceBody visit={visit} view={view} testPath="/api/admin/instagram/test" consent="instagram">
          <Panel title="What happens here"><p className="df-panel__text">Only professional accounts (Business or Creator) can be read by any program. A personal account cannot.</p></Panel>
        </ServiceBody>
      ),
    }
  },
})
