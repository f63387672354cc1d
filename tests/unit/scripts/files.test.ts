import { readRange as untyped } from '../../../scripts/files.mjs'

const readRange = untyped as (header: string | undefined, size: number) => [number, number] | null | false
const four = 4 * 1024 * 1024

describe('a part of a recording', () => {
  it.each<[string | undefined, number, [number, number] | null | false]>([
    ['bytes=0-1', 100, [0, 1]],
    ['bytes=10-', 100, [10, 99]],
    ['bytes=-10', 100, [90, 99]],
    ['bytes=-1000', 100, [0, 99]],
    ['bytes=90-1000', 100, [90, 99]],
    ['bytes=0-', 10 * four, [0, four - 1]],
    ['bytes=5-999999999', 10 * four, [5, four + 4]],
    ['bytes=100-', 100, false],
    ['bytes=-0', 100, false],
    [undefined, 100, null],
    ['bytes=-', 100, null],
    ['bytes=9-3', 100, null],
    ['bytes=0-1,5-6', 100, null],
    ['lines=0-1', 100, null],
    ['bytes=a-b', 100, null],
  ])('%s of %d bytes', (header, size, expected) => expect(readRange(header, size)).toEqual(expected))
})
