import { erasePlace } from '@/platform/storage/passthrough-files'

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1')

it.each([
  ['Android', 'moov\0\0\0\x1Eudta\xA9xyz\0\x12\x15\xC7+40.7128-074.0060/end'],
  ['Android, with an altitude', 'udta\xA9xyz\0\x19\x15\xC7-33.8568+151.2153+012.4/end'],
  [
    'an iPhone',
    `keys com.apple.quicktime.location.ISO6709${'\0'.repeat(300)}data+37.7749-122.4194+010.123/end`,
  ],
])('a recording by %s loses its coordinates, and nothing moves', (_, text) => {
  const bytes = bytesOf(text)
  erasePlace(bytes)
  const zeros = text.replace(/[+-][\d.]+[+-][\d.]+([+-][\d.]+)?\//, (place) =>
    place.replace(/\d/g, '0'),
  )
  expect(bytes.toString('latin1')).toBe(zeros)
})

it('a recording without a place stays as it is, also far behind a label', () => {
  const text = `\xA9xyz${'\0'.repeat(5000)}+40.7128-074.0060/ 50% off -10+200/`
  const bytes = bytesOf(text)
  erasePlace(bytes)
  expect(bytes.toString('latin1')).toBe(text)
})
