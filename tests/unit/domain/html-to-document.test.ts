import fc from 'fast-check'
import { htmlToDocument, picturesInHtml } from '../../../src/domain/html-to-document'
import { picturesIn, richHtml } from '../../../src/domain/rich-elements'

const through = (html: string): string => richHtml(htmlToDocument(html))

it.each([
  ['<p>Hello <strong>you</strong></p>', '<p>Hello <strong>you</strong></p>'],
  ['just text', '<p>just text</p>'],
  ['<h1>One</h1><h3>Three</h3>text', '<h2>One</h2><h3>Three</h3><p>text</p>'],
  ['<div>a<div>b</div>c</div>', '<p>a</p><p>b</p><p>c</p>'],
  ['<p>a<br>b</p>', '<p>a<br>b</p>'],
  ['<blockquote><p>said</p></blockquote>', '<blockquote>said</blockquote>'],
  ['<ul><li>one</li><li>two</li></ul>', '<ul><li><div>one</div></li><li><div>two</div></li></ul>'],
  ['<a href="/products">shop</a> and <a href="https://example.com/?a=1&amp;b=2">there</a>', '<p><a href="/products">shop</a> and <a href="https://example.com/?a=1&amp;b=2" rel="noopener">there</a></p>'],
  ['<p>one</p><hr><p>two</p>', '<p>one</p><hr><p>two</p>'],
  ['5 &lt; 6 &amp; 7 < 8', '<p>5 &lt; 6 &amp; 7 &lt; 8</p>'],
  ['<b><i>both</b></i> none', '<p><strong><em>both</em></strong> none</p>'],
])('%s', (html, expected) => expect(through(html)).toBe(expected))

it.each([
  '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<a href="javascript:alert(1)">x</a>', '<a href=" java\tscript:alert(1)">x</a>', '<a href="&#106;avascript:alert(1)">x</a>', '<svg><script>alert(1)</script></svg>',
  '<style>*{}</style>', '<p onclick="alert(1)">x</p>', '<iframe src="data:text/html,x"></iframe>', '<<script>alert(1)</script>', '<scr<script>ipt>alert(1)</scr</script>ipt>', '<a href="data:text/html,x">x</a>', '<math><mi xlink:href="javascript:x">y</mi></math>',
  '<!--><img src=x onerror=alert(1)>-->', '<p title="><script>alert(1)</script>">x</p>', '<noscript><p title="</noscript><img src=x onerror=alert(1)>">', '<form action="javascript:alert(1)"><button>x</button></form>',
])('%s leaves nothing that acts', (html) => {
  const out = through(html)
  expect(out).not.toMatch(/<(script|img|svg|style|iframe|math|form|button)/i)
  expect(out).not.toMatch(/<[^>]*(onerror|onclick|javascript:|data:)/i)
})

it('what came from here goes through unchanged', () => {
  const html = '<h2>A day</h2><p>Slow <em>and</em> <a href="/about">kind</a>.</p><ol><li><div>one</div></li><li><div>two<br>lines</div></li></ol>'
  expect(through(through(html))).toBe(through(html))
})

