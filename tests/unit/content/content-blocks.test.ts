import { parseContentBlock, toTableRows } from '@/modules/content/rules/content-blocks'
import { htmlToLexical } from '@/modules/content/rules/html-to-lexical'
import { blocksIn, pictureIdsIn, richTextToHtml } from '@/modules/content/rules/rich-text-elements'

const blocks = [
  { blockType: 'product', product: 12 },
  { blockType: 'button', label: 'Visit <the> "shop"', url: '/products?color=pine&size=m' },
  { blockType: 'gallery', images: [{ image: 3 }, { image: 4 }] },
  { blockType: 'pullQuote', text: 'One day.\nThen another.', source: 'Wren' },
  { blockType: 'table', caption: 'Hours', rows: 'Day | Open\nMonday | 9–5', hasHeader: true },
  { blockType: 'audio', title: 'Evening practice', audio: 9 },
]
const toDocument = (fields: unknown[]) => ({
  root: {
    type: 'root',
    children: fields.map((one, index) => ({
      type: 'block',
      version: 2,
      format: '',
      fields: { id: String(index), blockName: '', ...(one as object) },
    })),
  },
})

it('every block and the text around it survive a round trip through HTML', () => {
  const html = richTextToHtml(toDocument(blocks), (id) => ({ src: `media:${id}`, alt: '' }))
  const again = htmlToLexical(`<p>before</p>${html}<p>after</p>`)
  expect(blocksIn(again)).toEqual(blocks)
  const nodes = again.root.children as { type: string; fields?: { id: string } }[]
  expect(nodes.map(({ type }) => type)).toEqual([
    'paragraph',
    ...blocks.map(() => 'block'),
    'paragraph',
  ])
  const ids = nodes.flatMap(({ fields }) => fields?.id ?? [])
  expect(new Set(ids).size).toBe(blocks.length)
})

it('blocks are readable as plain HTML elements', () => {
  const html = richTextToHtml(toDocument(blocks)).replace(/ data-block="[^"]*"/g, '')
  expect(html).toContain('<div><p><a href="/products/12">View product</a></p></div>')
  expect(html).toContain(
    '<a href="/products?color=pine&amp;size=m">Visit &lt;the&gt; &quot;shop&quot;</a>',
  )
  expect(html).toContain('<blockquote>One day.\nThen another.<br>— Wren</blockquote>')
  expect(html).toContain(
    '<table><caption>Hours</caption><thead><tr><th scope="col">Day</th><th scope="col">Open</th></tr></thead><tbody><tr><td>Monday</td><td>9–5</td></tr></tbody></table>',
  )
  expect(html).toContain('<p>Audio: Evening practice</p>')
})

it('gallery images count as images of the document', () => {
  expect(pictureIdsIn(toDocument(blocks))).toEqual([3, 4])
})

it.each([
  ['an unsafe URL', { blockType: 'button', label: 'x', url: 'javascript:alert(1)' }],
  [
    'a URL of another host without a scheme',
    { blockType: 'button', label: 'x', url: '//evil.example' },
  ],
  ['no label', { blockType: 'button', label: ' ', url: '/' }],
  ['an invalid ID', { blockType: 'product', product: '12 or 1=1' }],
  ['no images', { blockType: 'gallery', images: [] }],
  ['an unknown block type', { blockType: 'constructor' }],
  ['no fields', null],
])('a block with %s is dropped', (_, fields) => {
  expect(parseContentBlock(fields)).toBeNull()
  expect(richTextToHtml(toDocument([fields]))).toBe('')
  const html = `<div data-block="${JSON.stringify(fields).replaceAll('"', '&quot;')}"><p>kept</p></div>`
  expect(richTextToHtml(htmlToLexical(html))).toBe('<p>kept</p>')
})

it('table rows can be typed with pipes or pasted from a spreadsheet', () => {
  expect(toTableRows('| a | b |\n\n|c|')).toEqual([
    ['a', 'b'],
    ['c', ''],
  ])
  expect(toTableRows('a\tb | c\nd\te')).toEqual([
    ['a', 'b | c'],
    ['d', 'e'],
  ])
})
