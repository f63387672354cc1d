import { randomUUID } from 'node:crypto'

import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { readPostAttachments } from '@/modules/social/queries/post-preview'
import { getSocialPost } from '@/modules/social/queries/social-posts'
import {
  type DeliveryStatus,
  type SocialPlatform,
  socialPlatformLabels,
} from '@/modules/social/rules/social-post'
import { ProviderError } from '@/platform/http/provider-error'
import type { NetworkPost, PublishSteps, SocialNetwork } from '@/providers/social-network'

import { buildPost } from './build-post'
import { type DeliveryProgress, finishDelivery, parseProgress } from './deliveries'
import {
  connectionExpiredMessage,
  expireConnection,
  type NetworkSession,
  openNetworkSession,
} from './network-session'

export type SocialNetworkFor = (
  platform: SocialPlatform,
) => Promise<{ network: SocialNetwork; isDouble: boolean } | null>
type Given = { payload: Payload; networkFor: SocialNetworkFor; siteUrl: string }
type Claimed = {
  id: number
  postId: number
  platform: SocialPlatform
  status: DeliveryStatus
  progress: DeliveryProgress
  claim: string
}

const leaseSeconds = 180
/** Looks after a lost answer: soon, and once more when it surely is in the network's lists. */
const lookAfterSeconds = [15, 75, 240, 900]
const looksBeforeAgain = 2
const mostPauses = 40
const mostHandOvers = 3
/** A look that fails is tried so often before a person has to look. */
const mostLookTroubles = 8

/**
 * Takes a delivery for this run, by compare-and-set: one that waits; one whose answer was lost; one whose worker was
 * killed. If that one had begun the call that publishes, it may be out, and is looked for first.
 */
const claimDelivery = async ({ db }: Payload, id: number): Promise<Claimed | null> => {
  const claim = randomUUID()
  const {
    rows: [row],
  } = await db.drizzle.execute(sql`
    update social_deliveries set updated_at = now(), attempts = attempts + (case status when 'waiting' then 1 else 0 end),
      status = case when status = 'unknown' or (status = 'sending' and progress ? 'handedOverAt') then 'unknown'::enum_social_deliveries_status else 'sending' end,
      progress = coalesce(progress, '{}') || jsonb_build_object('claim', ${claim}::text, 'claimUntil', now() + make_interval(secs => ${leaseSeconds}))
    where id = ${id} and status in ('waiting', 'sending', 'unknown') and not coalesce((progress->>'over')::boolean, false)
      and coalesce((progress->>'claimUntil')::timestamptz < now(), true) and coalesce((progress->>'notBefore')::timestamptz <= now() + interval '2 seconds', true)
    returning id, post_id as "postId", platform, status, progress`)
  if (!row) return null
  return {
    ...(row as unknown as Omit<Claimed, 'progress' | 'claim'>),
    progress: parseProgress(row.progress),
    claim,
  }
}

/** Keeps a step, and the claim for another while. @throws LostClaim when another run took over */
const keepProgress = async (
  { db }: Payload,
  { id, claim }: Claimed,
  change: DeliveryProgress,
): Promise<void> => {
  const { rows } = await db.drizzle.execute(sql`
    update social_deliveries set updated_at = now(), progress = progress || ${JSON.stringify(change)}::jsonb || jsonb_build_object('claimUntil', now() + make_interval(secs => ${leaseSeconds}))
    where id = ${id} and progress->>'claim' = ${claim} returning id`)
  if (rows.length === 0) throw new LostClaim()
}
class LostClaim extends Error {}

/** The call cannot have reached anybody. */
const wasNotSent = ({ details: { trouble, retryable, cause } }: ProviderError): boolean => {
  if (trouble === 'down' && !retryable) return true
  const reasons = [cause, (cause as { cause?: unknown } | undefined)?.cause] as (
    { code?: string } | undefined
  )[]
  return reasons.some((one) =>
    ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(one?.code ?? ''),
  )
}
/** The same words, or on Facebook (506, 1366051) the same pictures: at a second try that is most likely the first. */
const saysItIsThere = (issue = ''): boolean =>
  issue === 'duplicate' || /^506(\/|$)|\/1366051$/.test(issue)
const plain = (error: ProviderError): string => error.message.replace(/^[\w-]+: /, '')
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
const pausedUntil = (seconds: number): Pick<DeliveryProgress, 'notBefore'> => ({
  notBefore: new Date(Date.now() + seconds * 1000).toISOString(),
})

