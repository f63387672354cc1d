import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import {
  connectionKeys,
  connectionLabels,
  type ConnectionProvider,
  isOAuthIntegration,
} from '@/platform/connections/definitions'
import {
  type ConnectionSecrets,
  connectionSecretsPurpose,
  environmentKeys,
  hasRequiredKeys,
} from '@/platform/connections/keys'
import { decrypt } from '@/platform/encryption'

/**
 * `keys`: no keys yet. `off`: disconnected by staff while keys are in the environment. `sign-in`: keys, but nobody
 * agreed yet. `expired`: the consent has run out.
 */
export type ConnectionState = 'keys' | 'off' | 'sign-in' | 'expired' | 'connected'

/** The passport of a service, as its screen shows it. No secret is in it. */
export type ConnectionView = {
  provider: ConnectionProvider
  label: string
  state: ConnectionState
  keysFrom: 'environment' | 'panel' | null
  /** Keys that are no secret, and the last four letters of those that are. */
  keys: { name: string; label: string; shown: string | null }[]
  connectedAs: string | null
  accountId: string | null
  scopes: string[]
  expiresAt: string | null
  lastGoodAt: string | null
  lastErrorAt: string | null
  lastError: string | null
  /** What the last test answered. */
  details: Record<string, unknown> | null
}

const iso = (value: unknown): string | null =>
  value ? new Date(value as string).toISOString() : null
const ending = (secret: string): string => (secret.length > 8 ? `…${secret.slice(-4)}` : '…')

type Row = Record<string, unknown> & { is_active: boolean; sealed_secrets: string | null }

const toView = async (
  provider: ConnectionProvider,
  row: Row | undefined,
): Promise<ConnectionView> => {
  const secrets =
    ((await decrypt(
      row?.sealed_secrets,
      connectionSecretsPurpose(provider),
    )) as ConnectionSecrets | null) ?? {}
  const fromEnvironment = hasRequiredKeys(provider, environmentKeys[provider])
  const keys = fromEnvironment ? environmentKeys[provider] : (secrets.keys ?? {})
  const hasKeys = hasRequiredKeys(provider, keys)
  const expiresAt = iso(row?.expires_at)
  const state: ConnectionState = !hasKeys
    ? 'keys'
    : row?.is_active === false
      ? 'off'
      : isOAuthIntegration(provider) && !secrets.tokens
        ? 'sign-in'
        : expiresAt && Date.parse(expiresAt) < Date.now()
          ? 'expired'
          : 'connected'
  return {
    provider,
    label: connectionLabels[provider],
    state,
    keysFrom: hasKeys ? (fromEnvironment ? 'environment' : 'panel') : null,
    keys: connectionKeys[provider].map((key) => {
      const value = keys[key.name]
      return {
        name: key.name,
        label: key.label,
        shown: value ? ('plain' in key ? value : ending(value)) : null,
      }
    }),
    connectedAs: (row?.connected_as as string | null) ?? null,
    accountId: (row?.account_id as string | null) ?? null,
    scopes: (row?.scopes as string[] | null) ?? [],
    expiresAt,
    lastGoodAt: iso(row?.last_good_at),
    lastErrorAt: iso(row?.last_error_at),
    lastError: (row?.last_error as string | null) ?? null,
    details: (row?.details as Record<string, unknown> | null) ?? null,
  }
}

/** How these services are connected, in the order asked for, with one query. */
export async function listConnections(
  payload: Payload,
  providers: readonly ConnectionProvider[],
): Promise<ConnectionView[]> {
  const { rows } = await payload.db.drizzle.execute(sql`
    select c.*, array(select text from connections_texts t where t.parent_id = c.id and t.path = 'scopes' order by t."order") as scopes from connections c`)
  return Promise.all(
    providers.map((provider) =>
      toView(provider, rows.find((row) => row.provider === provider) as Row | undefined),
    ),
  )
}

export async function getConnection(
  payload: Payload,
  provider: ConnectionProvider,
): Promise<ConnectionView> {
  return (await listConnections(payload, [provider]))[0] as ConnectionView
}
