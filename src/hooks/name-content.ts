import type { FieldHook } from 'payload'
import { toSlug } from '../domain/slug'
import type { Content } from '../payload-types'

/**
 * The address of a piece. It follows the title until the first publication, unless somebody wrote another; afterwards it
 * changes only when somebody writes another.
 */
export const nameContent: FieldHook<Content, string> = ({ value, data, originalDoc }) => {
  const title = data?.title ?? originalDoc?.title ?? ''
  const written = toSlug(value ?? '')
  if (!originalDoc?.slug) return written || toSlug(title)
  if (written && written !== originalDoc.slug) return written
  const followed = !originalDoc.firstPublishedAt && originalDoc.slug === toSlug(originalDoc.title)
  return followed ? toSlug(title) : originalDoc.slug
}
