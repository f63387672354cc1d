import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { networkConnections } from '@/modules/social/queries/social-networks'
import { type SocialPlatform, socialPlatformLabels } from '@/modules/social/rules/social-post'
import { audit } from '@/platform/audit'
import { readCredentials } from '@/platform/connections/credentials'
import { environmentKeys, hasRequiredKeys } from '@/platform/connections/keys'
import { AppError } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'
import { type Tx, withTransaction } from '@/platform/transaction'
import { createSocialNetwork } from '@/providers'
import type { AccountProfile } from '@/providers/interfaces'
import type { SocialNetwork, SocialTokens } from '@/providers/social-network'

import {
  connectionExpiredMessage,
  expireConnection,
  openNetworkSession,
  saveSocialTokens,
} from './network-session'

type Actor = { id: number; role: string }

/** A network with the keys that the shop has now; null without keys. */
export function socialNetworkFor(payload: Payload) {
  return async (
    platform: SocialPlatform,
  ): Promise<{ network: SocialNetwork; isDouble: boolean } | null> => {
    const provider = networkConnections[platform].keys
    // Somebody who ends an import of Instagram has not said that nothing may be posted there.
    const fromEnvironment = environmentKeys[provider]
    const keys = hasRequiredKeys(provider, fromEnvironment)
      ? fromEnvironment
      : ((await readCredentials(payload.db.drizzle, provider))?.keys as
          Record<string, string> | undefined)
    if (!keys) return null
    return createSocialNetwork(platform, {
      id: keys.appId ?? keys.clientId ?? '',
      secret: keys.appSecret ?? keys.clientSecret ?? '',
    })
  }
}

const writeAccount = async (
  tx: Tx,
  platform: SocialPlatform,
  tokens: SocialTokens,
  { id, name }: AccountProfile,
): Promise<void> => {
  const {
    rows: [row],
  } = await tx.execute(sql`
    insert into social_accounts (platform, account_name, account_id, last_sync) values (${platform}, ${name}, ${id}, now())
    on conflict (platform) do update set account_name = excluded.account_name, account_id = excluded.account_id, last_sync = now() returning id`)
  const accountId = Number(row?.id)
  await saveSocialTokens(tx, platform, tokens)
  await tx.execute(
    sql`delete from social_accounts_texts where parent_id = ${accountId} and path = 'scopes'`,
  )
  await tx.execute(sql`
    insert into social_accounts_texts ("order", parent_id, path, text) select ordinality, ${accountId}, 'scopes', value from json_array_elements_text(${JSON.stringify(tokens.scopes)}::json) with ordinality`)
}

/** Keeps an account that somebody connected; one for each network, the one before it goes. */
export function saveSocialAccount(
  payload: Payload,
  actor: Actor,
  platform: SocialPlatform,
  tokens: SocialTokens,
  profile: AccountProfile,
): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    await writeAccount(tx, platform, tokens, profile)
    await audit(tx, actor, {
      action: 'social.connected',
      subjectType: 'social-account',
      subjectId: platform,
      details: { account: profile.name },
    })
  })
}

/** Forgets the tokens. What was posted stays, there and here. A second time changes nothing. */
export function disconnectSocialAccount(
  payload: Payload,
  actor: Actor,
  platform: SocialPlatform,
): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const { rows } = await tx.execute(sql`
      update social_accounts set is_active = false, sealed_tokens = null, expires_at = null, last_error = null, refreshing_until = null, updated_at = now()
      where platform = ${platform} and (is_active or sealed_tokens is not null) returning id`)
    if (rows.length > 0)
      await audit(tx, actor, {
        action: 'social.disconnected',
        subjectType: 'social-account',
        subjectId: platform,
      })
  })
}

const within = async <Result>(
  payload: Payload,
  platform: SocialPlatform,
  ask: (network: SocialNetwork, tokens: SocialTokens) => Promise<Result>,
): Promise<Result> => {
  const label = socialPlatformLabels[platform]
  const known = await socialNetworkFor(payload)(platform)
  if (!known) throw new AppError('conflict', `${label} has no keys yet.`)
  try {
    const opened = await openNetworkSession({ payload, platform }, known.network)
    if ('problem' in opened) throw new AppError('conflict', opened.problem)
    try {
      return await ask(known.network, opened.session.tokens)
    } catch (error) {
      if (error instanceof ProviderError && error.details.trouble === 'sign-in') {
        await expireConnection({ payload, platform }, opened.session.access)
        throw new AppError('conflict', connectionExpiredMessage(platform), { cause: error })
      }
      throw error
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    payload.logger.warn({ err: error, platform }, 'A network could not be asked')
    if (error.details.trouble === 'permission')
      throw new AppError(
        'conflict',
        `${label} does not allow this with the permissions we have. Please connect it again and allow everything that is asked for.`,
        { cause: error },
      )
    throw new AppError(
      'provider_unavailable',
      `${label} could not be asked just now. Please try again in a few minutes.`,
      { cause: error, retryAfterSeconds: Math.ceil((error.details.retryAfterMs ?? 60_000) / 1000) },
    )
  }
}

/** Asks the network who we are. @throws AppError in plain words */
export async function testSocialAccount(payload: Payload, platform: SocialPlatform): Promise<void> {
  await within(payload, platform, (network, tokens) => network.whoAmI(tokens))
  await payload.db.drizzle.execute(
    sql`update social_accounts set last_sync = now(), last_error = null, updated_at = now() where platform = ${platform} and is_active`,
  )
}

/** Pages and organizations this sign-in may post as; none where there is one account only. @throws AppError */
export function listSocialChoices(
  payload: Payload,
  platform: SocialPlatform,
): Promise<AccountProfile[]> {
  return within(payload, platform, (network, tokens) => network.choices(tokens))
}

/** Posts as another of them from now on. @throws AppError */
export async function chooseSocialAccount(
  payload: Payload,
  actor: Actor,
  platform: SocialPlatform,
  accountId: string,
): Promise<void> {
  const { tokens, profile } = await within(payload, platform, (network, before) =>
    network.choose(before, accountId),
  )
  await saveSocialAccount(payload, actor, platform, tokens, profile)
}
