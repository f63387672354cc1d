import type { Payload } from 'payload'

import { readPostAttachments } from '@/modules/social/queries/post-preview'
import { getSocialPost } from '@/modules/social/queries/social-posts'
import { ProviderError } from '@/platform/http/provider-error'
import type { NetworkPost, PublishSteps, SocialNetwork } from '@/providers/social-network'

import { buildPost } from './build-post'
import {
  claimDelivery,
  complete,
  type DeliveryRun,
  fail,
  LostClaimError,
  pause,
  requestHelp,
  resumeSending,
  saveProgress,
  verifyLater,
} from './delivery-run'
import {
  connectionExpiredMessage,
  expireConnection,
  type NetworkSession,
  openNetworkSession,
  type SocialNetworkFor,
} from './network-session'

type Context = { payload: Payload; networkFor: SocialNetworkFor; siteUrl: string }
type Target = { network: SocialNetwork; session: NetworkSession; post: NetworkPost }

/** Delays of verifications: soon, and again when the post is certainly in the network's lists. */
const firstVerificationSeconds = 15
const verificationSeconds = [firstVerificationSeconds, 75, 240, 900]
const verificationsBeforeResend = 2
const maxHandOvers = 3
const maxVerificationFailures = 8

const backOffSeconds = ({ progress: { pauses = 0 } }: DeliveryRun): number =>
  Math.min(900, 30 * 2 ** Math.min(pauses, 5))

const connectionErrorCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']
const hasConnectionErrorCode = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && connectionErrorCodes.includes(String(error.code))

/** Whether the request cannot have reached the network. */
const wasNotSent = ({ details: { kind, retryable, cause } }: ProviderError): boolean =>
  (kind === 'down' && !retryable) ||
  hasConnectionErrorCode(cause) ||
  (cause instanceof Error && hasConnectionErrorCode(cause.cause))

/** The network has the same text, or (Facebook 506, 1366051) the same pictures. */
const isDuplicate = (issue = ''): boolean =>
  issue === 'duplicate' || /^506(\/|$)|\/1366051$/.test(issue)

/** The network's message as a sentence, without the provider's name. */
const toSentence = ({ message }: ProviderError): string => {
  const text = message.replace(/^[\w-]+: /, '')
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/**
 * Delivers one post to one network, or resumes the delivery. Each step is stored before the next.
 * The call that publishes is marked before it is made, and repeated only after the network was
 * asked and does not have the post. Temporary errors (rate limits, outages) are retried later;
 * others end with a reason for staff. Safe to run at any time, in any state, by several workers.
 * @throws unexpected errors, after the delivery was queued again: the job's own retry finds it claimed
 */
export async function publishSocialPost(context: Context, deliveryId: number): Promise<void> {
  const run = await claimDelivery(context.payload, deliveryId)
  if (!run) return
  try {
    await deliver(context, run)
  } catch (error) {
    if (error instanceof LostClaimError) return
    run.mustVerify ||= run.progress.handedOverAt !== undefined
    await pause(run, backOffSeconds(run), 'Something went wrong. We’ll retry automatically.')
    throw error
  }
}

async function deliver({ payload, networkFor, siteUrl }: Context, run: DeliveryRun): Promise<void> {
  const { platform, label } = run
  const record = await getSocialPost(payload, run.postId)
  if (!record) return
  const client = await networkFor(platform)
  if (!client) return fail(run, `${label} has no keys yet. Add them under Accounts.`)
  const { network, isFake } = client
  const attachments = await readPostAttachments(payload, record)
  const built = await buildPost(platform, record, attachments, { siteUrl, isFake })
  if ('problem' in built) return fail(run, built.problem)
  const opened = await openNetworkSession({ payload, platform }, network).catch(toProviderError)
  if (opened instanceof ProviderError) return handleFailure(run, opened)
  if ('problem' in opened) return fail(run, opened.problem)
  const target = { network, session: opened.session, post: built.post }
  if (run.mustVerify && !(await verify(run, target))) return
  const steps = await prepare(run, target)
  if (steps) await publish(run, target, steps)
}

const toProviderError = (error: unknown): ProviderError => {
  if (error instanceof ProviderError) return error
  throw error
}

/**
 * Asks the network for a post whose result is unknown, and finishes the run.
 * @returns true if the network was asked often enough and does not have it, so that it can be sent again
 */
async function verify(run: DeliveryRun, { network, session, post }: Target): Promise<boolean> {
  const { progress, label } = run
  const handedOverAt = progress.handedOverAt ? Date.parse(progress.handedOverAt) : Date.now()
  // Allows for clocks that differ.
  const since = new Date(handedOverAt - 120_000)
  const result = await network
    .findPost(session, post, progress.steps ?? {}, since)
    .catch(toProviderError)
  if (result instanceof ProviderError) {
    await handleVerificationFailure(run, session, result)
    return false
  }
  const looks = (progress.looks ?? 0) + 1
  if (result === 'cannot-look')
    await requestHelp(
      run,
      `${label} didn’t respond, and we can’t check for the post. Please check whether it’s there.`,
    )
  else if (result !== 'not-there') await complete(run, result)
  else if (looks < verificationsBeforeResend)
    await verifyLater(
      run,
      verificationSeconds[looks] ?? 900,
      `Not on ${label} yet. We’ll check again.`,
      { looks },
    )
  else if ((progress.handOvers ?? 1) >= maxHandOvers)
    await requestHelp(
      run,
      `${label} didn’t respond after ${maxHandOvers} tries. Please check there.`,
    )
  else {
    await resumeSending(run)
    return true
  }
  return false
}

async function handleVerificationFailure(
  run: DeliveryRun,
  session: NetworkSession,
  { details: { kind, retryAfterMs = 0 } }: ProviderError,
): Promise<void> {
  if (kind === 'sign-in') await expireConnection(run, session.access)
  const pauses = run.progress.pauses ?? 0
  if ((kind !== 'down' && kind !== 'limit') || pauses >= maxVerificationFailures)
    return requestHelp(run)
  return verifyLater(
    run,
    Math.ceil(Math.max(60_000, retryAfterMs) / 1000),
    `Couldn’t check ${run.label} for the post. We’ll try again.`,
    { pauses: pauses + 1 },
  )
}

/** Makes the calls before the one that publishes; null if the run ended with them. */
async function prepare(
  run: DeliveryRun,
  { network, session, post }: Target,
): Promise<PublishSteps | null> {
  try {
    return await network.prepare(session, post, run.progress.steps ?? {}, (steps) =>
      saveProgress(run, { steps }),
    )
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.details.issue === 'expired' && run.progress.steps) {
      delete run.progress.steps
      await pause(run, 1, 'The upload expired. Uploading again.')
    } else await handleFailure(run, error, { network, session })
    return null
  }
}

