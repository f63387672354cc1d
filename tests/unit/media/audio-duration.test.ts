import { readFile } from 'node:fs/promises'

import { readAudioDuration } from '@/platform/storage/audio-duration'

const bitRates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
/** A silent MP3 frame (MPEG-1 layer 3, 44.1 kHz, mono): 1,152 samples, 26 ms. */
const frame = (bitRate: number): Buffer => {
  const bytes = Buffer.alloc(Math.floor((144_000 * bitRate) / 44_100))
  bytes.set([0xff, 0xfb, bitRates.indexOf(bitRate) << 4, 0xc4])
  return bytes
}
const framesIn = (seconds: number): number => Math.round((seconds * 44_100) / 1152)
const frames = (bitRateOf: (index: number) => number, count: number): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, index) => frame(bitRateOf(index))))
/** A Xing header with the given frame count, followed by the frames, whose actual number can differ. */
const withXing = (count: number, rest: Buffer): Buffer => {
  const first = frame(128)
  first.write('Xing', 21, 'latin1')
  first.writeUInt32BE(1, 25)
  first.writeUInt32BE(count, 29)
  return Buffer.concat([first, rest])
}
const id3 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x0f\x50', 'latin1'), Buffer.alloc(2000)])

const box = (type: string, ...content: Buffer[]): Buffer => {
  const size = Buffer.alloc(4)
  const inside = Buffer.concat(content)
  size.writeUInt32BE(inside.length + 8)
  return Buffer.concat([size, Buffer.from(type, 'latin1'), inside])
}
const words = (...values: number[]): Buffer =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(value)
      return bytes
    }),
  )
/** An M4A file with its header after its content, as most recorders write it. */
const m4a = (seconds: number): Buffer => {
  const header = box('mvhd', words(0, 0, 0, 1000, seconds * 1000, 0x10000), Buffer.alloc(76))
  const track = box(
    'trak',
    box('tkhd', words(7, 0, 0, 1, 0, seconds * 1000), Buffer.alloc(60)),
    box(
      'mdia',
      box('mdhd', words(0, 0, 0, 44_100, seconds * 44_100, 0)),
      box('hdlr', words(0, 0), Buffer.from('soun'), Buffer.alloc(13)),
      box(
        'minf',
        box(
          'stbl',
          box(
            'stsd',
            words(0, 1),
            box(
              'mp4a',
              Buffer.alloc(6),
              Buffer.from([0, 1]),
              Buffer.alloc(8),
              Buffer.from([0, 2, 0, 16, 0, 0, 0, 0]),
              words(44_100 * 65_536),
            ),
          ),
          box('stsz', words(0, 0, 1, 200)),
        ),
      ),
    ),
  )
  return Buffer.concat([
    box('ftyp', Buffer.from('M4A \0\0\0\0M4A mp42')),
    box('mdat', Buffer.alloc(200_000)),
    box('moov', header, track),
  ])
}

const page = (position: number, flags: number, index: number, content: Buffer): Buffer => {
  const head = Buffer.alloc(28)
  head.write('OggS', 'latin1')
  head[5] = flags
  head.writeBigInt64LE(BigInt(position), 6)
  head.writeUInt32LE(7, 14)
  head.writeUInt32LE(index, 18)
  head[26] = 1
  head[27] = content.length
  return Buffer.concat([head, content])
}
const opus = (seconds: number): Buffer => {
  const head = Buffer.from('OpusHead\x01\x01\0\0\x80\xbb\0\0\0\0\0', 'latin1')
  const tags = Buffer.from('OpusTags\x04\0\0\0test\0\0\0\0', 'latin1')
  return Buffer.concat([
    page(0, 2, 0, head),
    page(0, 0, 1, tags),
    page(seconds * 48_000, 4, 2, Buffer.alloc(200)),
  ])
}

it.each<[string, Buffer, string, number]>([
  ['an MP3 with a constant bit rate', frames(() => 128, framesIn(30)), 'audio/mpeg', 30],
  [
    'an MP3 with a constant bit rate after an ID3 tag',
    Buffer.concat([id3, frames(() => 64, framesIn(12))]),
    'audio/mpeg',
    12,
  ],
  [
    'an MP3 with a variable bit rate and no frame count',
    frames((index) => bitRates[1 + (index % 14)] ?? 32, framesIn(30)),
    'audio/mpeg',
    30,
  ],
  [
    'an MP3 with a variable bit rate that starts low',
    frames((index) => (index < 50 ? 32 : 320), framesIn(30)),
    'audio/mpeg',
    30,
  ],
  [
    'an MP3 with a variable bit rate and a frame count',
    withXing(
      framesIn(30),
      frames((index) => (index % 2 ? 64 : 256), framesIn(30)),
    ),
    'audio/mpeg',
    30,
  ],
  ['an M4A', m4a(75), 'audio/mp4', 75],
  ['an Ogg with Opus', opus(90), 'audio/ogg', 90],
])('reads the duration of %s', async (_, bytes, mimeType, seconds) => {
  expect(await readAudioDuration(bytes, mimeType)).toBe(seconds)
})

it('reads the duration of the demo recording', async () => {
  expect(
    await readAudioDuration(
      await readFile('src/seed/content/recordings/a-sitting-with-three-bells.mp3'),
      'audio/mpeg',
    ),
  ).toBe(186)
})

it.each<[string, Buffer]>([
  ['an empty file', Buffer.alloc(0)],
  ['zeros', Buffer.alloc(100_000)],
  ['the beginning of an ID3 tag', id3.subarray(0, 20)],
  ['a box without content', Buffer.concat([words(8), Buffer.from('moov')])],
  [
    'repeated boxes of length zero',
    Buffer.concat(
      Array.from({ length: 10_000 }, () => Buffer.concat([words(0), Buffer.from('moov')])),
    ),
  ],
  [
    'deeply nested boxes',
    Array.from({ length: 3000 }).reduce<Buffer>((inside) => box('moov', inside), Buffer.alloc(0)),
  ],
  ['endless Ogg page markers', Buffer.from('OggS'.repeat(50_000))],
])('finds no duration in %s, whatever its MIME type', async (_, bytes) => {
  for (const mimeType of ['audio/mpeg', 'audio/mp4', 'audio/ogg'])
    expect(await readAudioDuration(bytes, mimeType)).toBeNull()
})

it('doesn’t block the event loop while counting frames', async () => {
  let turns = 0
  let isRead = false
  const countTurns = (): void => {
    turns += 1
    if (!isRead) setImmediate(countTurns)
  }
  setImmediate(countTurns)
  const recording = frames(() => 32, framesIn(60))
  expect(await readAudioDuration(recording, 'audio/mpeg')).toBe(60)
  isRead = true
  expect(turns).toBeGreaterThanOrEqual(recording.length / 65_536)
})
