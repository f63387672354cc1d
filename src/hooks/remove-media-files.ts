import type { CollectionAfterDeleteHook } from 'payload'
import { removePicture } from '../media/pictures'
import { removeRecording } from '../media/recordings'
import type { Media } from '../payload-types'

export const removeMediaFiles: CollectionAfterDeleteHook<Media> = async ({ doc }) => {
  if (!doc.baseName) return
  if (doc.mimeType?.startsWith('audio/')) await removeRecording(doc.filename ?? '')
  else await removePicture(doc.baseName, Array.isArray(doc.widths) ? (doc.widths as number[]) : [])
}
