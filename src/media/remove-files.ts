import { rm } from 'node:fs/promises'
import path from 'node:path'
import { env } from '../env'
import type { Media } from '../payload-types'
import { keptFileName } from './kept-files'
import { previewName } from './pictures'
import { socialName } from './social-pictures'

type MediaFiles = Pick<Media, 'baseName' | 'mimeType' | 'widths'>

/** The names of all files that belong to a row of media. */
export const fileNamesOf = ({ baseName, mimeType, widths }: MediaFiles): string[] => {
  if (!baseName) return []
  if (!Array.isArray(widths)) return [keptFileName(baseName, mimeType ?? '')]
  return [...(widths as number[]).flatMap((width) => ['avif', 'webp'].map((format) => `${baseName}-${width}.${format}`)), previewName(baseName), socialName(baseName)]
}

/** Takes the files of a row away; those that are gone already do not matter. */
export const removeFilesOf = async (media: MediaFiles): Promise<void> => {
  for (const name of fileNamesOf(media)) await rm(path.join(env.UPLOADS_DIR, name), { force: true })
}
