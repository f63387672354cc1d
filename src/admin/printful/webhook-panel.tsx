import { ActionButton } from '@/admin/form/actions'
import { Entries, Meta } from '@/admin/list/entries'
import { Panel } from '@/admin/shell/panel'
import { documentedEvents } from '@/modules/fulfillment/rules/printful-events'
import type { ConnectionView } from '@/modules/integrations/queries/connections'
import { printfulScopes } from '@/platform/connections/definitions'
import { Badge, type BadgeTone } from '@/ui/badge'

const states: Record<string, { tone: BadgeTone; label: string; text: string }> = {
  here: { tone: 'good', label: 'Set up', text: 'Printful tells the shop what happens.' },
  incomplete: {
    tone: 'warn',
    label: 'Not everything',
    text: 'Printful does not tell everything that the shop asks for.',
  },
  elsewhere: {
    tone: 'warn',
    label: 'Elsewhere',
    text: 'Printful tells another address. Setting it up here takes its place: Printful has one for each store.',
  },
  none: {
    tone: 'plain',
    label: 'Not set up',
    text: 'Printful tells nobody yet. The shop looks by itself every 15 minutes meanwhile.',
  },
}

const DocumentedEvents = () => (
  <Entries>
    {documentedEvents.map(({ recorded, real, meaning }) => (
      <li key={recorded} className="df-entry">
        <div>
          <p>
            <code className="df-code">{recorded}</code>
          </p>
          <Meta>
            {recorded === real ? (
              'Called the same at Printful'
            ) : (
              <>
                Called <code>{real}</code> at Printful
              </>
            )}
            : {meaning}.
          </Meta>
        </div>
      </li>
    ))}
  </Entries>
)

/** @param view its details hold where Printful sends its events, as the last test read it */
export function WebhookPanel({ view: { details, state } }: { view: ConnectionView }) {
  const webhook = typeof details?.webhook === 'string' ? details.webhook : ''
  const status = Object.hasOwn(states, webhook) ? states[webhook] : undefined
  const isSetUp = webhook === 'here'
  return (
    <Panel
      title="Setup"
      aside={status ? <Badge tone={status.tone}>{status.label}</Badge> : undefined}
    >
      <ol className="df-steps">
        <li>
          In Printful’s Developer Portal, make a private token for this store that may use{' '}
          {new Intl.ListFormat('en-US').format(printfulScopes)}, and enter it under Connection.
        </li>
        <li>Test the connection.</li>
        <li>Set up the events below with the button: Printful then tells the shop by itself.</li>
        <li>Sync from Printful.</li>
      </ol>
      <DocumentedEvents />
      <p className="df-panel__text df-soft">
        {status?.text ?? 'Whether Printful tells the shop is known after the next test.'} Besides
        these the shop asks for holds, cancellations, returns, and changes of products and stock.
        The address is a secret of this shop and is set by the button, so nothing has to be copied.
      </p>
      {state === 'connected' ? (
        <div className="df-panel__form">
          <ActionButton
            variant={isSetUp ? 'line' : 'solid'}
            busyText="Setting up..."
            request={{
              path: '/api/admin/printful/webhook',
              done: 'Events set up',
              doneText: 'Printful tells the shop what happens there.',
              failed: 'The events were not set up',
            }}
          >
            {isSetUp ? 'Set up the events again' : 'Set up the events'}
          </ActionButton>
        </div>
      ) : null}
    </Panel>
  )
}