/**
 * Sends one post to one network, or goes on with it. Every step is written before the next; the call that publishes is
 * marked before it is made and is never repeated unless the network itself was asked and does not have the post. What
 * passes by itself (a limit, a network that is down) waits and comes again; what does not ends with a plain reason.
 * Safe to run at any time, from any state, by several workers at once.
 */
export async function publishSocialPost(given: Given, deliveryId: number): Promise<void> {
  const claimed = await claimDelivery(given.payload, deliveryId)
  if (!claimed) return
  try {
    await carry(given, claimed)
  } catch (error) {
    if (!(error instanceof LostClaim)) throw error
  }
}

const carry = async (given: Given, claimed: Claimed): Promise<void> => {
  const { payload } = given
  const { platform } = claimed
  const name = socialPlatformLabels[platform]
  const progress = { ...claimed.progress }
  const finish = (
    change: Omit<Parameters<typeof finishDelivery>[2], 'progress'> & {
      progress?: DeliveryProgress
    },
  ) => finishDelivery(payload, claimed, { ...change, progress: change.progress ?? progress })
  const fail = (reason: string) => finish({ status: 'failed', reason, progress: {} })
  /** Not sure, and nobody can be asked: a person looks. */
  const askPerson = (reason: string) =>
    finish({ status: 'unknown', reason, progress: { ...progress, over: true } })
  const pause = (seconds: number, reason: string) => {
    if ((progress.pauses ?? 0) >= mostPauses)
      return fail(`${reason} It was tried ${mostPauses} times.`)
    return finish({
      status: claimed.status === 'unknown' ? 'unknown' : 'waiting',
      reason,
      againInSeconds: seconds,
      progress: { ...progress, pauses: (progress.pauses ?? 0) + 1, ...pausedUntil(seconds) },
    })
  }

  const stored = await getSocialPost(payload, claimed.postId)
  if (!stored) return
  const known = await given.networkFor(platform)
  const isLookingOnly = claimed.status === 'unknown'
  if (!known)
    return isLookingOnly
      ? askPerson(`Whether it is on ${name} could not be found out. Please look there.`)
      : fail(`${name} has no keys yet. See Accounts.`)
  const { network, isDouble } = known
  const parts = await readPostAttachments(payload, stored)
  const outgoing = await buildPost(platform, stored, parts, { siteUrl: given.siteUrl, isDouble })
  if ('problem' in outgoing)
    return isLookingOnly
      ? askPerson(`Whether it is on ${name} could not be found out. Please look there.`)
      : fail(outgoing.problem)

  /** What to do about a call that surely published nothing. */
  const stumble = async (error: ProviderError, session: NetworkSession | null): Promise<void> => {
    const { trouble, retryAfterMs, issue } = error.details
    if (trouble === 'limit')
      return pause(
        Math.max(1, Math.ceil((retryAfterMs ?? 60_000) / 1000)),
        issue === 'in-progress'
          ? sentence(plain(error))
          : `${name} asks us to wait. It goes out by itself later.`,
      )
    // An answer nobody understands is often somebody's gateway, and passes.
    if (trouble === 'down' || (trouble === 'odd' && (progress.pauses ?? 0) < 3))
      return pause(
        Math.min(900, 30 * 2 ** Math.min(progress.pauses ?? 0, 5)),
        `${name} could not be reached. It is tried again by itself.`,
      )
    if (trouble === 'sign-in' && session) {
      if (session.tokens.refreshToken && (progress.pauses ?? 0) < 2) {
        const renewed = await openNetworkSession({ payload, platform }, network, {
          force: true,
        }).catch(() => null)
        if (renewed && 'session' in renewed && renewed.session.access !== session.access)
          return pause(1, `The sign-in at ${name} was renewed.`)
      }
      await expireConnection({ payload, platform }, session.access)
      return fail(connectionExpiredMessage(platform))
    }
    if (trouble === 'permission')
      return fail(`${name} does not allow it: ${sentence(plain(error))}`)
    return fail(
      trouble === 'refused'
        ? sentence(plain(error))
        : `${name} answered something that nobody understands. Nothing was posted.`,
    )
  }

  let session: NetworkSession
  try {
    const opened = await openNetworkSession({ payload, platform }, network)
    if ('problem' in opened)
      return isLookingOnly
        ? askPerson(`Whether it is on ${name} could not be found out. Please look there.`)
        : fail(opened.problem)
    session = opened.session
  } catch (error) {
    if (error instanceof ProviderError) return stumble(error, null)
    throw error
  }

  if (isLookingOnly) {
    const outcome = await lookFor(given, {
      claimed,
      network,
      session,
      post: outgoing.post,
      progress,
      finish,
      askPerson,
      name,
    })
    if (outcome !== 'send again') return
  }

  let steps: PublishSteps
  try {
    steps = await network.prepare(session, outgoing.post, progress.steps ?? {}, async (kept) => {
      progress.steps = kept
      await keepProgress(payload, claimed, { steps: kept })
    })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    // A file that has grown too old there is made anew.
    if (error.details.issue === 'expired' && progress.steps) {
      delete progress.steps
      return pause(1, 'What was uploaded has expired and is uploaded again.')
    }
    return stumble(error, session)
  }

  const handOvers = (progress.handOvers ?? 0) + 1
  const handOver = { handedOverAt: new Date().toISOString(), handOvers, steps, looks: 0 }
  await keepProgress(payload, claimed, handOver)
  Object.assign(progress, handOver)
  try {
    const published = await network.publish(session, outgoing.post, steps)
    await finish({ status: 'published', published, progress: {} })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { trouble, issue } = error.details
    if (!wasNotSent(error) && (trouble === 'down' || trouble === 'odd')) {
      const seconds = lookAfterSeconds[0] ?? 15
      return finish({
        status: 'unknown',
        reason: `${name} did not answer. It is looked for there before anything is sent again.`,
        againInSeconds: seconds,
        progress: { ...progress, pauses: 0, ...pausedUntil(seconds) },
      })
    }
    if (handOvers > 1 && saysItIsThere(issue))
      return askPerson(
        `${name} says that it has these words already: probably the first try. Please look there.`,
      )
    delete progress.handedOverAt
    return stumble(error, session)
  }
}

