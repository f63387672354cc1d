import { getConnection } from '../../queries/connection-view'
import { ServiceBody } from '../connections/service-body'
import { Panel } from '../parts/panel'
import { screen } from '../screen'

export const MailchimpScreen = screen({
  requires: 'integrations:use',
  show: async (visit) => {
    const view = await getConnection(visit.payload, 'mailchimp')
    return {
      title: 'Mailchimp',
      lead: 'The people who asked for the letter, in step with your Mailchimp audience.',
      children: (
        <ServiceBody visit={visit} view={view} testPath="/api/admin/mailchimp/test">
          <Panel title="What happens here"><p className="df-panel__text">Only people who said yes are told to Mailchimp; whoever leaves in one place leaves in both.</p></Panel>
        </ServiceBody>
      ),
    }
  },
})
