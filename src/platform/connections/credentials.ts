import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { audit } from '@/platform/audit'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { decrypt, encrypt } from '@/platform/encryption'
import { AppError } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'
import { type Tx, withTransaction } from '@/platform/transaction'
import type { OAuthTokens } from '@/providers/interfaces'

import {
  type ConnectionKeyValues,
  connectionLabels,
  type ConnectionProvider,
  isOAuthIntegration,
  reconnectInstruction,
} from './definitions'
import {
  type ConnectionSecrets,
  connectionSecretsPurpose,
  environmentKeys,
  hasRequiredKeys,
} from './keys'

type Actor = { id: number; role: string }
type Database = Tx | Payload['db']['drizzle']

type Row = {
  is_active: boolean
  sealed_secrets: string | null
  connected_as: string | null
  account_id: string | null
  expires_at: Date | null
}
const readRow = async (db: Database, provider: ConnectionProvider): Promise<Row | null> => {
  const {
    rows: [row],
  } = await db.execute(
    sql`select is_active, sealed_secrets, connected_as, account_id, expires_at from connections where provider = ${provider}`,
  )
  return (row as Row | undefined) ?? null
}
const secretsIn = async (
  provider: ConnectionProvider,
  row: Row | null,
): Promise<ConnectionSecrets> =>
  ((await decrypt(
    row?.sealed_secrets,
    connectionSecretsPurpose(provider),
  )) as ConnectionSecrets | null) ?? {}

export type Credentials<Provider extends ConnectionProvider = ConnectionProvider> = {
  keys: ConnectionKeyValues<Provider>
  keysFrom: 'environment' | 'panel'
  tokens: OAuthTokens | null
  accountId: string | null
}

/**
 * Keys and tokens of a service, or null when it has no keys, or was switched off. Services where somebody has to sign
 * in may still lack `tokens`. For workflows only: what it answers goes to the provider and nowhere else.
 */
export async function readCredentials<Provider extends ConnectionProvider>(
  db: Database,
  provider: Provider,
): Promise<Credentials<Provider> | null> {
  const row = await readRow(db, provider)
  const secrets = await secretsIn(provider, row)
  const fromEnvironment = hasRequiredKeys(provider, environmentKeys[provider])
  const keys = fromEnvironment ? environmentKeys[provider] : (secrets.keys ?? {})
  if (!hasRequiredKeys(provider, keys) || row?.is_active === false) return null
  return {
    keys: keys as ConnectionKeyValues<Provider>,
    keysFrom: fromEnvironment ? 'environment' : 'panel',
    tokens: secrets.tokens ?? null,
    accountId: row?.account_id ?? null,
  }
}

export function notConnectedError(provider: ConnectionProvider): AppError {
  return new AppError(
    'conflict',
    `${connectionLabels[provider]} is not connected yet. Open its screen and connect it first.`,
  )
}

/** As readCredentials. @throws AppError conflict when the service is not connected, in words for staff */
export async function requireCredentials<Provider extends ConnectionProvider>(
  db: Database,
  provider: Provider,
): Promise<Credentials<Provider>> {
  const credentials = await readCredentials(db, provider)
  if (!credentials || (isOAuthIntegration(provider) && !credentials.tokens))
    throw notConnectedError(provider)
  return credentials
}

/** Adds to what is sealed, or takes away with undefined; the row is there afterwards. */
const changeSecrets = async (
  tx: Tx,
  provider: ConnectionProvider,
  change: (secrets: ConnectionSecrets) => ConnectionSecrets,
): Promise<void> => {
  await tx.execute(
    sql`insert into connections (provider) values (${provider}) on conflict (provider) do nothing`,
  )
  const {
    rows: [row],
  } = await tx.execute(
    sql`select sealed_secrets from connections where provider = ${provider} for update`,
  )
  const secrets = change(await secretsIn(provider, row as Row))
  const sealed =
    secrets.keys || secrets.tokens
      ? await encrypt(secrets, connectionSecretsPurpose(provider))
      : null
  await tx.execute(
    sql`update connections set sealed_secrets = ${sealed}, updated_at = now() where provider = ${provider}`,
  )
}

/** Keeps the keys that somebody typed in the panel. What was known of the account is forgotten with the keys before. */
export function saveConnectionKeys(
  payload: Payload,
  actor: Actor,
  provider: ConnectionProvider,
  keys: Record<string, string>,
): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    // The privacy page names who receives something.
    await revalidateTags(req, [cacheTags.settings])
    await changeSecrets(tx, provider, () => ({ keys }))
    await tx.execute(sql`
      update connections set is_active = true, connected_as = null, account_id = null, expires_at = null, last_good_at = null, last_error_at = null, last_error = null, details = null
      where provider = ${provider}`)
    await audit(tx, actor, {
      action: 'connection.keys_saved',
      subjectType: 'connection',
      subjectId: provider,
      details: { keys: Object.keys(keys) },
    })
  })
}

/**
 * Forgets tokens and the keys of the panel; keys of the environment stay there, unused until somebody connects again.
 * A second time changes nothing.
 */