describe('pictures', () => {
  const addressOf = (id: number) => `https://shop.example/uploads/picture-${id}-640.webp`
  const pictureAt = (src: string): number | null => Number(/^https:\/\/shop\.example\/uploads\/picture-(\d+)-640\.webp$/.exec(src)?.[1] ?? 0) || null
  const toHtml = (document: unknown): string => richHtml(document, (id) => ({ src: addressOf(id), alt: `Nº ${id} "in the shade" & out`, width: 640, height: 480 }))

  it('of the library stand in the text, with their words; all others are left out', () => {
    const document = htmlToDocument(`<p>One<img src="${addressOf(7)}" onerror="alert(1)">two</p><img src="https://elsewhere.example/x.jpg"><img src=x onerror=alert(1)><figure><IMG alt='' src='${addressOf(8)}'/><figcaption>by hand</figcaption></figure>`, pictureAt)
    expect(picturesIn(document)).toEqual([7, 8])
    expect(richHtml(document, (id) => ({ src: addressOf(id), alt: 'A "fern"' }))).toBe(
      `<p>One</p><figure><img src="${addressOf(7)}" alt="A &quot;fern&quot;"></figure><p>two</p><figure><img src="${addressOf(8)}" alt="A &quot;fern&quot;"></figure><p>by hand</p>`)
    expect(richHtml(document, () => undefined)).toBe('<p>One</p><p>two</p><p>by hand</p>')
    expect(picturesInHtml(toHtml(document))).toEqual([addressOf(7), addressOf(8)])
  })

  it('in a list, a quote or a link come below it', () => {
    expect(toHtml(htmlToDocument(`<ul><li>one<img src="${addressOf(1)}"></li><li>two</li></ul><a href="/x"><img src="${addressOf(2)}">here</a>`, pictureAt)).replace(/<img[^>]*>/g, '<img>')).toBe(
      '<ul><li><div>one</div></li><li><div>two</div></li></ul><figure><img></figure><figure><img></figure><p><a href="/x">here</a></p>')
  })

  const word = fc.stringMatching(/^[\p{L}\p{N}<>&"'’;#]{1,8}$/u)
  const text = fc.tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.integer({ min: 0, max: 31 })).map(([words, format]) => ({ type: 'text', version: 1, text: words.join(' '), format }))
  const link = fc.tuple(fc.constantFrom('/about', 'https://example.com/?a=1&b="2"', 'mailto:a@example.com'), fc.boolean(), text).map(([url, newTab, inside]) => ({ type: 'link', fields: { url, newTab }, children: [inside] }))
  const line = fc.array(fc.oneof(text, link), { minLength: 1, maxLength: 3 })
  const lines = fc.array(line, { minLength: 1, maxLength: 3 }).map((all) => all.flatMap((one, index) => (index > 0 ? [{ type: 'linebreak' }, ...one] : one)))
  const list = fc.letrec((tie) => ({
    list: fc.record({
      type: fc.constant('list'), listType: fc.constantFrom('bullet', 'number'), start: fc.integer({ min: 1, max: 9 }),
      children: fc.array(fc.oneof({ maxDepth: 2 }, lines.map((children) => ({ type: 'listitem', children })), tie('list').map((inner) => ({ type: 'listitem', children: [inner] }))), { minLength: 1, maxLength: 3 }),
    }),
  })).list
  const block = fc.oneof(
    lines.map((children) => ({ type: 'paragraph', children })), lines.map((children) => ({ type: 'quote', children })), list, fc.constant({ type: 'horizontalrule' }),
    fc.tuple(fc.constantFrom('h2', 'h3', 'h6'), line).map(([tag, children]) => ({ type: 'heading', tag, children })),
    fc.integer({ min: 1, max: 99 }).map((value) => ({ type: 'upload', relationTo: 'media', value })),
  )

  it('and everything else that the shop shows come back as they were from HTML that is read and written again', () => {
    fc.assert(fc.property(fc.array(block, { minLength: 1, maxLength: 6 }), (children) => {
      const html = toHtml({ root: { type: 'root', children } })
      const read = htmlToDocument(html, pictureAt)
      expect(toHtml(read)).toBe(html)
      expect(picturesIn(read)).toEqual(picturesIn({ root: { children } }))
      const ids = read.root.children.flatMap(({ type, id }) => (type === 'upload' ? [id] : []))
      expect(new Set(ids).size).toBe(ids.length)
    }), { numRuns: 300 })
  })
})

it.each(['<', '<a "', '<p title="', '<script>', '<div>', '</', '&#x', '<ul><li>', '<!--'])('a hundred thousand times "%s" is read in good time', (part) => {
  // Were it read again from each place on, it would take minutes: longer than a test may.
  expect(htmlToDocument(part.repeat(100_000))).toHaveProperty('root')
})
