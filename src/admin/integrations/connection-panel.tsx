import { LazyConnectionActions } from '@/admin/lazy-components'
import { Fact } from '@/admin/shell/fact'
import { formatDateTime } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import { Time } from '@/admin/shell/time'
import type { ConnectionView } from '@/modules/integrations/queries/connections'
import { describeScopes } from '@/modules/integrations/rules/scope-labels'

import { ConnectionBadge } from './connection-badge'

const advice = (view: ConnectionView, mayManage: boolean): string | null => {
  if (view.state === 'keys')
    return mayManage
      ? `${view.label} isn’t connected. Enter its keys to connect. They’re stored encrypted and never shown again.`
      : `${view.label} isn’t connected. Ask an admin to enter its keys.`
  if (view.state === 'off')
    return `${view.label} is disconnected. Its keys are still in the server environment.`
  if (view.state === 'sign-in')
    return `The keys are set. Sign in to ${view.label} to finish connecting.`
  if (view.state === 'expired')
    return `The ${view.label} sign-in has expired. Sign in again to reconnect.`
  return null
}

const factText = (value: unknown): string =>
  typeof value === 'number' ? value.toLocaleString('en-US') : typeof value === 'string' ? value : ''

const ConnectionFacts = ({ view, facts }: Pick<Props, 'view' | 'facts'>) => {
  const shownKeys = view.keys.flatMap(({ label, shown }) => (shown ? [`${label} ${shown}`] : []))
  return (
    <dl className="df-facts df-passport">
      {Object.entries({
        'Connected as': view.connectedAs,
        Account: view.accountId,
        ...facts,
        Permissions: describeScopes(view.scopes),
      }).map(([name, value]) =>
        factText(value) ? (
          <Fact key={name} name={name}>
            {factText(value)}
          </Fact>
        ) : null,
      )}
      <Fact name="Keys">
        {view.keysFrom === 'environment' ? 'Server environment' : 'Entered here'}
        {shownKeys.length > 0 ? `: ${shownKeys.join(', ')}` : ''}
      </Fact>
      <Fact name="Last successful call">
        {view.lastGoodAt ? <Time at={view.lastGoodAt} /> : 'None yet'}
      </Fact>
      {view.expiresAt ? (
        <Fact name="Expires">
          <Time at={view.expiresAt} />
        </Fact>
      ) : null}
    </dl>
  )
}

type Props = {
  view: ConnectionView
  mayManage: boolean
  /** About the account; texts and numbers are shown. */
  facts?: Record<string, unknown>
}

/** The account, its permissions, the last calls, and the actions of a connection. */
export function ConnectionPanel({ view, mayManage, facts }: Props) {
  const text = advice(view, mayManage)
  return (
    <Panel
      title="Connection"
      aside={<ConnectionBadge state={view.state} lastError={view.lastError} />}
    >
      {text ? <p className="df-panel__text">{text}</p> : null}
      {view.lastError && view.state !== 'keys' && view.state !== 'off' ? (
        <p className="df-panel__text">
          <span className="df-note df-note--block" role="status">
            {view.lastError}
            {view.lastErrorAt ? (
              <>
                {' '}
                <time dateTime={view.lastErrorAt}>({formatDateTime(view.lastErrorAt)})</time>
              </>
            ) : null}
          </span>
        </p>
      ) : null}
      {view.keysFrom ? <ConnectionFacts view={view} facts={facts} /> : null}
      <LazyConnectionActions view={view} mayManage={mayManage} />
    </Panel>
  )
}
