import { and, eq, isNotNull, or, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { type SocialPlatform, socialPlatformLabels } from '@/modules/social/rules/social-post'
import { social_accounts, social_accounts_texts } from '@/payload-generated-schema'
import { type Actor, audit } from '@/platform/audit'
import { AppError } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'
import { type Tx, withTransaction } from '@/platform/transaction'
import type { AccountProfile } from '@/providers/interfaces'
import type { SocialNetwork, SocialTokens } from '@/providers/social-network'

import { updatedNow } from './deliveries'
import {
  type AccountRef,
  connectionExpiredMessage,
  expireConnection,
  openNetworkSession,
  type SocialNetworkFor,
  tokenColumns,
} from './network-session'

type Context = AccountRef & { networkFor: SocialNetworkFor }

const upsertAccount = async (
  tx: Tx,
  platform: SocialPlatform,
  tokens: SocialTokens,
  { id, name }: AccountProfile,
): Promise<void> => {
  const columns = {
    accountName: name,
    accountId: id,
    lastSync: sql`now()`,
    ...(await tokenColumns(platform, tokens)),
  }
  const [account] = await tx
    .insert(social_accounts)
    .values({ platform, ...columns })
    .onConflictDoUpdate({ target: social_accounts.platform, set: columns })
    .returning({ id: social_accounts.id })
  if (!account) throw new Error('An upsert returns its row.')
  await tx
    .delete(social_accounts_texts)
    .where(
      and(eq(social_accounts_texts.parent, account.id), eq(social_accounts_texts.path, 'scopes')),
    )
  if (tokens.scopes.length > 0)
    await tx
      .insert(social_accounts_texts)
      .values(
        tokens.scopes.map((text, index) => ({
          order: index + 1,
          parent: account.id,
          path: 'scopes',
          text,
        })),
      )
}

/** Saves a connected account. Each network has one; it replaces the one before. */
export function saveSocialAccount(
  payload: Payload,
  actor: Actor,
  platform: SocialPlatform,
  tokens: SocialTokens,
  profile: AccountProfile,
): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    await upsertAccount(tx, platform, tokens, profile)
    await audit(tx, actor, {
      action: 'social.connected',
      subjectType: 'social-account',
      subjectId: platform,
      details: { account: profile.name },
    })
  })
}

/** Deletes the tokens. Published posts stay, there and here. Repeating it changes nothing. */
export function disconnectSocialAccount(
  payload: Payload,
  actor: Actor,
  platform: SocialPlatform,
): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const disconnected = await tx
      .update(social_accounts)
      .set({
        isActive: false,
        sealedTokens: null,
        expiresAt: null,
        lastError: null,
        refreshingUntil: null,
        ...updatedNow,
      })
      .where(
        and(
          eq(social_accounts.platform, platform),
          or(social_accounts.isActive, isNotNull(social_accounts.sealedTokens)),
        ),
      )
      .returning({ id: social_accounts.id })
    if (disconnected.length > 0)
      await audit(tx, actor, {
        action: 'social.disconnected',
        subjectType: 'social-account',
        subjectId: platform,
      })
  })
}

const toAppError = (platform: SocialPlatform, error: ProviderError): AppError => {
  const label = socialPlatformLabels[platform]
  const { kind, retryAfterMs } = error.details
  if (kind === 'sign-in')
    return new AppError('conflict', connectionExpiredMessage(platform), { cause: error })
  if (kind === 'permission')
    return new AppError(
      'conflict',
      `${label} needs more permissions. Reconnect it and allow every permission.`,
      { cause: error },
    )
  return new AppError(
    'provider_unavailable',
    `Couldn’t reach ${label}. Please try again in a few minutes.`,
    { cause: error, retryAfterSeconds: Math.ceil((retryAfterMs ?? 60_000) / 1000) },
  )
}

/** Runs a call to a network with its current tokens. @throws AppError with a sentence for staff */
async function withNetwork<Result>(
  { payload, platform, networkFor }: Context,
  request: (network: SocialNetwork, tokens: SocialTokens) => Promise<Result>,
): Promise<Result> {
  const client = await networkFor(platform)
  if (!client) throw new AppError('conflict', `${socialPlatformLabels[platform]} has no keys yet.`)
  let accessToken: string | undefined
  try {
    const opened = await openNetworkSession({ payload, platform }, client.network)
    if ('problem' in opened) throw new AppError('conflict', opened.problem)
    accessToken = opened.session.access
    return await request(client.network, opened.session.tokens)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.details.kind === 'sign-in' && accessToken !== undefined)
      await expireConnection({ payload, platform }, accessToken)
    else payload.logger.warn({ err: error, platform }, 'A call to a network failed')
    throw toAppError(platform, error)
  }
}

/** Checks the connection by asking the network whose account it is. @throws AppError */
export async function testSocialAccount(context: Context): Promise<void> {
  const { payload, platform } = context
  await withNetwork(context, (network, tokens) => network.whoAmI(tokens))
  await payload.db.drizzle
    .update(social_accounts)
    .set({ lastSync: sql`now()`, lastError: null, ...updatedNow })
    .where(and(eq(social_accounts.platform, platform), social_accounts.isActive))
}

/** Lists pages and organizations this sign-in may post as; empty where it has one account only. @throws AppError */
export function listSocialChoices(context: Context): Promise<AccountProfile[]> {
  return withNetwork(context, (network, tokens) => network.listAccounts(tokens))
}

/** Selects the page or organization that posts are published as. @throws AppError */
export async function chooseSocialAccount(
  context: Context,
  actor: Actor,
  accountId: string,
): Promise<void> {
  const { tokens, profile } = await withNetwork(context, (network, currentTokens) =>
    network.selectAccount(currentTokens, accountId),
  )
  await saveSocialAccount(context.payload, actor, context.platform, tokens, profile)
}
