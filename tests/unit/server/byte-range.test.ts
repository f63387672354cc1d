import { type ByteRange, readRange } from '@/server/byte-range'

const four = 4 * 1024 * 1024

describe('parsing a Range header', () => {
  it.each<[string | undefined, number, ByteRange | null | 'unsatisfiable']>([
    ['bytes=0-1', 100, { first: 0, last: 1 }],
    ['bytes=10-', 100, { first: 10, last: 99 }],
    ['bytes=-10', 100, { first: 90, last: 99 }],
    ['bytes=-1000', 100, { first: 0, last: 99 }],
    ['bytes=90-1000', 100, { first: 90, last: 99 }],
    ['bytes=0-', 10 * four, { first: 0, last: four - 1 }],
    ['bytes=5-999999999', 10 * four, { first: 5, last: four + 4 }],
    ['bytes=100-', 100, 'unsatisfiable'],
    ['bytes=-0', 100, 'unsatisfiable'],
    [undefined, 100, null],
    ['bytes=-', 100, null],
    ['bytes=9-3', 100, null],
    ['bytes=0-1,5-6', 100, null],
    ['lines=0-1', 100, null],
    ['bytes=a-b', 100, null],
  ])('handles %s for %d bytes', (header, size, expected) =>
    expect(readRange(header, size)).toEqual(expected),
  )
})
