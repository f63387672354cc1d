import { readingMinutes } from '@/modules/content/rules/rich-text'

const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ')

it.each([
  [0, 1],
  [1, 1],
  [199, 1],
  [200, 1],
  [201, 2],
  [400, 2],
  [401, 3],
  [2000, 10],
])('%i words take %i minutes', (count, minutes) =>
  expect(readingMinutes(words(count))).toBe(minutes),
)
it('extra whitespace doesn’t count as words', () =>
  expect(readingMinutes(` \n\t ${'a \n '.repeat(200)}`)).toBe(1))
