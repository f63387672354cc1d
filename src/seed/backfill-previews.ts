import type { Payload } from 'payload'

import { previewFileName, renderPreview } from '@/platform/storage/pictures'
import { uploadedFiles } from '@/platform/storage/uploaded-files'

/** Gives every picture that came before there were previews the file that its page is shared with. A second run finds nothing to do. */
export async function backfillPreviews(payload: Payload): Promise<void> {
  const { docs } = await payload.find({
    collection: 'media',
    where: { baseName: { exists: true } },
    select: { baseName: true, widths: true, color: true },
    depth: 0,
    pagination: false,
  })
  const files = uploadedFiles()
  for (const { baseName, widths, color } of docs) {
    if (!baseName || !Array.isArray(widths)) continue
    const preview = previewFileName(baseName)
    if (await files.stat(preview)) continue
    const widest = await files.get(`${baseName}-${(widths as number[]).at(-1)}.webp`)
    if (widest) await files.put(preview, await renderPreview(widest, color ?? '#f3f4ea'))
  }
}
