import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import type { DigestItem } from '@/modules/newsletter/emails/weekly-digest'
import {
  listWeeklyReflections,
  type WeeklyReflection,
} from '@/modules/newsletter/queries/weekly-reflections'
import { recordConnectionSuccess } from '@/platform/connections/credentials'
import { env } from '@/platform/env'
import { AppError, notFound } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'

import { type Audience, findAudience } from './mailchimp-audience'

export type DigestDraft = {
  /** `nothing`: no reflection was published this week. `there`: the draft was made before and is left as it is. */
  outcome: 'made' | 'there' | 'nothing'
  title: string
  subject: string | null
  pieces: { title: string }[]
  /** Where a person edits and sends it; null for the double. */
  editUrl: string | null
}

type RenderedLetter = { subject: string; preview: string; html: string }

const toPiece = ({ title, excerpt, type, slug }: WeeklyReflection): DigestItem => ({
  title,
  excerpt: excerpt ?? '',
  href: `${env.SERVER_URL}/${type === 'reflection' ? 'reflections' : 'blog'}/${slug}`,
})

const onePiece = async (payload: Payload, id: number): Promise<DigestItem> => {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`
    select title, excerpt, slug, content_type::text as type from content where id = ${id} and status = 'published' and deleted_at is null`)
  if (!row) throw notFound('A published piece')
  return toPiece(row as WeeklyReflection)
}

/** '2026-W47', in the shop's time zone. */
const weekOf = async (payload: Payload, now: Date): Promise<string> => {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(
    sql`select to_char(${now.toISOString()}::timestamptz at time zone ${env.SHOP_TIME_ZONE}, 'IYYY-"W"IW') as week`,
  )
  return String(row?.week)
}

const addressee = async (payload: Payload): Promise<string> => {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`select contact_email from shop_settings limit 1`)
  return String(row?.contact_email ?? 'hello@dayfern.example')
}

/** What the letter is made of, and how it looks: the reflections of the last seven days, or one piece. */
const compose = async (
  payload: Payload,
  contentId: number | undefined,
  now: Date,
): Promise<{ pieces: DigestItem[]; contactEmail: string; letter: RenderedLetter | null }> => {
  const pieces =
    contentId === undefined
      ? (await listWeeklyReflections(payload, now)).map(toPiece)
      : [await onePiece(payload, contentId)]
  const contactEmail = await addressee(payload)
  if (pieces.length === 0) return { pieces, contactEmail, letter: null }
  // Loaded only now: see sendEmail.
  const { weeklyDigestEmail } = await import('@/modules/newsletter/emails/weekly-digest')
  const { renderHtml } = await import('@/platform/email/render')
  const { element, ...rest } = weeklyDigestEmail({ pieces, shopUrl: env.SERVER_URL, contactEmail })
  return { pieces, contactEmail, letter: { ...rest, html: await renderHtml(element) } }
}

/** The letter as it would look; null: there is nothing to write about. Mailchimp is not asked. @throws AppError not_found when the piece is not published */
export async function previewDigest(
  payload: Payload,
  { contentId, now = new Date() }: { contentId?: number; now?: Date } = {},
): Promise<{ subject: string; html: string } | null> {
  return (await compose(payload, contentId, now)).letter
}

/** The draft of this title, made when there is none, filled when it is empty. What a person wrote into it stays. */
const draft = async (
  { mailchimp, audience }: Audience,
  title: string,
  pieces: DigestItem[],
  letter: RenderedLetter,
  contactEmail: string,
): Promise<DigestDraft> => {
  const known = (await mailchimp.listDrafts(audience)).find(
    ({ settings }) => settings.title === title,
  )
  const campaign =
    known ??
    (await mailchimp.createDraft(audience, {
      title,
      subject: letter.subject,
      preview: letter.preview,
      fromName: 'Dayfern',
      replyTo: contactEmail,
    }))
  const isEmpty = !known || !(await mailchimp.readDraft(campaign.id))
  if (isEmpty) await mailchimp.fillDraft(campaign.id, letter.html)
  return {
    outcome: isEmpty ? 'made' : 'there',
    title,
    subject: letter.subject,
    pieces: pieces.map(({ title: name }) => ({ title: name })),
    editUrl: mailchimp.editAddress(campaign.web_id),
  }
}

/**
 * Puts a draft of the letter into Mailchimp: the reflections of the last seven days, or one piece. Nothing is sent: a
 * person does that there. One draft for each week and each piece; a retry finds it by its title.
 * @returns null while Mailchimp is not connected
 * @throws AppError not_found when the piece is not published; ProviderError
 */
export async function draftWeeklyDigest(
  payload: Payload,
  { contentId, now = new Date() }: { contentId?: number; now?: Date } = {},
): Promise<DigestDraft | null> {
  const found = await findAudience(payload)
  if (!found) return null
  const { pieces, letter, contactEmail } = await compose(payload, contentId, now)
  const title =
    contentId === undefined
      ? `Weekly letter ${await weekOf(payload, now)}`
      : `Letter: ${pieces[0]?.title ?? ''} (${contentId})`
  if (!letter) return { outcome: 'nothing', title, subject: null, pieces: [], editUrl: null }
  try {
    const made = await draft(found, title, pieces, letter, contactEmail)
    await recordConnectionSuccess(payload, 'mailchimp')
    return made
  } catch (error) {
    // A draft that cannot be made says why; the week's job tries again.
    if (error instanceof ProviderError && error.details.trouble === 'refused')
      throw new AppError(
        'conflict',
        `Mailchimp refused the draft: ${error.details.issue ?? error.message}.`,
        { cause: error },
      )
    throw error
  }
}
