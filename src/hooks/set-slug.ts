import {
  type FieldHook,
  type PayloadRequest,
  type TextFieldSingleValidation,
  ValidationError,
} from 'payload'

import type { Content } from '@/payload-types'
import { toSlug } from '@/platform/slug'

const isTaken = 'Another piece has this address. Please choose another one.'

/** Those of these addresses that other pieces have, in the trash or not. */
const taken = async (
  req: PayloadRequest,
  slugs: string[],
  id: number | string | undefined,
): Promise<Set<string>> => {
  const { docs } = await req.payload.find({
    collection: 'content',
    where: { slug: { in: slugs }, ...(id === undefined ? {} : { id: { not_equals: id } }) },
    trash: true,
    pagination: false,
    depth: 0,
    select: { slug: true },
    req,
  })
  return new Set(docs.map(({ slug }) => slug))
}

/** The title's address, with a number behind it where another piece has it: two mornings are 'morning' and 'morning-2'. */
const fromTitle = async (
  req: PayloadRequest,
  title: string,
  id: number | string | undefined,
): Promise<string> => {
  const address = toSlug(title).slice(0, 150)
  const choices = [address, ...Array.from({ length: 98 }, (_, index) => `${address}-${index + 2}`)]
  const gone = await taken(req, choices, id)
  return choices.find((choice) => !gone.has(choice)) ?? address
}

/** Said by the refusal as a whole as well: what stands at the field is lost when the form asks for its state at the same moment. */
const free = async (
  req: PayloadRequest,
  slug: string,
  id: number | string | undefined,
): Promise<string> => {
  if (!(await taken(req, [slug], id)).has(slug)) return slug
  const refusal = new ValidationError({
    collection: 'content',
    errors: [{ path: 'slug', message: isTaken }],
  })
  refusal.message = isTaken
  throw refusal
}

/**
 * The address of a piece. It follows the title until the first publication, unless somebody wrote another; afterwards it
 * changes only when somebody writes another.
 * @throws ValidationError when another piece has what was written
 */
export const setSlug: FieldHook<Content, string> = async ({ value, data, originalDoc, req }) => {
  const title = data?.title ?? originalDoc?.title ?? ''
  const written = toSlug(value ?? '')
  if (!originalDoc?.slug)
    return written ? free(req, written, undefined) : fromTitle(req, title, undefined)
  if (written && written !== originalDoc.slug) return free(req, written, originalDoc.id)
  const before = toSlug(originalDoc.title).slice(0, 150)
  const followed =
    !originalDoc.firstPublishedAt &&
    originalDoc.slug.startsWith(before) &&
    /^(-\d+)?$/.test(originalDoc.slug.slice(before.length))
  return followed && toSlug(title) !== toSlug(originalDoc.title)
    ? fromTitle(req, title, originalDoc.id)
    : originalDoc.slug
}

/** Said at the field itself. Empty is well when the title gives one. */
export const validateSlug: TextFieldSingleValidation = async (value, { id, req, siblingData }) => {
  const address = toSlug(value ?? '')
  if (!address)
    return (
      Boolean(toSlug((siblingData as Partial<Content>).title ?? '')) ||
      'Please give an address with letters or digits.'
    )
  if (address.length > 160) return 'At most 160 letters, please.'
  return !(await taken(req, [address], id)).has(address) || isTaken
}
