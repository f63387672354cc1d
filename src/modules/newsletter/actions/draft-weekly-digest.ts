import { tz } from '@date-fns/tz'
import { format, max, min, subDays } from 'date-fns'
import type { Payload } from 'payload'

import type { DigestItem } from '@/modules/newsletter/emails'
import {
  type DigestContent,
  getDigestContent,
  listWeeklyReflections,
} from '@/modules/newsletter/queries/weekly-reflections'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { recordConnectionSuccess } from '@/platform/connections/credentials'
import { env } from '@/platform/env'
import { AppError, notFound } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'

import { type Audience, findAudience, type MailchimpContext } from './mailchimp-audience'

type DigestDraft = {
  /** `nothing`: no reflection was published this week. `there`: the draft existed and is left as it is. */
  outcome: 'made' | 'there' | 'nothing'
  title: string
  subject: string | null
  articles: { title: string }[]
  /** The draft at Mailchimp; null in the sandbox. */
  editUrl: string | null
}
type DigestOptions = {
  /** A digest of this one content entry; absent: the reflections since the last one. */
  contentId?: number
  now?: Date
}
type Digest = { subject: string; preview: string; html: string }

const toItem = ({ title, excerpt, type, slug }: DigestContent): DigestItem => ({
  title,
  excerpt: excerpt ?? '',
  href: `${env.SERVER_URL}/${type === 'reflection' ? 'reflections' : 'blog'}/${slug}`,
})

/** @throws AppError not_found if the content entry is not published */
async function listItems(
  payload: Payload,
  { contentId, now, since }: DigestOptions & { since?: Date },
): Promise<DigestItem[]> {
  if (contentId === undefined) return (await listWeeklyReflections(payload, now, since)).map(toItem)
  const entry = await getDigestContent(payload, contentId)
  if (!entry) throw notFound('A published article')
  return [toItem(entry)]
}

async function renderDigest(items: readonly DigestItem[], contactEmail: string): Promise<Digest> {
  // Loaded only now: see sendEmail.
  const { weeklyDigestEmail } = await import('@/modules/newsletter/emails')
  const { renderHtml } = await import('@/platform/email/render')
  const { element, ...digest } = weeklyDigestEmail({ items, shopUrl: env.SERVER_URL, contactEmail })
  return { ...digest, html: await renderHtml(element) }
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Mailchimp replaces its merge tags when it sends; a preview shows their values. */
const fillMergeTags = (html: string, postalAddress: string): string =>
  html
    .replaceAll('*|UNSUB|*', '#')
    .replaceAll(
      '*|LIST:ADDRESSLINE|*',
      escapeHtml(postalAddress || 'Your postal address from Mailchimp'),
    )

type Campaign = Awaited<ReturnType<Audience['mailchimp']['listCampaigns']>>[number]

/** Fills the draft if it is new or empty. What staff wrote, scheduled, or sent stays. */
async function saveDraft(
  { mailchimp, audience }: Audience,
  campaigns: readonly Campaign[],
  title: string,
  { subject, preview, html }: Digest,
  replyTo: string,
): Promise<Pick<DigestDraft, 'outcome' | 'editUrl'>> {
  const existing = campaigns.find(({ settings }) => settings.title === title)
  const campaign =
    existing ??
    (await mailchimp.createDraft(audience, {
      title,
      subject,
      preview,
      fromName: 'Dayfern',
      replyTo,
    }))
  const isDraft = campaign.status === 'save'
  const isEmpty = !existing || (isDraft && !(await mailchimp.readDraft(campaign.id)))
  if (isEmpty) await mailchimp.fillDraft(campaign.id, html)
  return { outcome: isEmpty ? 'made' : 'there', editUrl: mailchimp.editAddress(campaign.web_id) }
}

const weeklyTitle = 'Weekly newsletter '

/** A week ago, or when the digest before was drafted if staff did that early; at most two weeks ago. */
const startOfWeekly = (campaigns: readonly Campaign[], title: string, now: Date): Date => {
  const earlier = campaigns.find(
    ({ settings }) => settings.title.startsWith(weeklyTitle) && settings.title !== title,
  )
  const weekAgo = subDays(now, 7)
  return min([weekAgo, max([earlier?.create_time ?? weekAgo, subDays(now, 14)])])
}

const titleOfWeek = (now: Date): string =>
  weeklyTitle + format(now, "RRRR-'W'II", { in: tz(env.SHOP_TIME_ZONE) })

/** From when on this week's draft has reflections; undefined (a week) while Mailchimp is disconnected or silent. */
async function readStartOfWeekly(context: MailchimpContext, now: Date): Promise<Date | undefined> {
  try {
    const target = await findAudience(context)
    if (!target) return undefined
    const campaigns = await target.mailchimp.listCampaigns(target.audience)
    return startOfWeekly(campaigns, titleOfWeek(now), now)
  } catch (error) {
    if (!(error instanceof ProviderError || error instanceof AppError)) throw error
    context.payload.logger.warn({ err: error }, 'The earlier drafts could not be read')
    return undefined
  }
}

/**
 * Renders what a draft would have, without writing to Mailchimp; null if there is nothing to write about.
 * @throws AppError not_found if the content entry is not published
 */
export async function previewDigest(
  context: MailchimpContext,
  { contentId, now = new Date() }: DigestOptions = {},
): Promise<(Digest & Pick<DigestDraft, 'articles'>) | null> {
  const { payload } = context
  const since = contentId === undefined ? await readStartOfWeekly(context, now) : undefined
  const items = await listItems(payload, { contentId, now, since })
  if (items.length === 0) return null
  const { contactEmail, postalAddress } = await getSettings(payload)
  const digest = await renderDigest(items, contactEmail)
  return {
    ...digest,
    html: fillMergeTags(digest.html, postalAddress),
    articles: items.map(({ title }) => ({ title })),
  }
}

async function writeDraft(
  payload: Payload,
  target: Audience,
  { contentId, now = new Date() }: DigestOptions,
): Promise<DigestDraft> {
  const weekly = titleOfWeek(now)
  const campaigns = await target.mailchimp.listCampaigns(target.audience)
  const since = startOfWeekly(campaigns, weekly, now)
  const items = await listItems(payload, { contentId, now, since })
  const title =
    contentId === undefined ? weekly : `Newsletter: ${items[0]?.title ?? ''} (${contentId})`
  if (items.length === 0)
    return { outcome: 'nothing', title, subject: null, articles: [], editUrl: null }
  const { contactEmail } = await getSettings(payload)
  const digest = await renderDigest(items, contactEmail)
  const draft = await saveDraft(target, campaigns, title, digest, contactEmail)
  await recordConnectionSuccess(payload, 'mailchimp')
  return {
    ...draft,
    title,
    subject: digest.subject,
    articles: items.map((item) => ({ title: item.title })),
  }
}

/**
 * Puts a draft of the digest into Mailchimp, where a person sends it. There is one draft for each week and each content
 * entry; a retry finds it by its title.
 * @returns null while Mailchimp is not connected
 * @throws AppError not_found if the content entry is not published, conflict if Mailchimp refuses; ProviderError
 */
export async function draftWeeklyDigest(
  context: MailchimpContext,
  options: DigestOptions = {},
): Promise<DigestDraft | null> {
  const audience = await findAudience(context)
  if (!audience) return null
  try {
    return await writeDraft(context.payload, audience, options)
  } catch (error) {
    if (error instanceof ProviderError && error.details.kind === 'refused')
      throw new AppError(
        'conflict',
        `Mailchimp rejected the draft: ${error.details.issue ?? error.message}.`,
        { cause: error },
      )
    throw error
  }
}
