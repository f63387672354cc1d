'use client'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { Panel } from '@/admin/shell/panel'
import { documentedEvents } from '@/modules/fulfillment/rules/printful-events'
import { printfulScopes } from '@/platform/connections/definitions'
import { Badge, type BadgeTone } from '@/ui/badge'

type State = 'here' | 'incomplete' | 'elsewhere' | 'none' | null
const states: Record<Exclude<State, null>, { tone: BadgeTone; label: string; text: string }> = {
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

export function WebhookPanel({ state, isConnected }: { state: State; isConnected: boolean }) {
  const { send, isBusy } = useAdminMutation()
  const status = state === null ? null : states[state]
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
      <ul className="df-entries">
        {documentedEvents.map(({ recorded, real, meaning }) => (
          <li key={recorded} className="df-entry">
            <div>
              <p>
                <code className="df-code">{recorded}</code>
              </p>
              <p className="df-entry__meta">
                {recorded === real ? (
                  'Called the same at Printful'
                ) : (
                  <>
                    Called <code>{real}</code> at Printful
                  </>
                )}
                : {meaning}.
              </p>
            </div>
          </li>
        ))}
      </ul>
      <p className="df-panel__text df-soft">
        {status?.text ?? 'Whether Printful tells the shop is known after the next test.'} Besides
        these the shop asks for holds, cancellations, returns, and changes of products and stock.
        The address is a secret of this shop and is set by the button, so nothing has to be copied.
      </p>
      {isConnected ? (
        <div className="df-panel__form">
          <button
            type="button"
            className={`df-button ${state === 'here' ? 'df-button--line' : 'df-button--solid'}`}
            disabled={isBusy}
            aria-busy={isBusy}
            onClick={() =>
              void send({
                path: '/api/admin/printful/webhook',
                done: 'Events set up',
                doneText: 'Printful tells the shop what happens there.',
                failed: 'The events were not set up',
              })
            }
          >
            {isBusy
              ? 'Setting up...'
              : state === 'here'
                ? 'Set up the events again'
                : 'Set up the events'}
          </button>
        </div>
      ) : null}
    </Panel>
  )
}
