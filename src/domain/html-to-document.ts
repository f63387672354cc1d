import { allowedAddress } from './rich-text'

type LexicalNode = Record<string, unknown> & { type: string; version: number }
type Block = LexicalNode & { children: LexicalNode[] }
/** The editor's document, as Payload keeps it. */
export type EditorDocument = { root: Block & { type: 'root'; direction: 'ltr'; format: ''; indent: number } }

const names: Record<string, string> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: '\'', nbsp: '\u00a0', mdash: '—', ndash: '–', hellip: '…', rsquo: '’', lsquo: '‘', rdquo: '”', ldquo: '“', copy: '©', reg: '®', trade: '™', bull: '•', middot: '·', times: '×', eacute: 'é', egrave: 'è', agrave: 'à', ccedil: 'ç', uuml: 'ü', ouml: 'ö', auml: 'ä',
}
/** Character references as the characters they stand for, once: '&amp;lt;' becomes '&lt;'. */
export const decodeEntities = (text: string): string => text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
  if (name) return names[name] ?? names[name.toLowerCase()] ?? whole
  const code = decimal ? Number(decimal) : parseInt(hex ?? '', 16)
  return code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ' '
})

type Token = { kind: 'text'; text: string } | { kind: 'open' | 'close'; tag: string; attributes: string }

/** What is inside these is not for reading. */
const hidden = new Set(['script', 'style', 'template', 'iframe', 'object', 'noscript', 'svg', 'math', 'head', 'title', 'textarea', 'select', 'audio', 'video', 'canvas', 'xmp', 'noembed', 'noframes'])

/** Where a tag that begins at `from` ends: the `>` outside of quotes; -1 when there is none. */
const endOfTag = (html: string, from: number): number => {
  let quote = ''
  for (let at = from; at < html.length; at += 1) {
    const letter = html[at] ?? ''
    if (quote) quote = letter === quote ? '' : quote
    else if (letter === '"' || letter === '\'') quote = letter
    else if (letter === '>') return at
  }
  return -1
}

