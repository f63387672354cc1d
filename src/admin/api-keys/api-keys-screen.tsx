import { apiKeyPermissionLabels, type ApiKeyState, grantablePermissions } from '@/access/api-key'
import { ConfirmAction } from '@/admin/form/actions'
import { TextLink } from '@/admin/form/button'
import { LazyCreateApiKey } from '@/admin/lazy-components'
import { type Column, DataTable } from '@/admin/list/data-table'
import { Meta } from '@/admin/list/entries'
import { defineScreen } from '@/admin/screen'
import { formatDate } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import { Time } from '@/admin/shell/time'
import { type ApiKeyView, listApiKeys } from '@/modules/accounts/queries/list-api-keys'
import { pluralize } from '@/platform/pluralize'
import { Badge, type BadgeTone } from '@/ui/badge'
import { EmptyState } from '@/ui/empty-state'

const asleep = 'its maker may not use it'
const states = {
  works: ['good', 'Active'],
  expired: ['plain', 'Expired'],
  revoked: ['bad', 'Revoked'],
  [asleep]: ['warn', 'Paused'],
} satisfies Record<ApiKeyState, [BadgeTone, string]>

const isInUse = ({ state }: ApiKeyView): boolean => state === 'works' || state === asleep

const columns: Column<ApiKeyView>[] = [
  {
    head: 'Key',
    cell: ({ name, state, prefix, maker, createdAt }) => (
      <>
        <p className="df-users__name">
          {name} <Badge tone={states[state][0]}>{states[state][1]}</Badge>
        </p>
        <Meta>
          <code>{prefix}…</code> · created by {maker} on {formatDate(createdAt)}
        </Meta>
        <Meta>
          {state === asleep
            ? `${maker} no longer has these permissions, so the key is paused.`
            : null}
        </Meta>
      </>
    ),
  },
  {
    head: 'Permissions',
    card: 'Permissions:',
    cell: ({ permissions, lost }) =>
      permissions
        .map(
          (permission) =>
            `${apiKeyPermissionLabels[permission]}${lost.includes(permission) ? ' (no longer allowed)' : ''}`,
        )
        .join(', '),
  },
  {
    head: 'Last used',
    kind: 'soft',
    card: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : 'Never'),
  },
  {
    head: 'Expires',
    kind: 'soft',
    card: ({ revokedAt }) => (revokedAt ? 'Revoked' : 'Expires'),
    cell: ({ revokedAt, expiresAt }) => {
      const at = revokedAt ?? expiresAt
      return at ? <Time at={at} as="date" /> : 'Never'
    },
  },
  {
    head: 'Actions',
    kind: 'actions',
    cell: (apiKey) =>
      isInUse(apiKey) ? (
        <div className="df-row-actions">
          <ConfirmAction
            text="Revoke"
            label={`Revoke ${apiKey.name}`}
            question={`Revoke “${apiKey.name}”?`}
            verb="Revoke"
            request={{
              method: 'DELETE',
              path: `/api/admin/api-keys/${apiKey.id}`,
              done: 'Key revoked',
              failed: 'Couldn’t revoke the key',
            }}
          >
            Any app using this key loses access right away. This can’t be undone, but you can create
            a new key.
          </ConfirmAction>
        </div>
      ) : null,
  },
]

export const ApiKeysScreen = defineScreen({
  requires: 'settings:write',
  show: async ({ payload, user }) => {
    const keys = await listApiKeys(payload)
    return {
      title: 'API keys',
      lead: (
        <>
          For apps that connect to the shop. {pluralize(keys.filter(isInUse).length, 'key')} active.
          See what they can do in the{' '}
          <TextLink href="/api/docs" newTab>
            API reference
          </TextLink>
          .
        </>
      ),
      actions: (
        <LazyCreateApiKey
          grantable={grantablePermissions(user.role).map((value) => ({
            value,
            label: apiKeyPermissionLabels[value],
          }))}
        />
      ),
      children: (
        <Panel>
          {keys.length > 0 ? (
            <DataTable className="df-keys" rows={keys} columns={columns} />
          ) : (
            <EmptyState emblem="true-enough" title="No keys yet">
              Create a key for each app that reads orders or updates products. You choose what it
              can do, and you can revoke it at any time.
            </EmptyState>
          )}
        </Panel>
      ),
    }
  },
})
