import { open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { env } from '../env'

const read = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

const bitRates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const bitRatesLow = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const sampleRates = [44_100, 48_000, 32_000]

/** From the first frame: its count of frames if it tells one (Xing), else the size over the bit rate. */
const mp3Seconds = async (file: FileHandle, size: number): Promise<number | null> => {
  const tag = await read(file, 0, 10)
  const start = tag.toString('latin1', 0, 3) === 'ID3'
    ? 10 + [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((tag[at] ?? 0) & 127), 0)
    : 0
  const head = await read(file, start, 4096)
  for (let at = 0; at + 4 < head.length; at += 1) {
    const word = head.readUInt32BE(at)
    const [sync, version, layer, rate, frequency] = [word >>> 21, (word >>> 19) & 3, (word >>> 17) & 3, (word >>> 12) & 15, (word >>> 10) & 3]
    if (sync !== 0x7ff || version === 1 || layer !== 1 || rate === 0 || rate === 15 || frequency === 3) continue
    const sampleRate = (sampleRates[frequency] ?? 44_100) / (version === 3 ? 1 : version === 2 ? 2 : 4)
    const frame = head.subarray(at, at + 200)
    const xing = Math.max(frame.indexOf('Xing'), frame.indexOf('Info'))
    if (xing > 0 && frame.readUInt32BE(xing + 4) & 1) return frame.readUInt32BE(xing + 8) * (version === 3 ? 1152 : 576) / sampleRate
    return (size - start - at) * 8 / (((version === 3 ? bitRates : bitRatesLow)[rate] ?? 128) * 1000)
  }
  return null
}

/** Walks the boxes to `moov`, where `mvhd` has a time scale and a length in it. */
const m4aSeconds = async (file: FileHandle, size: number): Promise<number | null> => {
  for (let at = 0; at + 16 <= size;) {
    const box = await read(file, at, 16)
    const short = box.readUInt32BE(0)
    const length = short === 1 ? Number(box.readBigUInt64BE(8)) : short === 0 ? size - at : short
    if (length < 8) return null
    if (box.toString('latin1', 4, 8) === 'moov') {
      const moov = await read(file, at, Math.min(length, 4096))
      const header = moov.indexOf('mvhd')
      if (header < 0) return null
      const long = moov[header + 4] === 1
      const scale = moov.readUInt32BE(header + (long ? 24 : 16))
      const units = long ? Number(moov.readBigUInt64BE(header + 28)) : moov.readUInt32BE(header + 20)
      return scale > 0 ? units / scale : null
    }
    at += length
  }
  return null
}

/** The position that the last page names, in samples; Opus counts 48,000 a second, Vorbis says how many. */
const oggSeconds = async (file: FileHandle, size: number): Promise<number | null> => {
  const head = await read(file, 0, 256)
  const tail = await read(file, Math.max(0, size - 70_000), 70_000)
  const last = tail.lastIndexOf('OggS')
  if (last < 0 || last + 14 > tail.length) return null
  const vorbis = head.indexOf('\x01vorbis')
  const rate = head.includes('OpusHead') ? 48_000 : vorbis > 0 ? head.readUInt32LE(vorbis + 12) : 0
  return rate > 0 ? Number(tail.readBigInt64LE(last + 6)) / rate : null
}

const readers = { '.mp3': mp3Seconds, '.m4a': m4aSeconds, '.ogg': oggSeconds } as const

/** How long one of our recordings is, in whole seconds, as its own bytes say; null when they do not. Reads a few kilobytes. */
export const recordingSeconds = async (filename: string): Promise<number | null> => {
  const reader = readers[path.extname(filename) as keyof typeof readers]
  const file = await open(path.join(env.UPLOADS_DIR, path.basename(filename))).catch(() => null)
  if (!file || !reader) return null
  try {
    const seconds = await reader(file, (await file.stat()).size)
    return seconds !== null && Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds) : null
  } catch {
    return null
  } finally {
    await file.close()
  }
}
