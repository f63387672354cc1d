import { fileTypeOf, formatFileSize } from '@/modules/media/rules/media-files'

it.each([
  [0, '0 Bytes'],
  [1, '1 Bytes'],
  [1023, '1,023 Bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [5 * 1024 ** 2, '5 MB'],
  [1.25 * 1024 ** 3, '1.3 GB'],
  [5000 * 1024 ** 3, '5,000 GB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text)
})

it.each([
  ['image/webp', 'image'],
  ['video/mp4', 'video'],
  ['audio/ogg', 'audio'],
  ['application/pdf', 'document'],
  ['', 'document'],
])('MIME type %s is file type %s', (mime, type) => {
  expect(fileTypeOf(mime)).toBe(type)
})
