import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import type { Payload } from 'payload'

import { readAudioDuration } from '@/platform/storage/audio-duration'
import { uploadedFiles } from '@/platform/storage/uploaded-files'

import { findOrCreateMedia } from './pictures'

/**
 * Puts a demo recording among the uploads under a name made from its content, and a Media row beside it.
 * @returns the Media id
 */
export async function seedRecording(payload: Payload, name: string): Promise<number> {
  const bytes = await readFile(`src/seed/content/recordings/${name}.mp3`)
  const baseName = `${name}-${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}`
  const filename = `${baseName}.mp3`
  await uploadedFiles().put(filename, bytes)
  return findOrCreateMedia(payload, {
    originalName: `${name}.mp3`,
    baseName,
    filename,
    mimeType: 'audio/mpeg',
    filesize: bytes.length,
    durationSeconds: await readAudioDuration(bytes, 'audio/mpeg'),
  })
}
