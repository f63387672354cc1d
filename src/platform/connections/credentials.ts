import { and, eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { connections, connections_texts } from '@/payload-generated-schema'
import { type Actor, audit } from '@/platform/audit'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { decrypt, encrypt, purposes } from '@/platform/encryption'
import { AppError } from '@/platform/errors'
import { ProviderError, statusMessage, timeoutMessage } from '@/platform/http/provider-error'
import { type Db, type Tx, withTransaction } from '@/platform/transaction'

import {
  type ConnectionKeyValues,
  connectionLabels,
  type ConnectionProvider,
  isOAuthIntegration,
  usesOAuth,
} from './definitions'
import { type ConnectionSecrets, environmentKeys, hasRequiredKeys, type OAuthTokens } from './keys'

type Connection = typeof connections.$inferSelect
const isConnection = (provider: ConnectionProvider) => eq(connections.provider, provider)
const now = sql`now()`

const readRow = async (db: Db, provider: ConnectionProvider): Promise<Connection | undefined> =>
  (await db.select().from(connections).where(isConnection(provider)))[0]

const secretsIn = async (
  provider: ConnectionProvider,
  row: { sealedSecrets: string | null } | undefined,
): Promise<ConnectionSecrets> =>
  ((await decrypt(
    row?.sealedSecrets,
    purposes.connection(provider),
  )) as ConnectionSecrets | null) ?? {}

export type Credentials<Provider extends ConnectionProvider = ConnectionProvider> = {
  keys: ConnectionKeyValues<Provider>
  keysFrom: 'environment' | 'panel'
  tokens: OAuthTokens | null
  accountId: string | null
}

/**
 * Returns the keys and tokens of a service; null if it has no keys or was disconnected. `tokens` is
 * null until someone signs in. Pass the result to the provider only.
 */
export async function readCredentials<Provider extends ConnectionProvider>(
  db: Db,
  provider: Provider,
): Promise<Credentials<Provider> | null> {
  const row = await readRow(db, provider)
  const secrets = await secretsIn(provider, row)
  const fromEnvironment = hasRequiredKeys(provider, environmentKeys[provider])
  const keys = fromEnvironment ? environmentKeys[provider] : (secrets.keys ?? {})
  if (!hasRequiredKeys(provider, keys) || row?.isActive === false) return null
  return {
    keys: keys as ConnectionKeyValues<Provider>,
    keysFrom: fromEnvironment ? 'environment' : 'panel',
    tokens: secrets.tokens ?? null,
    accountId: row?.accountId ?? null,
  }
}

/** Whether a service was ever connected: its row stays when it is disconnected. */
export async function wasEverConnected(db: Db, provider: ConnectionProvider): Promise<boolean> {
  return (await readRow(db, provider)) !== undefined
}

export function notConnectedError(provider: ConnectionProvider): AppError {
  return new AppError(
    'conflict',
    `${connectionLabels[provider]} isn’t connected yet. Connect it first.`,
  )
}

/** Like readCredentials. @throws AppError conflict with a message for staff if the service is not connected */
export async function requireCredentials<Provider extends ConnectionProvider>(
  db: Db,
  provider: Provider,
): Promise<Credentials<Provider>> {
  const credentials = await readCredentials(db, provider)
  if (!credentials || (isOAuthIntegration(provider) && !credentials.tokens))
    throw notConnectedError(provider)
  return credentials
}

/** Changes the encrypted secrets of a connection; creates its row if necessary. */
const changeSecrets = async (
  tx: Tx,
  provider: ConnectionProvider,
  change: (secrets: ConnectionSecrets) => ConnectionSecrets,
): Promise<void> => {
  await tx
    .insert(connections)
    .values({ provider })
    .onConflictDoNothing({ target: connections.provider })
  const [row] = await tx
    .select({ sealedSecrets: connections.sealedSecrets })
    .from(connections)
    .where(isConnection(provider))
    .for('update')
  const secrets = change(await secretsIn(provider, row))
  const sealedSecrets =
    secrets.keys || secrets.tokens ? await encrypt(secrets, purposes.connection(provider)) : null
  await tx.update(connections).set({ sealedSecrets, updatedAt: now }).where(isConnection(provider))
}

/** The fields of the connected account, cleared. */
const noAccount = {
  connectedAs: null,
  accountId: null,
  expiresAt: null,
  lastError: null,
  lastErrorAt: null,
  details: null,
}

/** Saves the keys entered in the admin; what was known of the account before is deleted. */
export function saveConnectionKeys(
  payload: Payload,
  actor: Actor,
  provider: ConnectionProvider,
  keys: Record<string, string>,
): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    // The privacy page lists the connected services.
    await revalidateTags(req, [cacheTags.settings])
    await changeSecrets(tx, provider, () => ({ keys }))
    await tx
      .update(connections)
      .set({ ...noAccount, isActive: true, lastGoodAt: null })
      .where(isConnection(provider))
    await audit(tx, actor, {
      action: 'connection.keys_saved',
      subjectType: 'connection',
      subjectId: provider,
      details: { keys: Object.keys(keys) },
    })
  })
}

/**
 * Turns a connection off, or uses the keys of the environment again. Turning it off deletes tokens and the keys saved in
 * the admin, and keys of the environment are not used until someone connects again. Repeating it changes nothing.
 */
