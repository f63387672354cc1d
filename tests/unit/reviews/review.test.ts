import { detectReviewNameFormat, formatReviewAuthor } from '@/modules/reviews/rules'

const wren = { firstName: 'Wren', lastName: 'okafor' }

it.each([
  [wren, 'initial', 'Wren O.'],
  [wren, 'first', 'Wren'],
  [wren, 'nobody', 'A Dayfern customer'],
  [{ firstName: 'Wren', lastName: null }, 'initial', 'Wren'],
  [{ firstName: ' ', lastName: 'Okafor' }, 'initial', 'A Dayfern customer'],
  [{}, 'first', 'A Dayfern customer'],
] as const)('the name of %j in format %s is %j', (person, choice, author) =>
  expect(formatReviewAuthor(person, choice)).toBe(author),
)

it('detects the format of an existing name, and falls back to the default', () => {
  expect(detectReviewNameFormat('Wren', wren)).toBe('first')
  expect(detectReviewNameFormat('Somebody Else', wren)).toBe('initial')
})
