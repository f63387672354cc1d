import type { CollectionAfterDeleteHook } from 'payload'
import { removePicture } from '../media/pictures'
import type { Media } from '../payload-types'

export const removePictureSizes: CollectionAfterDeleteHook<Media> = async ({ doc }) => {
  if (doc.baseName) await removePicture(doc.baseName, Array.isArray(doc.widths) ? (doc.widths as number[]) : [])
}
