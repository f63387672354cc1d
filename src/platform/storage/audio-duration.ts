import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

import { parseStream } from 'music-metadata'

const sliceBytes = 65_536
const timeoutMs = 30_000

/**
 * Yields the bytes in slices, with a turn of the event loop before each: counting frames takes about
 * 10 µs each. Fails at the deadline, because 25 MB of the smallest frames would take a minute.
 */
async function* slices(bytes: Buffer): AsyncGenerator<Buffer> {
  const endsAt = performance.now() + timeoutMs
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    await setImmediate()
    if (performance.now() > endsAt) throw new Error('This audio file took too long to read.')
    yield bytes.subarray(at, at + sliceBytes)
  }
}

/**
 * Returns the duration of audio in whole seconds; null if it is unknown.
 * @param mimeType 'audio/mpeg', 'audio/mp4' or 'audio/ogg'
 */
export async function readAudioDuration(bytes: Buffer, mimeType: string): Promise<number | null> {
  // Given the size of an MP3 file, music-metadata would assume the bit rate of the first four frames for all.
  const size = mimeType === 'audio/mpeg' ? undefined : bytes.length
  const read = await parseStream(
    Readable.from(slices(bytes), { objectMode: false }),
    { mimeType, size },
    { duration: true, skipCovers: true, skipPostHeaders: true },
  ).catch(() => null)
  const seconds = read?.format.duration ?? 0
  return Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds) : null
}
