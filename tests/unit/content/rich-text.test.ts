import {
  replaceEmailAddress,
  richTextToPlainText,
  splitIntoSections,
  toSafeUrl,
} from '@/modules/content/rules/rich-text'

const text = (words: string) => ({ type: 'text', text: words })

it('returns the words of a document in reading order', () => {
  const document = {
    root: {
      children: [
        { type: 'heading', children: [text('Dawn')] },
        {
          type: 'list',
          children: [
            { children: [text('one')] },
            { children: [text('two'), { type: 'link', children: [text('three')] }] },
          ],
        },
      ],
    },
  }
  expect(richTextToPlainText(document).split(/\s+/)).toEqual(['Dawn', 'one', 'two', 'three'])
})

it.each([
  null,
  undefined,
  7,
  'text',
  [],
  {},
  { root: null },
  { root: {} },
  { root: { children: 'x' } },
  { root: { children: [null, 3, { text: 5 }] } },
])('finds no words in %j', (value) => expect(richTextToPlainText(value).trim()).toBe(''))

it('separates words of different paragraphs', () => {
  expect(
    richTextToPlainText({
      root: { children: [{ children: [text('evening')] }, { children: [text('morning')] }] },
    }),
  ).toBe('evening morning')
})

test.each([
  ['https://example.com/a', true],
  ['http://example.com', true],
  ['mailto:hello@dayfern.example', true],
  ['tel:988', true],
  ['/blog?search=fern', true],
  ['#topics', true],
  ['javascript:alert(1)', false],
  [' JavaScript:alert(1)', false],
  ['java\tscript:alert(1)', false],
  ['data:text/html,x', false],
  ['//example.com', false],
  ['/\\example.com', false],
  ['/\t/example.com', false],
  ['vbscript:x', false],
  ['', false],
  [undefined, false],
  [7, false],
])('link target %p is kept: %p', (address, kept) => {
  expect(toSafeUrl(address) !== null).toBe(kept)
})

describe('splitting a document into sections', () => {
  const heading = (tag: string, words: string) => ({
    type: 'heading',
    tag,
    children: [text(words)],
  })
  const paragraph = (words: string) => ({ type: 'paragraph', children: [text(words)] })
  it('returns the part before the first h2 and a section with a unique anchor for each h2', () => {
    const { before, sections } = splitIntoSections({
      root: {
        children: [
          paragraph('a'),
          heading('h2', 'How we’ll use it'),
          paragraph('b'),
          heading('h3', 'More'),
          paragraph('c'),
          heading('h2', 'How we’ll use it'),
          heading('h2', '…'),
        ],
      },
    })
    expect(richTextToPlainText(before)).toBe('a')
    expect(
      sections.map(({ id, title, document }) => [id, title, richTextToPlainText(document)]),
    ).toEqual([
      ['how-well-use-it', 'How we’ll use it', 'b More c'],
      ['how-well-use-it-2', 'How we’ll use it', ''],
      ['part', '…', ''],
    ])
  })
  it.each([
    null,
    undefined,
    7,
    {},
    { root: null },
    { root: { children: 'x' } },
    { root: { children: [] } },
  ])('returns nothing for %j', (value) =>
    expect(splitIntoSections(value)).toEqual({
      before: { root: { type: 'root', children: [] } },
      sections: [],
    }),
  )
})

it('replaces an email address with one link per occurrence, including inside links and lists', () => {
  const link = {
    type: 'link',
    fields: { url: 'mailto:a@b.c?subject=Hi', newTab: false },
    children: [text('write to a@b.c')],
  }
  const document = {
    root: {
      children: [
        {
          type: 'list',
          children: [{ type: 'listitem', children: [text('a@b.c, or a@b.c'), link] }],
        },
      ],
    },
  }
  const shown = replaceEmailAddress(document, 'a@b.c', 'x@y.z')
  expect(richTextToPlainText(shown).replace(/\s+/g, ' ').trim()).toBe(
    'x@y.z , or x@y.z write to x@y.z',
  )
  expect(JSON.stringify(shown).match(/mailto:x@y\.z/g)).toHaveLength(3)
  expect(JSON.stringify(shown)).not.toContain('a@b.c')
})
