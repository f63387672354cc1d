import { rm } from 'node:fs/promises'
import path from 'node:path'

import type { Media } from '@/payload-types'
import { env } from '@/platform/env'

import { passthroughFileName } from './passthrough-files'
import { previewFileName } from './pictures'
import { socialPictureName } from './social-pictures'

type MediaFiles = Pick<Media, 'baseName' | 'mimeType' | 'widths'>

/** Returns the names of all files of a media row. */
export function mediaFileNames({ baseName, mimeType, widths }: MediaFiles): string[] {
  if (!baseName) return []
  if (!Array.isArray(widths)) return [passthroughFileName(baseName, mimeType ?? '')]
  return [
    ...(widths as number[]).flatMap((width) =>
      ['avif', 'webp'].map((format) => `${baseName}-${width}.${format}`),
    ),
    previewFileName(baseName),
    socialPictureName(baseName),
  ]
}

/** Deletes the files of a media row; missing files are ignored. */
export async function deleteMediaFiles(media: MediaFiles): Promise<void> {
  for (const name of mediaFileNames(media))
    await rm(path.join(env.UPLOADS_DIR, name), { force: true })
}
