import { access, readFile } from 'node:fs/promises'
import path from 'node:path'

import type { Payload } from 'payload'

import { env } from '@/platform/env'
import { previewFileName, renderPreview, saveUploadFile } from '@/platform/storage/pictures'

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

/** Gives every picture that came before there were previews the file that its page is shared with. A second run finds nothing to do. */
export async function backfillPreviews(payload: Payload): Promise<void> {
  const { docs } = await payload.find({
    collection: 'media',
    where: { baseName: { exists: true } },
    select: { baseName: true, widths: true, color: true },
    depth: 0,
    pagination: false,
  })
  for (const { baseName, widths, color } of docs) {
    if (
      !baseName ||
      !Array.isArray(widths) ||
      (await exists(path.join(env.UPLOADS_DIR, previewFileName(baseName))))
    )
      continue
    const widest = await readFile(
      path.join(env.UPLOADS_DIR, `${baseName}-${(widths as number[]).at(-1)}.webp`),
    ).catch(() => null)
    if (widest)
      await saveUploadFile(
        previewFileName(baseName),
        await renderPreview(widest, color ?? '#f3f4ea'),
      )
  }
}