async function publish(run: DeliveryRun, target: Target, steps: PublishSteps): Promise<void> {
  const { network, session, post } = target
  const { label } = run
  const handOvers = (run.progress.handOvers ?? 0) + 1
  await saveProgress(run, { handedOverAt: new Date().toISOString(), handOvers, steps, looks: 0 })
  const published = await network.publish(session, post, steps).catch(toProviderError)
  if (!(published instanceof ProviderError)) return complete(run, published)
  const { kind, issue } = published.details
  if (!wasNotSent(published) && (kind === 'down' || kind === 'unexpected'))
    return verifyLater(
      run,
      firstVerificationSeconds,
      `${label} didn’t respond. We’ll check for the post before sending it again.`,
      { pauses: 0 },
    )
  if (handOvers > 1 && isDuplicate(issue))
    return requestHelp(
      run,
      `${label} already has a post with this text, probably from the first try. Please check there.`,
    )
  delete run.progress.handedOverAt
  return handleFailure(run, published, target)
}

/** Retries or fails a delivery after a call that certainly published nothing. */
async function handleFailure(
  run: DeliveryRun,
  error: ProviderError,
  target?: Pick<Target, 'network' | 'session'>,
): Promise<void> {
  const { label, platform } = run
  const { kind, retryAfterMs = 60_000, issue } = error.details
  const pauses = run.progress.pauses ?? 0
  if (kind === 'limit')
    return pause(
      run,
      Math.max(1, Math.ceil(retryAfterMs / 1000)),
      issue === 'in-progress'
        ? toSentence(error)
        : `${label} asked us to wait. We’ll send it automatically later.`,
    )
  // An unreadable response often comes from a gateway, and is temporary.
  if (kind === 'down' || (kind === 'unexpected' && pauses < 3))
    return pause(run, backOffSeconds(run), `Couldn’t reach ${label}. We’ll retry automatically.`)
  if (kind === 'sign-in' && target) {
    if (pauses < 2 && (await renewSession(run, target)))
      return pause(run, 1, `The ${label} sign-in was renewed.`)
    await expireConnection(run, target.session.access)
    return fail(run, connectionExpiredMessage(platform))
  }
  if (kind === 'permission') return fail(run, `${label} doesn’t allow this: ${toSentence(error)}`)
  return fail(
    run,
    kind === 'refused'
      ? toSentence(error)
      : `${label} sent an unexpected response. Nothing was posted.`,
  )
}

/** Renews tokens that the network refused before their time; false if that is not possible. */
async function renewSession(
  run: DeliveryRun,
  { network, session }: Pick<Target, 'network' | 'session'>,
): Promise<boolean> {
  if (!session.tokens.refreshToken) return false
  const renewed = await openNetworkSession(run, network, { force: true }).catch(() => null)
  return renewed !== null && 'session' in renewed && renewed.session.access !== session.access
}
