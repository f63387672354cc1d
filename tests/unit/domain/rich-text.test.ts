import { allowedAddress, plainText } from '../../../src/domain/rich-text'

const text = (words: string) => ({ type: 'text', text: words })

it('gives the words of a document in reading order', () => {
  const document = { root: { children: [{ type: 'heading', children: [text('Dawn')] }, { type: 'list', children: [{ children: [text('one')] }, { children: [text('two'), { type: 'link', children: [text('three')] }] }] }] } }
  expect(plainText(document).split(/\s+/)).toEqual(['Dawn', 'one', 'two', 'three'])
})

it.each([null, undefined, 7, 'text', [], {}, { root: null }, { root: {} }, { root: { children: 'x' } }, { root: { children: [null, 3, { text: 5 }] } }])(
  'finds no words in %j', (value) => expect(plainText(value).trim()).toBe(''))

it('keeps words apart that stand in different paragraphs', () => {
  expect(plainText({ root: { children: [{ children: [text('evening')] }, { children: [text('morning')] }] } })).toBe('evening morning')
})

test.each([
  ['https://example.com/a', true], ['http://example.com', true], ['mailto:hello@dayfern.example', true], ['tel:988', true], ['/blog?search=fern', true], ['#topics', true],
  ['javascript:alert(1)', false], [' JavaScript:alert(1)', false], ['java\tscript:alert(1)', false], ['data:text/html,x', false], ['//example.com', false], ['/\\example.com', false],
  ['/\t/example.com', false], ['vbscript:x', false], ['', false], [undefined, false], [7, false],
])('a link to %p is kept: %p', (address, kept) => {
  expect(allowedAddress(address) !== null).toBe(kept)
})
