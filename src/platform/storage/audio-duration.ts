import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

import { parseStream } from 'music-metadata'

const sliceBytes = 65_536
const longestMs = 10_000

/**
 * The bytes in slices, with a turn of the event loop before each: frames are counted one by one, in about 10 µs each.
 * Fails once the time is over, because 25 MB of the smallest frames there are would take a minute.
 */
async function* slices(bytes: Buffer): AsyncGenerator<Buffer> {
  const endsAt = performance.now() + longestMs
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    await setImmediate()
    if (performance.now() > endsAt) throw new Error('This recording takes too long to read.')
    yield bytes.subarray(at, at + sliceBytes)
  }
}

/**
 * The length of a recording in whole seconds, or null when its bytes do not tell.
 * @param mimeType 'audio/mpeg', 'audio/mp4' or 'audio/ogg'
 */
export async function readAudioDuration(bytes: Buffer, mimeType: string): Promise<number | null> {
  // When it knows the size of an MP3 file, music-metadata takes the bit rate of the first four frames for that of all.
  const size = mimeType === 'audio/mpeg' ? undefined : bytes.length
  const read = await parseStream(
    Readable.from(slices(bytes), { objectMode: false }),
    { mimeType, size },
    { duration: true, skipCovers: true, skipPostHeaders: true },
  ).catch(() => null)
  const seconds = read?.format.duration ?? 0
  return Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds) : null
}
