import {
  type FieldHook,
  type PayloadRequest,
  type TextFieldSingleValidation,
  ValidationError,
} from 'payload'

import { findSlugOwners } from '@/modules/content/queries/slug-owners'
import { reservedSlugs } from '@/modules/content/rules/content'
import type { Content } from '@/payload-types'
import { titleSlug, toSlug } from '@/platform/slug'
import { databaseOf, lockName } from '@/platform/transaction'

const takenMessage = 'This URL is already in use. Please choose another one.'
const redirectsMessage = 'This URL redirects to another article. Please choose another one.'

/**
 * Makes a slug from the title, with a number if other content has it or redirects from it: 'morning', 'morning-2'.
 * Locked until the request's transaction ends, so that two articles with one title don't choose the same.
 */
const slugFromTitle = async (
  req: PayloadRequest,
  title: string,
  id: number | string | undefined,
): Promise<string> => {
  const slug = titleSlug(title)
  await lockName(await databaseOf(req), `content slug ${slug}`)
  const choices = [slug, ...Array.from({ length: 98 }, (_, index) => `${slug}-${index + 2}`)]
  const owners = await findSlugOwners(req, choices, id)
  const takenSlugs = new Set([
    ...reservedSlugs,
    ...owners.flatMap((owner) => [owner.slug, ...(owner.formerSlugs ?? [])]),
  ])
  return choices.find((choice) => !takenSlugs.has(choice)) ?? slug
}

/**
 * Returns the slug if it is available. The error carries the message itself too: a form that
 * refreshes its state at the same time loses field errors.
 */
const requireAvailable = async (
  req: PayloadRequest,
  slug: string,
  id: number | string | undefined,
): Promise<string> => {
  const owners = await findSlugOwners(req, [slug], id)
  const isReserved = reservedSlugs.includes(slug)
  if (owners.length === 0 && !isReserved) return slug
  const message =
    isReserved || owners.some((owner) => owner.slug === slug) ? takenMessage : redirectsMessage
  const error = new ValidationError({ collection: 'content', errors: [{ path: 'slug', message }] })
  error.message = message
  throw error
}

/** Payload's own form, and not an endpoint of ours. */
const isFromEditor = ({ payloadAPI }: PayloadRequest): boolean => payloadAPI === 'REST'

/**
 * Sets the slug of content. It follows the title until the first publication unless someone entered
 * another; afterwards it changes only when someone enters another.
 * @throws ValidationError if the entered slug is reserved, or other content has it or redirects from it
 */
export const setSlug: FieldHook<Content, string> = async ({ value, data, originalDoc, req }) => {
  const title = data?.title ?? originalDoc?.title ?? ''
  const entered = toSlug(value ?? '')
  // The editor fills in the slug while the title is typed; that isn't the user's choice.
  const isFilledIn = isFromEditor(req) && entered === titleSlug(title)
  if (!originalDoc?.slug)
    return entered && !isFilledIn
      ? requireAvailable(req, entered, undefined)
      : slugFromTitle(req, title, undefined)
  const formerSlug = titleSlug(originalDoc.title)
  const followsTitle =
    !originalDoc.firstPublishedAt &&
    originalDoc.slug.startsWith(formerSlug) &&
    /^(-\d+)?$/.test(originalDoc.slug.slice(formerSlug.length))
  const hasNewTitleSlug = followsTitle && toSlug(title) !== toSlug(originalDoc.title)
  if (entered && entered !== originalDoc.slug && !(isFilledIn && hasNewTitleSlug))
    return requireAvailable(req, entered, originalDoc.id)
  return hasNewTitleSlug ? slugFromTitle(req, title, originalDoc.id) : originalDoc.slug
}

/** Validation error for the slug field. An empty slug is fine if the title can generate one. */
export const validateSlug: TextFieldSingleValidation = async (
  value,
  { id, req, siblingData, previousValue },
) => {
  const slug = toSlug(value ?? '')
  const fromTitle = titleSlug((siblingData as Partial<Content>).title ?? '')
  if (!slug) return Boolean(fromTitle) || 'Enter a URL with letters or numbers.'
  if (slug.length > 160) return 'Use 160 characters or fewer.'
  // A slug that was filled in from the title gets a number when it is saved (setSlug).
  if (slug === fromTitle) return true
  // Content that got it before it was reserved can still be saved.
  if (reservedSlugs.includes(slug) && slug !== previousValue) return takenMessage
  const owners = await findSlugOwners(req, [slug], id)
  return !owners.some((owner) => owner.slug === slug) || takenMessage
}
