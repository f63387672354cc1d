import { eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { connections } from '@/payload-generated-schema'
import { type Actor, audit } from '@/platform/audit'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { dayMs } from '@/platform/calendar-days'
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
import type { OAuthTokens } from '@/platform/connections/keys'
import { ensureFreshTokens, type TokenLocation } from '@/platform/connections/refresh-tokens'
import { expiredAccessTokenIssue, ProviderError } from '@/platform/http/provider-error'
import { withTransaction } from '@/platform/transaction'
import type { Providers } from '@/providers'
import type { AccountProfile, OAuthGateway } from '@/providers/interfaces'

export type IntegrationArgs = { payload: Payload; providers: Providers }

/** The scopes that each import needs. */
const requiredScopes = {
  etsy: ['shops_r', 'listings_r'],
  instagram: ['instagram_business_basic'],
  tiktok: ['user.info.basic', 'video.list'],
} satisfies Record<OAuthIntegration, readonly string[]>

/** Returns the client for connecting an account; null while the app's keys are missing. */
export async function getOAuthGateway(
  { payload, providers: { oauth } }: IntegrationArgs,
  provider: OAuthIntegration,
): Promise<OAuthGateway | null> {
  const db = payload.db.drizzle
  switch (provider) {
    case 'etsy': {
      const credentials = await readCredentials(db, 'etsy')
      return credentials && oauth.etsy(credentials.keys)
    }
    case 'instagram': {
      const credentials = await readCredentials(db, 'instagram')
      return credentials && oauth.instagram(credentials.keys)
    }
    case 'tiktok': {
      const credentials = await readCredentials(db, 'tiktok')
      return credentials && oauth.tiktok(credentials.keys)
    }
  }
}

/**
 * Stores a newly connected account in place of any previous one, and audits it.
 * @throws ProviderError permission if a scope is missing that the import needs
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
      `importing needs these permissions: ${missing.join(', ')}`,
      { retryable: false, kind: 'permission', issue: missing.join(', ') },
    )
  await withTransaction(payload, async (req, tx) => {
    // The privacy page lists the recipients of data.
    await revalidateTags(req, [cacheTags.settings])
    await saveConnectionTokens(tx, provider, tokens)
    await tx
      .update(connections)
      .set({
        connectedAs: profile.name.slice(0, 200),
        accountId: profile.id,
        details: null,
        lastGoodAt: sql`now()`,
        lastError: null,
        lastErrorAt: null,
      })
      .where(eq(connections.provider, provider))
    await audit(tx, actor, {
      action: 'connection.connected',
      subjectType: 'connection',
      subjectId: provider,
      details: { account: profile.name.slice(0, 100), scopes: tokens.scopes },
    })
  })
}

const tokenLocation = (provider: OAuthIntegration): TokenLocation => ({
  label: connectionLabels[provider],
  table: 'connections',
  value: provider,
  read: async (db) => (await readCredentials(db, provider))?.tokens ?? null,
  save: (tx, tokens) => saveConnectionTokens(tx, provider, tokens),
})

/**
 * Returns valid tokens of the connected account, renewing them if necessary.
 * @param force renews tokens that should still be valid, because the service refused them
 * @throws ProviderError sign-in if staff must connect it again
 */
export function getAccountTokens(
  args: IntegrationArgs,
  provider: OAuthIntegration,
  { force = false }: { force?: boolean } = {},
): Promise<OAuthTokens> {
  return ensureFreshTokens(
    args.payload,
    tokenLocation(provider),
    async (tokens) => {
      const gateway = await getOAuthGateway(args, provider)
      if (!gateway)
        throw new ProviderError(connectionLabels[provider], 'its keys are missing', {
          retryable: false,
          kind: 'sign-in',
        })
      return gateway.refresh(tokens)
    },
    { force },
  )
}

/** Calls the service as the connected account. If the access token is rejected, it is renewed once and the call repeated. */
export async function withAccountTokens<Result>(
  args: IntegrationArgs,
  provider: OAuthIntegration,
  call: (tokens: OAuthTokens) => Promise<Result>,
): Promise<Result> {
  try {
    return await call(await getAccountTokens(args, provider))
  } catch (error) {
    if (!(error instanceof ProviderError) || error.details.issue !== expiredAccessTokenIssue)
      throw error
    return call(await getAccountTokens(args, provider, { force: true }))
  }
}

/** Instagram's access token, valid for 60 days, is its own refresh token. This renews it weekly. */
const instagramMarginMs = 53 * dayMs
/** Each use extends the refresh tokens of the others, so those of a shop that rarely imports are renewed early. */
const refreshMarginMs = 30 * dayMs

function needsRenewal(provider: OAuthIntegration, tokens: OAuthTokens): boolean {
  const [date, marginMs] =
    provider === 'instagram'
      ? [tokens.expiresAt, instagramMarginMs]
      : [tokens.refreshExpiresAt, refreshMarginMs]
  return date !== null && Date.parse(date) - Date.now() < marginMs
}

/**
 * Renews tokens that would expire without use, once a day. An error is recorded on the connection and
 * doesn't stop the others. A repeated run finds nothing to renew.
 */
export async function renewOAuthAccounts(args: IntegrationArgs): Promise<void> {
  const { payload } = args
  for (const provider of oauthIntegrations) {
    const tokens = (await readCredentials(payload.db.drizzle, provider))?.tokens
    if (!tokens || !needsRenewal(provider, tokens)) continue
    await getAccountTokens(args, provider, { force: true }).catch((error: unknown) =>
      recordConnectionFailure(payload, provider, error),
    )
  }
}
