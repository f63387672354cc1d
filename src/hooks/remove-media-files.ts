import type { CollectionAfterDeleteHook } from 'payload'
import { removeFilesOf } from '../media/remove-files'
import type { Media } from '../payload-types'

export const removeMediaFiles: CollectionAfterDeleteHook<Media> = ({ doc }) => removeFilesOf(doc)
