import { ActionButton } from '@/admin/form/actions'
import { Entries, Meta } from '@/admin/list/entries'
import { Panel } from '@/admin/shell/panel'
import { documentedEvents } from '@/modules/fulfillment/rules/printful-events'
import type { ConnectionView } from '@/modules/integrations/queries/connections'
import { printfulScopes } from '@/platform/connections/definitions'
import { Badge, type BadgeTone } from '@/ui/badge'

const states: Record<string, { tone: BadgeTone; label: string; text: string }> = {
  here: { tone: 'good', label: 'On', text: 'Webhooks are on.' },
  incomplete: { tone: 'warn', label: 'Incomplete', text: 'Some webhook events are missing.' },
  elsewhere: {
    tone: 'warn',
    label: 'Different URL',
    text: 'Printful sends webhooks to a different URL. Turning them on here replaces it, because each store has only one.',
  },
  none: {
    tone: 'plain',
    label: 'Off',
    text: 'Webhooks are off. The shop checks for updates every 15 minutes instead.',
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
              'Same name on Printful'
            ) : (
              <>
                Called <code>{real}</code> on Printful
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
          In Printful’s Developer Portal, create a private token for this store with the scopes{' '}
          {new Intl.ListFormat('en-US').format(printfulScopes)}, then enter it under Connection.
        </li>
        <li>Test the connection.</li>
        <li>Turn on webhooks for the events below.</li>
        <li>Sync from Printful.</li>
      </ol>
      <DocumentedEvents />
      <p className="df-panel__text df-soft">
        {status?.text ?? 'Test the connection to check webhook status.'} Webhooks also cover holds,
        cancellations, returns, and product and stock changes. The webhook URL is set automatically,
        so there’s nothing to copy.
      </p>
      {state === 'connected' ? (
        <div className="df-panel__form">
          <ActionButton
            variant={isSetUp ? 'line' : 'solid'}
            busyText="Turning on…"
            request={{
              path: '/api/admin/printful/webhook',
              done: 'Webhooks are on',
              doneText: 'Printful now sends order updates to the shop.',
              failed: 'Couldn’t turn on webhooks',
            }}
          >
            {isSetUp ? 'Reset webhooks' : 'Turn on webhooks'}
          </ActionButton>
        </div>
      ) : null}
    </Panel>
  )
}