const valueOf = (name: 'href' | 'target' | 'start' | 'src', attributes: string): string => {
  const [, double, single, bare] = new RegExp(`(?:^|[\\s"'/])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes.slice(0, 5000)) ?? []
  return decodeEntities(double ?? single ?? bare ?? '')
}

/** Tags and text, in one walk from the first letter to the last. */
const tokensOf = (html: string): Token[] => {
  const tokens: Token[] = []
  const lower = html.toLowerCase()
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open !== at) tokens.push({ kind: 'text', text: html.slice(at, open < 0 ? undefined : open) })
    if (open < 0) break
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4)
      at = end < 0 ? html.length : end + 3
      continue
    }
    const [head, slash, name] = /^<(\/?)([a-z][a-z0-9-]*)/i.exec(html.slice(open, open + 40)) ?? []
    if (!head || !name) {
      // A comparison, say, or a doctype.
      const skipped = html[open + 1] === '!' || html[open + 1] === '?' ? endOfTag(html, open + 1) : open
      if (skipped === open) tokens.push({ kind: 'text', text: '<' })
      at = skipped < 0 ? html.length : skipped + 1
      continue
    }
    const end = endOfTag(html, open + head.length)
    if (end < 0) break
    const tag = name.toLowerCase()
    at = end + 1
    if (!slash && hidden.has(tag) && html[end - 1] !== '/') {
      const close = lower.indexOf(`</${tag}`, at)
      at = close < 0 ? html.length : (endOfTag(html, close) + 1 || html.length)
      continue
    }
    tokens.push({ kind: slash ? 'close' : 'open', tag, attributes: slash ? '' : html.slice(open + head.length, end) })
  }
  return tokens
}

const marks: Record<string, number> = { b: 1, strong: 1, i: 2, em: 2, cite: 2, s: 4, del: 4, strike: 4, u: 8, ins: 8, code: 16, kbd: 16, tt: 16 }
const breaks = new Set(['p', 'div', 'section', 'article', 'header', 'footer', 'main', 'aside', 'figure', 'figcaption', 'table', 'tr', 'dl', 'dt', 'dd', 'pre', 'address', 'details', 'summary', 'form', 'fieldset'])
const deepest = 6

const shape = { version: 1, direction: 'ltr', format: '', indent: 0 }
const toBlock = (type: string, more: Record<string, unknown> = {}): Block => ({ type, ...shape, ...more, children: [] })
const toParagraph = (): Block => toBlock('paragraph', { textFormat: 0, textStyle: '' })
/** @param place among the pictures of its document: the editor wants an id that no other one there has */
const toPicture = (value: number, place: number): Block =>
  ({ type: 'upload', version: 3, format: '', id: place.toString(16).padStart(24, '0'), fields: {}, relationTo: 'media', value, children: [] })

/** The addresses of the pictures that an HTML text shows. */
export const picturesInHtml = (html: string): string[] =>
  tokensOf(html).flatMap((token) => (token.kind === 'open' && token.tag === 'img' ? [valueOf('src', token.attributes)] : []))

/**
 * HTML from anywhere as the editor's document. Only what the editor knows is taken over (paragraphs, headings from the
 * second level on, lists, quotes, links to allowed addresses, bold, italic and the like, pictures of the library);
 * scripts, styles, other pictures and attributes are left out. Takes any text, broken HTML too, in time that grows with
 * its length.
 * @param pictureAt which picture of the library is at an address; null: none
 */
export const htmlToDocument = (html: string, pictureAt: (src: string) => number | null = () => null): EditorDocument => {
  const root: Block[] = []
  const lists: { list: Block; item: Block | null }[] = []
  const counts = new Map<number, number>()
  let block: Block | null = null
  let heading: string | null = null
  let quotes = 0
  let link: { linkType: 'custom'; url: string; newTab: boolean } | null = null
  let pictures = 0

  const close = (): void => {
    const last = block?.children.at(-1)
    if (last && typeof last.text === 'string') last.text = last.text.trimEnd()
    block = null
  }
  const current = (): Block => {
    if (block) return block
    const top = lists.at(-1)
    if (top) {
      if (!top.item) {
        top.item = toBlock('listitem', { value: top.list.children.length + 1 })
        top.list.children.push(top.item)
      }
      // A second paragraph of one entry goes on a new line.
      if (top.item.children.length > 0) top.item.children.push({ type: 'linebreak', version: 1 })
      block = top.item
      return block
    }
    block = heading ? toBlock('heading', { tag: heading }) : quotes > 0 ? toBlock('quote') : toParagraph()
    root.push(block)
    return block
  }
  const write = (raw: string): void => {
    const text = decodeEntities(raw).replace(/[^\P{Cc}\n\t]/gu, '').replace(/\p{Cs}/gu, '').replace(/[ \n\t]+/g, ' ')
    if (!text || (text === ' ' && (block === null || block.children.length === 0))) return
    const into = current()
    const isFirst = into.children.length === 0 || into.children.at(-1)?.type === 'linebreak'
    const shown = isFirst ? text.trimStart() : text
    if (!shown) return
    const format = [...counts].reduce((sum, [mark, count]) => (count > 0 ? sum | mark : sum), 0)
    const node: LexicalNode = { type: 'text', version: 1, text: shown, format, mode: 'normal', style: '', detail: 0 }
    if (!link) {
      into.children.push(node)
      return
    }
    const last = into.children.at(-1) as (Block & { fields?: unknown }) | undefined
    if (last?.fields === link) last.children.push(node)
    else into.children.push({ ...toBlock('link', { version: 3, fields: link }), children: [node] })
  }
  /** Below what stands before it, also where that is a list or a quote. */
  const showPicture = (src: string): void => {
    const value = pictureAt(src)
    if (value === null) return
    close()
    root.push(toPicture(value, (pictures += 1)))
  }
  const openList = (tag: string, attributes: string): void => {
    close()
    if (lists.length >= deepest) return
    const start = tag === 'ol' ? /^\d{1,6}$/.exec(valueOf('start', attributes))?.[0] : undefined
    const list = toBlock('list', { listType: tag === 'ol' ? 'number' : 'bullet', start: Number(start ?? 1), tag })
    const top = lists.at(-1)
    if (top) top.list.children.push({ ...toBlock('listitem', { value: top.list.children.length + 1 }), children: [list] } as Block)
    else root.push(list)
    if (top) top.item = null
    lists.push({ list, item: null })
  }

  for (const token of tokensOf(html)) {
    if (token.kind === 'text') {
      write(token.text)
      continue
    }
    const { tag, attributes } = token
    const isOpen = token.kind === 'open'
    if (marks[tag]) counts.set(marks[tag], Math.max(0, (counts.get(marks[tag]) ?? 0) + (isOpen ? 1 : -1)))
    else if (tag === 'a') {
      const url = isOpen ? allowedAddress(valueOf('href', attributes)) : null
      link = url ? { linkType: 'custom', url, newTab: valueOf('target', attributes) === '_blank' } : null
    } else if (tag === 'img') { if (isOpen) showPicture(valueOf('src', attributes)) }
    else if (tag === 'br') { if (isOpen && block) current().children.push({ type: 'linebreak', version: 1 }) }
    else if (tag === 'hr') {
      close()
      if (isOpen && lists.length === 0) root.push({ type: 'horizontalrule', version: 1 } as Block)
    } else if (/^h[1-6]$/.test(tag)) {
      close()
      heading = isOpen ? (tag === 'h1' ? 'h2' : tag) : null
    } else if (tag === 'blockquote') {
      close()
      quotes = Math.max(0, quotes + (isOpen ? 1 : -1))
    } else if (tag === 'ul' || tag === 'ol') {
      if (isOpen) openList(tag, attributes)
      else {
        close()
        lists.pop()
      }
    } else if (tag === 'li') {
      close()
      const top = lists.at(-1)
      if (top) top.item = null
    } else if (tag === 'td' || tag === 'th') write(' ')
    else if (breaks.has(tag)) close()
  }
  close()
  const children = root.filter((node) => node.type === 'horizontalrule' || node.type === 'upload' || node.children.length > 0)
  return { root: { ...toBlock('root'), children: children.length > 0 ? children : [toParagraph()] } as unknown as EditorDocument['root'] }
}
