import { htmlToDocument, toEditorDocument } from '../../../src/domain/html-to-document'
import { richHtml } from '../../../src/domain/rich-elements'

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
  expect(richHtml(toEditorDocument(htmlToDocument(html)))).toBe(through(html))
})

it.each(['<', '<a "', '<p title="', '<script>', '<div>', '</', '&#x', '<ul><li>', '<!--'])('a hundred thousand times "%s" is read in good time', (part) => {
  const started = performance.now()
  htmlToDocument(part.repeat(100_000))
  expect(performance.now() - started).toBeLessThan(3000)
})
