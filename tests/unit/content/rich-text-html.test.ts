import {
  pictureIdsIn,
  richTextToHtml,
  toRichTextElements,
} from '@/modules/content/rules/rich-text-elements'

const text = (words: string) => ({ type: 'text', text: words })

describe('rich text as HTML', () => {
  const html = (...children: unknown[]) => richTextToHtml({ root: { children } })
  const link = (url: string, newTab = false) => ({
    type: 'link',
    fields: { url, newTab },
    children: [text('here')],
  })

  test.each<[string, unknown, string]>([
    [
      'text that looks like markup',
      { type: 'paragraph', children: [text('<script>alert("1")</script> & \'x\'')] },
      '<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;</p>',
    ],
    [
      'nested formatting',
      { type: 'paragraph', children: [{ ...text('both'), format: 3 }] },
      '<p><strong><em>both</em></strong></p>',
    ],
    [
      'an h1 heading as h2',
      { type: 'heading', tag: 'h1', children: [text('Dawn')] },
      '<h2>Dawn</h2>',
    ],
    [
      'a heading with an invalid tag as h2',
      { type: 'heading', tag: 'constructor', children: [text('Dawn')] },
      '<h2>Dawn</h2>',
    ],
    [
      'a numbered list with a start value',
      {
        type: 'list',
        listType: 'number',
        start: 3,
        children: [{ type: 'listitem', children: [text('three')] }],
      },
      '<ol start="3"><li><div>three</div></li></ol>',
    ],
    [
      'a link',
      link('https://example.com/?a=1&b="'),
      '<a href="https://example.com/?a=1&amp;b=&quot;" rel="noopener">here</a>',
    ],
    [
      'a link that opens a new tab',
      link('/blog', true),
      '<a href="/blog" target="_blank">here</a>',
    ],
    ['the text of an unsafe link', link('javascript:alert(1)'), 'here'],
    ['an empty paragraph', { type: 'paragraph', children: [] }, ''],
    [
      'a line break and a horizontal rule',
      { type: 'paragraph', children: [{ type: 'linebreak' }, { type: 'horizontalrule' }] },
      '<p><br><hr></p>',
    ],
    ['the text of an unknown node', { type: 'script', children: [text('alert(1)')] }, 'alert(1)'],
  ])('renders %s', (_, node, expected) => expect(html(node)).toBe(expected))

  it.each([null, undefined, 7, 'x', {}, { root: 3 }])('renders nothing for %j', (value) =>
    expect(richTextToHtml(value)).toBe(''),
  )

  it('finds media library images, marks their place with a figure, and omits them without their URLs', () => {
    const upload = (value: unknown, relationTo = 'media') => ({ type: 'upload', relationTo, value })
    const document = {
      root: {
        children: [
          { type: 'paragraph', children: [text('one')] },
          upload(7),
          upload({ id: 9 }),
          upload('x'),
          upload(3, 'users'),
          upload(null),
        ],
      },
    }
    expect([pictureIdsIn(document), richTextToHtml(document)]).toEqual([[7, 9], '<p>one</p>'])
    expect(toRichTextElements(document)[1]).toEqual({
      tag: 'figure',
      attributes: { 'data-picture': '7' },
      children: [],
    })
  })
})
