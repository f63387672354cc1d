import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { audit } from '@/platform/audit'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import {
  readCredentials,
  recordConnectionFailure,
  saveConnectionTokens,
} from '@/platform/connections/credentials'
import {
  connectionLabels,
  type OAuthIntegration,
  oauthIntegrations,
} from '@/platform/connections/definitions'
import { ensureFreshTokens, type TokenLocation } from '@/platform/connections/refresh-tokens'
import { expiredAccessTokenIssue, ProviderError } from '@/platform/http/provider-error'
import { withTransaction } from '@/platform/transaction'
import { getProviders } from '@/providers'
import type { OAuthTokens } from '@/platform/connections/keys'
import type { AccountProfile, OAuthGateway } from '@/providers/interfaces'

type Actor = { id: number; role: string }
type Database = Payload['db']['drizzle']

/** What an account must have allowed for its import to work. */
export const requiredScopes = {
  etsy: ['shops_r', 'listings_r'],
  instagram: ['instagram_business_basic'],
  tiktok: ['user.info.basic', 'video.list'],
} satisfies Record<OAuthIntegration, readonly string[]>

/** How this service's account is connected; null while its keys are missing. */
export async function getOAuthGateway(
  db: Database,
  provider: OAuthIntegration,
): Promise<OAuthGateway | null> {
  const { consents } = getProviders()
  switch (provider) {
    case 'etsy':
      return readCredentials(db, 'etsy').then((found) => found && consents.etsy(found.keys))
    case 'instagram':
      return readCredentials(db, 'instagram').then(
        (found) => found && consents.instagram(found.keys),
      )
    case 'tiktok':
      return readCredentials(db, 'tiktok').then((found) => found && consents.tiktok(found.keys))
  }
}

/**
 * Keeps the account that somebody just connected, in place of any other, and notes who did it.
 * @throws ProviderError permission when something was left out that the import cannot do without
 */
export async function saveOAuthAccount(
  payload: Payload,
  actor: Actor,
  provider: OAuthIntegration,
  tokens: OAuthTokens,
  profile: AccountProfile,
): Promise<void> {
  const missing = requiredScopes[provider].filter((scope) => !tokens.scopes.includes(scope))
  if (missing.length > 0)
    throw new ProviderError(
      connectionLabels[provider],
      `without ${missing.join(', ')} nothing can be imported`,
      { retryable: false, trouble: 'permission', issue: missing.join(', ') },
    )
  await withTransaction(payload, async (req, tx) => {
    // The privacy page names who receives something.
    await revalidateTags(req, [cacheTags.settings])
    await saveConnectionTokens(tx, provider, tokens)
    await tx.execute(sql`
      update connections set connected_as = ${profile.name.slice(0, 200)}, account_id = ${profile.id}, details = null, last_good_at = now(), last_error = null, last_error_at = null
      where provider = ${provider}`)
    await audit(tx, actor, {
      action: 'connection.connected',
      subjectType: 'connection',
      subjectId: provider,
      details: { account: profile.name.slice(0, 100), scopes: tokens.scopes },
    })
  })
}

const placeOf = (payload: Payload, provider: OAuthIntegration): TokenLocation => ({
  label: connectionLabels[provider],
  table: 'connections',
  value: provider,
  read: async () => (await readCredentials(payload.db.drizzle, provider))?.tokens ?? null,
  save: (tx, tokens) => saveConnectionTokens(tx, provider, tokens),
})

/** Tokens of the connected account that are good now. @throws ProviderError sign-in when a person has to act */
export function getAccountTokens(
  payload: Payload,
  provider: OAuthIntegration,
  options: { marginMs?: number; force?: boolean } = {},
): Promise<OAuthTokens> {
  return ensureFreshTokens(
    payload,
    placeOf(payload, provider),
    async (tokens) => {
      const gateway = await getOAuthGateway(payload.db.drizzle, provider)
      if (!gateway)
        throw new ProviderError(connectionLabels[provider], 'its keys are missing', {
          retryable: false,
          trouble: 'sign-in',
        })
      return gateway.refresh(tokens)
    },
    options,
  )
}

/** Calls as the connected account. When the service says that the access token is dead, it is renewed, once, and the call repeated. */
export async function withAccountTokens<Result>(
  payload: Payload,
  provider: OAuthIntegration,
  call: (tokens: OAuthTokens) => Promise<Result>,
): Promise<Result> {
  try {
    return await call(await getAccountTokens(payload, provider))
  } catch (error) {
    if (!(error instanceof ProviderError) || error.details.issue !== expiredAccessTokenIssue)
      throw error
    return call(await getAccountTokens(payload, provider, { force: true }))
  }
}

const day = 86_400_000
/** Instagram's token renews itself and lives sixty days: a week after the last time it is renewed again. */
const instagramMarginMs = 53 * day
/** Refresh tokens of the others get their full life again with every use; a shop that imports rarely must not lose them. */
const refreshMarginMs = 30 * day

const needsRenewal = (provider: OAuthIntegration, tokens: OAuthTokens): boolean => {
  const [date, margin] =
    provider === 'instagram'
      ? [tokens.expiresAt, instagramMarginMs]
      : [tokens.refreshExpiresAt, refreshMarginMs]
  return date !== null && Date.parse(date) - Date.now() < margin
}

/**
 * Once a day: renews what would run out for want of use, so that nobody has to sign in again. What cannot be renewed
 * stands on its screen in words, and the others are renewed all the same. A second run finds nothing to do.
 */
export async function renewOAuthAccounts(payload: Payload): Promise<void> {
  for (const provider of oauthIntegrations) {
    const tokens = (await readCredentials(payload.db.drizzle, provider))?.tokens
    if (!tokens || !needsRenewal(provider, tokens)) continue
    await getAccountTokens(payload, provider, { force: true }).catch((error: unknown) =>
      recordConnectionFailure(payload, provider, error),
    )
  }
}
