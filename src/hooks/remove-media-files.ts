import type { CollectionAfterDeleteHook } from 'payload'
import { removePicture } from '../media/pictures'
import { recordingName, removeRecording } from '../media/recordings'
import type { Media } from '../payload-types'

export const removeMediaFiles: CollectionAfterDeleteHook<Media> = async ({ doc }) => {
  if (!doc.baseName) return
  if (doc.mimeType?.startsWith('audio/')) await removeRecording(recordingName(doc.baseName, doc.mimeType))
  else await removePicture(doc.baseName, Array.isArray(doc.widths) ? (doc.widths as number[]) : [])
}
