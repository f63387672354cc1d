import { detectReviewNameFormat, formatReviewAuthor } from '@/modules/reviews/rules'

const wren = { firstName: 'Wren', lastName: 'okafor' }

it.each([
  [wren, 'initial', 'Wren O.'],
  [wren, 'first', 'Wren'],
  [wren, 'nobody', 'A Dayfern customer'],
  [{ firstName: 'Wren', lastName: null }, 'initial', 'Wren'],
  [{ firstName: ' ', lastName: 'Okafor' }, 'initial', 'A Dayfern customer'],
  [{}, 'first', 'A Dayfern customer'],
] as const)('%j shown as %s is %j', (person, choice, author) =>
  expect(formatReviewAuthor(person, choice)).toBe(author),
)

it('knows which choice made a name, and falls back to the usual one', () => {
  expect(detectReviewNameFormat('Wren', wren)).toBe('first')
  expect(detectReviewNameFormat('Somebody Else', wren)).toBe('initial')
})
