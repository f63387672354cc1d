import { plainText } from '../../../src/domain/rich-text'

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