type Look = {
  claimed: Claimed
  network: SocialNetwork
  session: NetworkSession
  post: NetworkPost
  progress: DeliveryProgress
  name: string
  finish: (change: {
    status: DeliveryStatus
    reason?: string | null
    published?: { id: string; url: string }
    againInSeconds?: number
    progress?: DeliveryProgress
  }) => Promise<void>
  askPerson: (reason: string) => Promise<void>
}

/** Asks the network for a post whose answer was lost. Only when it was looked for twice and is not there is it sent again. */
const lookFor = async (
  { payload }: Given,
  { claimed, network, session, post, progress, finish, askPerson, name }: Look,
): Promise<'done' | 'send again'> => {
  // Clocks differ a little.
  const since = new Date(Date.parse(progress.handedOverAt ?? new Date().toISOString()) - 120_000)
  const later = async (reason: string): Promise<'done'> => {
    const looks = (progress.looks ?? 0) + 1
    const seconds = lookAfterSeconds[Math.min(looks, lookAfterSeconds.length - 1)] ?? 900
    await finish({
      status: 'unknown',
      reason,
      againInSeconds: seconds,
      progress: { ...progress, looks, ...pausedUntil(seconds) },
    })
    return 'done'
  }
  try {
    const found = await network.find(session, post, progress.steps ?? {}, since)
    if (found === 'cannot-look') {
      await askPerson(
        `${name} did not answer, and does not let us look. Please look there: is the post out?`,
      )
      return 'done'
    }
    if (found !== 'not-there') {
      await finish({ status: 'published', published: found, progress: {} })
      return 'done'
    }
    if ((progress.looks ?? 0) + 1 < looksBeforeAgain)
      return later(`It is not on ${name} yet. It is looked for once more.`)
    if ((progress.handOvers ?? 1) >= mostHandOvers) {
      await askPerson(
        `${name} was tried ${mostHandOvers} times and never answered. Please look there.`,
      )
      return 'done'
    }
    delete progress.handedOverAt
    const { rows } = await payload.db.drizzle.execute(
      sql`update social_deliveries set status = 'sending', attempts = attempts + 1, progress = progress - 'handedOverAt', updated_at = now() where id = ${claimed.id} and progress->>'claim' = ${claimed.claim} returning id`,
    )
    if (rows.length === 0) throw new LostClaim()
    claimed.status = 'sending'
    return 'send again'
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.details.trouble === 'sign-in')
      await expireConnection({ payload, platform: claimed.platform }, session.access)
    if (
      (error.details.trouble !== 'down' && error.details.trouble !== 'limit') ||
      (progress.pauses ?? 0) >= mostLookTroubles
    ) {
      await askPerson(`Whether it is on ${name} could not be found out. Please look there.`)
      return 'done'
    }
    const seconds = Math.ceil(Math.max(60_000, error.details.retryAfterMs ?? 0) / 1000)
    await finish({
      status: 'unknown',
      reason: `${name} could not be asked whether it is out. It is asked again.`,
      againInSeconds: seconds,
      progress: { ...progress, pauses: (progress.pauses ?? 0) + 1, ...pausedUntil(seconds) },
    })
    return 'done'
  }
}
