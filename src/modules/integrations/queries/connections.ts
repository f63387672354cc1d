import { and, asc, eq, getTableColumns, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'
import type { z } from 'zod'

import type { connectionResponse } from '@/modules/integrations/schemas'
import { connections, connections_texts } from '@/payload-generated-schema'
import { toIsoDate } from '@/platform/calendar-days'
import {
  connectionKeys,
  connectionLabels,
  type ConnectionProvider,
  isOAuthIntegration,
} from '@/platform/connections/definitions'
import {
  type ConnectionSecrets,
  environmentKeys,
  hasRequiredKeys,
} from '@/platform/connections/keys'
import { decrypt, purposes } from '@/platform/encryption'

/** A connection as its screen shows it, without secrets. */
export type ConnectionView = z.infer<typeof connectionResponse>
export type ConnectionState = ConnectionView['state']

const maskSecret = (secret: string): string => (secret.length > 8 ? `…${secret.slice(-4)}` : '…')

function selectConnections({ db: { drizzle } }: Payload) {
  const scopes = drizzle
    .select({ scope: connections_texts.text })
    .from(connections_texts)
    .where(and(eq(connections_texts.parent, connections.id), eq(connections_texts.path, 'scopes')))
    .orderBy(asc(connections_texts.order))
  return drizzle
    .select({ ...getTableColumns(connections), scopes: sql<string[]>`array${scopes}` })
    .from(connections)
}
type ConnectionRow = Awaited<ReturnType<typeof selectConnections>>[number]

async function toView(
  provider: ConnectionProvider,
  row: ConnectionRow | undefined,
): Promise<ConnectionView> {
  const secrets =
    ((await decrypt(
      row?.sealedSecrets,
      purposes.connection(provider),
    )) as ConnectionSecrets | null) ?? {}
  const fromEnvironment = hasRequiredKeys(provider, environmentKeys[provider])
  const keys = fromEnvironment ? environmentKeys[provider] : (secrets.keys ?? {})
  const hasKeys = hasRequiredKeys(provider, keys)
  const expiresAt = toIsoDate(row?.expiresAt)
  const state: ConnectionState = !hasKeys
    ? 'keys'
    : row?.isActive === false
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
        shown: value ? ('plain' in key ? value : maskSecret(value)) : null,
      }
    }),
    connectedAs: row?.connectedAs ?? null,
    accountId: row?.accountId ?? null,
    scopes: row?.scopes ?? [],
    expiresAt,
    lastGoodAt: toIsoDate(row?.lastGoodAt),
    lastErrorAt: toIsoDate(row?.lastErrorAt),
    lastError: row?.lastError ?? null,
    details: (row?.details ?? null) as Record<string, unknown> | null,
  }
}

/** Returns the connections of these providers, in their order, with one query. */
export async function listConnections(
  payload: Payload,
  providers: readonly ConnectionProvider[],
): Promise<ConnectionView[]> {
  const rows = await selectConnections(payload)
  return Promise.all(
    providers.map((provider) =>
      toView(
        provider,
        rows.find((row) => row.provider === provider),
      ),
    ),
  )
}

export async function getConnection(
  payload: Payload,
  provider: ConnectionProvider,
): Promise<ConnectionView> {
  const [row] = await selectConnections(payload).where(eq(connections.provider, provider))
  return toView(provider, row)
}
