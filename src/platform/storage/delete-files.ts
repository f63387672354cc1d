import type { Media } from '@/payload-types'
import { reportError } from '@/platform/observability/error-reporter'

import { passthroughFileName } from './passthrough-files'
import { previewFileName } from './pictures'
import { socialPictureName } from './social-pictures'
import { uploadedFiles } from './uploaded-files'

type MediaFiles = Pick<Media, 'baseName' | 'mimeType' | 'widths'>

/** Returns the names of all files of a media row. */
function mediaFileNames({ baseName, mimeType, widths }: MediaFiles): string[] {
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

/**
 * Deletes the files of a media row; missing files are ignored. If the storage fails, the row can still be deleted:
 * files without a row are deleted at night (modules/media/jobs.ts).
 */
export async function deleteMediaFiles(media: MediaFiles): Promise<void> {
  const files = uploadedFiles()
  const results = await Promise.allSettled(mediaFileNames(media).map((name) => files.delete(name)))
  const failure = results.find((result) => result.status === 'rejected')
  if (failure) reportError(failure.reason)
}
