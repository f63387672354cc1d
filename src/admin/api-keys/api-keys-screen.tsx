import { z } from 'zod'

import { apiKeyPermissionLabels, type ApiKeyState, grantablePermissions } from '@/access/api-key'
import { ConfirmAction } from '@/admin/form/actions'
import { TextLink } from '@/admin/form/button'
import { LazyCreateApiKey } from '@/admin/lazy-components'
import { type Column, DataTable } from '@/admin/list/data-table'
import { Meta } from '@/admin/list/entries'
import { ListTools } from '@/admin/list/list-panel'
import { createListParams } from '@/admin/list/list-params'
import { sortHeads } from '@/admin/list/sort-head'
import { defineScreen } from '@/admin/screen'
import { formatDate } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import { Time } from '@/admin/shell/time'
import {
  type ApiKeySort,
  apiKeySorts,
  type ApiKeyView,
  listApiKeys,
} from '@/modules/accounts/queries/list-api-keys'
import { pluralize } from '@/platform/pluralize'
import { Badge, type BadgeTone } from '@/ui/badge'
import { EmptyState } from '@/ui/empty-state'

const states = {
  active: ['good', 'Active'],
  expired: ['plain', 'Expired'],
  revoked: ['bad', 'Revoked'],
  paused: ['warn', 'Paused'],
} satisfies Record<ApiKeyState, [BadgeTone, string]>

const isInUse = ({ state }: ApiKeyView): boolean => state === 'active' || state === 'paused'

const address = createListParams(
  '/admin/api-keys',
  z.object({ sort: z.enum(apiKeySorts).catch('active').default('active') }),
)
type Params = ReturnType<typeof address.parse>
const sortLabels = {
  active: 'Active first',
  name: 'Name A to Z',
  'name-z': 'Name Z to A',
  used: 'Most recently used',
  'used-old': 'Least recently used',
  expires: 'Expires first',
  'expires-late': 'Expires last',
} satisfies Record<ApiKeySort, string>
const sortable = sortHeads(address, {
  Key: { ascending: 'name', descending: 'name-z' },
  'Last used': { ascending: 'used-old', descending: 'used', first: 'descending' },
  Expires: { ascending: 'expires', descending: 'expires-late' },
})

const KeyCell = ({ name, state, prefix, creator, createdAt }: ApiKeyView) => (
  <>
    <p className="df-users__name">
      {name} <Badge tone={states[state][0]}>{states[state][1]}</Badge>
    </p>
    <Meta>
      <code>{prefix}…</code> · created by {creator} on {formatDate(createdAt)}
    </Meta>
    <Meta>
      {state === 'paused'
        ? `${creator} no longer has these permissions, so the key is paused.`
        : null}
    </Meta>
  </>
)

const columnsFor = (params: Params): Column<ApiKeyView>[] => [
  { ...sortable('Key', params), cell: (key) => <KeyCell {...key} /> },
  {
    head: 'Permissions',
    card: 'Permissions:',
    cell: ({ permissions, lostPermissions }) =>
      permissions
        .map(
          (permission) =>
            `${apiKeyPermissionLabels[permission]}${lostPermissions.includes(permission) ? ' (no longer allowed)' : ''}`,
        )
        .join(', '),
  },
  {
    ...sortable('Last used', params),
    kind: 'soft',
    card: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : 'Never'),
  },
  {
    ...sortable('Expires', params),
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
  show: async ({ payload, user, query }) => {
    const params = address.parse(query)
    const keys = await listApiKeys(payload, params)
    return {
      title: 'API keys',
      lead: (
        <>
          For apps that connect to the shop. {pluralize(keys.filter(isInUse).length, 'active key')}.
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
        <>
          <ListTools
            address={address}
            params={params}
            label="API keys"
            selects={{ sort: ['Sort', Object.entries(sortLabels)] }}
          />
          <Panel>
            {keys.length > 0 ? (
              <DataTable className="df-keys" rows={keys} columns={columnsFor(params)} />
            ) : (
              <EmptyState emblem="true-enough" title="No keys yet">
                Create a key for each app that reads orders or updates products. You choose what it
                can do, and you can revoke it at any time.
              </EmptyState>
            )}
          </Panel>
        </>
      ),
    }
  },
})