export function disconnect(
  payload: Payload,
  actor: Actor,
  provider: ConnectionProvider,
): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    // The privacy page names who receives something.
    await revalidateTags(req, [cacheTags.settings])
    await changeSecrets(tx, provider, () => ({}))
    await tx.execute(sql`
      update connections set is_active = false, connected_as = null, account_id = null, expires_at = null, last_error = null, last_error_at = null, details = null, updated_at = now()
      where provider = ${provider}`)
    await audit(tx, actor, {
      action: 'connection.disconnected',
      subjectType: 'connection',
      subjectId: provider,
    })
  })
}

/** Uses the keys of the environment again after somebody had disconnected. */
export function reconnect(
  payload: Payload,
  actor: Actor,
  provider: ConnectionProvider,
): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    // The privacy page names who receives something.
    await revalidateTags(req, [cacheTags.settings])
    await tx.execute(
      sql`update connections set is_active = true, updated_at = now() where provider = ${provider}`,
    )
    await audit(tx, actor, {
      action: 'connection.switched_on',
      subjectType: 'connection',
      subjectId: provider,
    })
  })
}

/** When a person has to act again: tokens that renew themselves live as long as what renews them. */
const humanDeadline = (tokens: OAuthTokens): string | null =>
  tokens.refreshToken ? tokens.refreshExpiresAt : tokens.expiresAt

/** Keeps the tokens that a service gave, whether at first or renewed. */
export async function saveConnectionTokens(
  tx: Tx,
  provider: ConnectionProvider,
  tokens: OAuthTokens,
): Promise<void> {
  await changeSecrets(tx, provider, (secrets) => ({ ...secrets, tokens }))
  await tx.execute(sql`
    update connections set is_active = true, expires_at = ${humanDeadline(tokens)}, refreshing_until = null, updated_at = now() where provider = ${provider}`)
  await tx.execute(
    sql`delete from connections_texts where parent_id = (select id from connections where provider = ${provider}) and path = 'scopes'`,
  )
  for (const [index, scope] of tokens.scopes.entries())
    await tx.execute(
      sql`insert into connections_texts ("order", parent_id, path, text) select ${index + 1}, id, 'scopes', ${scope} from connections where provider = ${provider}`,
    )
}

type Passport = {
  connectedAs?: string | null
  accountId?: string | null
  details?: Record<string, unknown>
}

/** After a call that went well. */
export async function recordConnectionSuccess(
  payload: Payload,
  provider: ConnectionProvider,
  { connectedAs, accountId, details }: Passport = {},
): Promise<void> {
  await payload.db.drizzle.execute(sql`
    insert into connections (provider, connected_as, account_id, details, last_good_at) values (${provider}, ${connectedAs ?? null}, ${accountId ?? null}, ${details ? JSON.stringify(details) : null}::jsonb, now())
    on conflict (provider) do update set last_good_at = now(), last_error = null, last_error_at = null, updated_at = now(),
      connected_as = coalesce(excluded.connected_as, connections.connected_as), account_id = coalesce(excluded.account_id, connections.account_id), details = coalesce(excluded.details, connections.details)`)
}

const minutes = (ms: number): string =>
  ms < 90_000
    ? 'a minute'
    : ms < 90 * 60_000
      ? `${Math.round(ms / 60_000)} minutes`
      : `${Math.round(ms / 3_600_000)} hours`

/** What staff read about a failure, and what to do. */
export function connectionErrorMessage(provider: ConnectionProvider, error: unknown): string {
  const name = connectionLabels[provider]
  if (error instanceof AppError) return error.message
  if (!(error instanceof ProviderError))
    return `Something went wrong here, not at ${name}. It was noted in the log.`
  const { trouble, retryAfterMs, issue } = error.details
  const said = error.message.slice(error.provider.length + 2)
  if (trouble === 'sign-in')
    return `${name} no longer accepts our keys or our sign-in. ${reconnectInstruction}.`
  if (trouble === 'permission')
    return `${name} does not allow this with the permissions we have (${issue ?? said}). ${reconnectInstruction} and allow everything that is asked for.`
  if (trouble === 'limit')
    return `${name} asks us to slow down. Try again in ${minutes(retryAfterMs ?? 60_000)}.`
  if (trouble === 'down')
    return `${name} cannot be reached at the moment. Nothing is lost; try again in a few minutes.`
  if (trouble === 'odd') return `${name} ${said}. It may have changed its interface.`
  return `${name} refused: ${said}.`
}

/** After a call that failed. The sentence stands on the screen until one goes well. */
export async function recordConnectionFailure(
  payload: Payload,
  provider: ConnectionProvider,
  error: unknown,
): Promise<string> {
  const words = connectionErrorMessage(provider, error)
  if (!(error instanceof AppError)) {
    payload.logger.warn({ err: error, provider }, 'A call to a service failed')
    await payload.db.drizzle.execute(sql`
      insert into connections (provider, last_error, last_error_at) values (${provider}, ${words}, now())
      on conflict (provider) do update set last_error = excluded.last_error, last_error_at = now(), updated_at = now()`)
  }
  return words
}
