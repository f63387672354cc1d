import { Time } from '@/admin/shell/facts'
import { TextLink } from '@/admin/form/button'
import { apiKeyPermissionLabels, type ApiKeyState, grantablePermissions } from '@/access/api-key'
import { Badge, type BadgeTone } from '@/admin/list/badge'
import { EmptyState } from '@/admin/list/empty-state'
import { defineScreen } from '@/admin/screen'
import { formatDate } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import { pluralize } from '@/admin/shell/pluralize'
import { type ApiKeyView, listApiKeys } from '@/modules/accounts/queries/list-api-keys'

import { CreateApiKey } from './create-api-key'
import { RevokeApiKey } from './revoke-api-key'

const states = {
  works: ['good', 'Works'],
  expired: ['plain', 'Expired'],
  revoked: ['bad', 'Revoked'],
  'its maker may not use it': ['warn', 'Asleep'],
} satisfies Record<ApiKeyState, [BadgeTone, string]>

const lives = ({ state }: ApiKeyView): boolean =>
  state === 'works' || state === 'its maker may not use it'

const mayWords = ({ permissions, lost }: ApiKeyView): string =>
  permissions
    .map(
      (permission) =>
        `${apiKeyPermissionLabels[permission]}${lost.includes(permission) ? ' (not any more)' : ''}`,
    )
    .join(', ')

const Row = ({ apiKey }: { apiKey: ApiKeyView }) => (
  <tr>
    <td>
      <p className="df-users__name">
        {apiKey.name} <Badge tone={states[apiKey.state][0]}>{states[apiKey.state][1]}</Badge>
      </p>
      <p className="df-entry__meta">
        <code>{apiKey.prefix}…</code> · made by {apiKey.maker} on {formatDate(apiKey.createdAt)}
      </p>
      {apiKey.state === 'its maker may not use it' ? (
        <p className="df-entry__meta">
          {apiKey.maker} may not do this any more, so the key does nothing.
        </p>
      ) : null}
    </td>
    <td>
      <span className="df-card-only df-soft">May: </span>
      {mayWords(apiKey)}
    </td>
    <td className="df-soft">
      <span className="df-card-only">Last used </span>
      {apiKey.lastUsedAt ? <Time at={apiKey.lastUsedAt} /> : 'Never'}
    </td>
    <td className="df-soft">
      <span className="df-card-only">{apiKey.revokedAt ? 'Revoked ' : 'Expires '}</span>
      {apiKey.revokedAt ? (
        <Time at={apiKey.revokedAt} as="date" />
      ) : apiKey.expiresAt ? (
        <Time at={apiKey.expiresAt} as="date" />
      ) : (
        'Never'
      )}
    </td>
    <td>{lives(apiKey) ? <RevokeApiKey id={apiKey.id} name={apiKey.name} /> : null}</td>
  </tr>
)

export const ApiKeysScreen = defineScreen({
  requires: 'settings:write',
  show: async ({ payload, user }) => {
    const keys = await listApiKeys(payload)
    const grantable = grantablePermissions(user.role).map((value) => ({
      value,
      label: apiKeyPermissionLabels[value],
    }))
    return {
      title: 'API keys',
      lead: (
        <>
          For programs that work for the shop. {pluralize(keys.filter(lives).length, 'key')} in use.
          What they can call is described under{' '}
          <TextLink href="/api/docs" newTab>
            API
          </TextLink>
          .
        </>
      ),
      actions: <CreateApiKey grantable={grantable} />,
      children: (
        <Panel>
          {keys.length > 0 ? (
            <table className="df-table df-keys">
              <thead>
                <tr>
                  <th scope="col">Key</th>
                  <th scope="col">May</th>
                  <th scope="col">Last used</th>
                  <th scope="col">Expires</th>
                  <th scope="col">
                    <span className="df-hidden">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {keys.map((apiKey) => (
                  <Row key={apiKey.id} apiKey={apiKey} />
                ))}
              </tbody>
            </table>
          ) : (
            <EmptyState emblem="true-enough" title="No keys yet">
              A program that reads orders or writes products signs in with a key of its own. It may
              do only what you choose, and you can revoke it at any time.
            </EmptyState>
          )}
        </Panel>
      ),
    }
  },
})
