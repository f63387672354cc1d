import { getConnection } from '../../queries/connection-view'
import { ServiceBody } from '../connections/service-body'
import { Panel } from '../parts/panel'
import { screen } from '../screen'

export const TikTokImportScreen = screen({
  requires: 'posts:import',
  show: async (visit) => {
    const view = await getConnection(visit.payload, 'tiktok')
    return {
      title: 'TikTok import',
      lead: 'Videos of your TikTok account become reflections.',
      children: (
        <ServiceBody visit={visit} view={view} testPath="/api/admin/tiktok/test" consent="tiktok">
          <Panel title="What happens here"><p className="df-panel__text">A reflection keeps the words and the cover, and links to the video; nothing of TikTok is loaded in the shop.</p></Panel>
        </ServiceBody>
      ),
    }
  },
})