export function switchConnection(
  payload: Payload,
  actor: Actor,
  provider: ConnectionProvider,
  isActive: boolean,
): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    await revalidateTags(req, [cacheTags.settings])
    if (!isActive) await changeSecrets(tx, provider, () => ({}))
    await tx
      .update(connections)
      .set({ ...(isActive ? {} : noAccount), isActive, updatedAt: now })
      .where(isConnection(provider))
    await audit(tx, actor, {
      action: isActive ? 'connection.switched_on' : 'connection.disconnected',
      subjectType: 'connection',
      subjectId: provider,
    })
  })
}

/** When someone has to sign in again: renewable tokens last as long as their refresh token. */
const signInDeadline = (tokens: OAuthTokens): string | null =>
  tokens.refreshToken ? tokens.refreshExpiresAt : tokens.expiresAt

/** Saves the tokens of a service, new or renewed. */
export async function saveConnectionTokens(
  tx: Tx,
  provider: ConnectionProvider,
  tokens: OAuthTokens,
): Promise<void> {
  await changeSecrets(tx, provider, (secrets) => ({ ...secrets, tokens }))
  const [row] = await tx
    .update(connections)
    .set({
      isActive: true,
      expiresAt: signInDeadline(tokens),
      refreshingUntil: null,
      updatedAt: now,
    })
    .where(isConnection(provider))
    .returning({ id: connections.id })
  if (!row) return
  await tx
    .delete(connections_texts)
    .where(and(eq(connections_texts.parent, row.id), eq(connections_texts.path, 'scopes')))
  if (tokens.scopes.length > 0)
    await tx
      .insert(connections_texts)
      .values(
        tokens.scopes.map((text, index) => ({
          order: index + 1,
          parent: row.id,
          path: 'scopes',
          text,
        })),
      )
}

type ConnectedAccount = {
  connectedAs?: string | null
  accountId?: string | null
  details?: Record<string, unknown>
}

/** Records a successful call, and what it says about the account. */
export async function recordConnectionSuccess(
  payload: Payload,
  provider: ConnectionProvider,
  { connectedAs, accountId, details }: ConnectedAccount = {},
): Promise<void> {
  // Undefined values keep what is known.
  const values = {
    connectedAs: connectedAs ?? undefined,
    accountId: accountId ?? undefined,
    details,
    lastGoodAt: now,
  }
  await payload.db.drizzle
    .insert(connections)
    .values({ provider, ...values })
    .onConflictDoUpdate({
      target: connections.provider,
      set: { ...values, lastError: null, lastErrorAt: null, updatedAt: now },
    })
}

const minutes = (ms: number): string =>
  ms < 90_000
    ? 'a minute'
    : ms < 90 * 60_000
      ? `${Math.round(ms / 60_000)} minutes`
      : `${Math.round(ms / 3_600_000)} hours`

/** What staff can do about keys or a sign-in that a service rejects. */
const reconnectInstruction = (provider: ConnectionProvider): string =>
  usesOAuth(provider)
    ? 'Sign in again'
    : hasRequiredKeys(provider, environmentKeys[provider])
      ? 'Replace the key in the server environment, then restart the shop'
      : 'Enter a new key'

const outageOf = (name: string, status: number, reason: string): string =>
  status
    ? `${name} is having problems right now (HTTP ${status}).`
    : reason === timeoutMessage
      ? `${name} ${reason}.`
      : `Couldn’t reach ${name}.`

/**
 * Returns the message for staff about a failed call, with what to do.
 * @param nextStep what happens next, if that isn't up to staff
 */
export function connectionErrorMessage(
  provider: ConnectionProvider,
  error: unknown,
  nextStep?: string,
): string {
  const name = connectionLabels[provider]
  if (error instanceof AppError) return error.message
  if (!(error instanceof ProviderError))
    return `Something went wrong on our side, not with ${name}. See the server log for details.`
  const { kind, retryAfterMs, status = 0 } = error.details
  const reason = error.message.slice(error.provider.length + 2).replace(/\.+$/, '')
  const detail = reason === statusMessage(status) ? ` (HTTP ${status})` : `: ${reason}`
  const advise = (text: string): string => (nextStep ?? text) && ` ${nextStep ?? text}`
  if (kind === 'sign-in')
    return `${name} no longer accepts our ${usesOAuth(provider) ? 'sign-in' : 'key'}. ${reconnectInstruction(provider)}.`
  if (kind === 'permission')
    return `${name} needs more permissions${detail}. ${reconnectInstruction(provider)}${usesOAuth(provider) ? ' and allow every permission' : ''}.`
  if (kind === 'limit')
    return `${name} ${status === 403 ? 'refused our call (HTTP 403), usually because we sent too many at once' : 'asked us to slow down'}.${advise(`Try again in ${minutes(retryAfterMs ?? 60_000)}.`)}`
  if (kind === 'down')
    return `${outageOf(name, status, reason)}${advise('Nothing was lost; try again in a few minutes.')}`
  if (kind === 'unexpected')
    return `${name} ${reason}.${advise('Try again in a few minutes. If it keeps happening, its API may have changed.')}`
  return `${name} refused${detail}.`
}

/** Records a failed call and returns its message, which screens show until a call succeeds. */
export async function recordConnectionFailure(
  payload: Payload,
  provider: ConnectionProvider,
  error: unknown,
): Promise<string> {
  const message = connectionErrorMessage(provider, error)
  if (!(error instanceof AppError) || error.cause instanceof ProviderError) {
    payload.logger.warn({ err: error, provider }, 'A call to a service failed')
    const failure = { lastError: message, lastErrorAt: now }
    await payload.db.drizzle
      .insert(connections)
      .values({ provider, ...failure })
      .onConflictDoUpdate({ target: connections.provider, set: { ...failure, updatedAt: now } })
  }
  return message
}
