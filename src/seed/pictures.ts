import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import type { Payload } from 'payload'

import type { Media } from '@/payload-types'
import { previewFileName } from '@/platform/storage/pictures'
import { uploadedFiles } from '@/platform/storage/uploaded-files'

type Manifest = Record<
  string,
  { width: number; height: number; color: string; widths: number[]; alt: string }
>

const folders = ['src/seed/catalog', 'src/seed/content']

const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(
    await readFile(path.join(folder, 'pictures.json'), 'utf8').catch(() => '{}'),
  ) as Manifest

/** Lists the names under which the demo's pictures and recordings were added to the media library. */
export async function demoMediaNames(): Promise<string[]> {
  const manifests = await Promise.all(folders.map(readManifest))
  const recordings = await readdir('src/seed/content/recordings')
  return [
    ...manifests.flatMap((pictures) => Object.keys(pictures).map((name) => `${name}.webp`)),
    ...recordings,
  ]
}

/** Returns the id of the Media row with this base name, written past the hooks because the files are at their sizes. */
export async function findOrCreateMedia(
  payload: Payload,
  data: Partial<Media> & { baseName: string },
): Promise<number> {
  const {
    docs: [known],
  } = await payload.find({
    collection: 'media',
    where: { baseName: { equals: data.baseName } },
    limit: 1,
    pagination: false,
    select: {},
  })
  if (known) return known.id
  const { id } = (await payload.db.create({ collection: 'media', data })) as { id: number }
  return id
}

/**
 * Puts the demo pictures among the uploads under names made from their content, and a Media row beside each.
 * They come at their fixed sizes already, so nothing is computed here.
 * @returns the Media id for each picture's name
 */
export async function seedPictures(payload: Payload): Promise<Map<string, number>> {
  const files = uploadedFiles()
  const ids = new Map<string, number>()
  for (const folder of folders) {
    const manifest = await readManifest(folder)
    for (const [name, picture] of Object.entries(manifest)) {
      const source = (width: number, format: string) =>
        path.join(folder, 'pictures', `${name}-${width}.${format}`)
      const widest = picture.widths.at(-1) ?? 0
      const bytes = await readFile(source(widest, 'webp'))
      const baseName = `${name}-${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}`
      for (const width of picture.widths)
        for (const format of ['avif', 'webp'])
          await files.put(`${baseName}-${width}.${format}`, await readFile(source(width, format)))
      // Some come with a preview that was composed for it; the others get one afterwards (seed/backfill-previews.ts).
      const preview = await readFile(path.join(folder, 'pictures', previewFileName(name))).catch(
        () => null,
      )
      if (preview) await files.put(previewFileName(baseName), preview)
      ids.set(
        name,
        await findOrCreateMedia(payload, {
          alt: picture.alt,
          originalName: `${name}.webp`,
          baseName,
          widths: picture.widths,
          color: picture.color,
          filename: `${baseName}-${widest}.webp`,
          mimeType: 'image/webp',
          filesize: bytes.length,
          width: picture.width,
          height: picture.height,
        }),
      )
    }
  }
  return ids
}
