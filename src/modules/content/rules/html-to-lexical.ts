import { type HtmlAttributes, htmlTokens } from '@/platform/html-tokens'

import { toSafeUrl } from './rich-text'

type LexicalNode = Record<string, unknown> & { type: string; version: number }
type Block = LexicalNode & { children: LexicalNode[] }
/** A document of the editor, as stored by Payload. */
export type LexicalDocument = {
  root: Block & { type: 'root'; direction: 'ltr'; format: ''; indent: number }
}

const marks: Record<string, number> = {
  b: 1,
  strong: 1,
  i: 2,
  em: 2,
  cite: 2,
  s: 4,
  del: 4,
  strike: 4,
  u: 8,
  ins: 8,
  code: 16,
  kbd: 16,
  tt: 16,
}
const breaks = new Set([
  'p',
  'div',
  'section',
  'article',
  'header',
  'footer',
  'main',
  'aside',
  'figure',
  'figcaption',
  'table',
  'tr',
  'dl',
  'dt',
  'dd',
  'pre',
  'address',
  'details',
  'summary',
  'form',
  'fieldset',
])
const deepest = 6

const shape = { version: 1, direction: 'ltr', format: '', indent: 0 }
const toBlock = (type: string, more: Record<string, unknown> = {}): Block => ({
  type,
  ...shape,
  ...more,
  children: [],
})
const toParagraph = (): Block => toBlock('paragraph', { textFormat: 0, textStyle: '' })
/** @param place among the pictures of its document: the editor wants an id that no other one there has */
const toPicture = (value: number, place: number): Block => ({
  type: 'upload',
  version: 3,
  format: '',
  id: place.toString(16).padStart(24, '0'),
  fields: {},
  relationTo: 'media',
  value,
  children: [],
})

/** Returns the URLs of the pictures in HTML, in order. */
export function imageUrlsInHtml(html: string): string[] {
  return htmlTokens(html).flatMap((token) =>
    token.kind === 'open' && token.tag === 'img' ? [token.attributes.src ?? ''] : [],
  )
}

/**
 * HTML from anywhere as the editor's document. Only what the editor knows is taken over (paragraphs, headings from the
 * second level on, lists, quotes, links to allowed addresses, bold, italic and the like, pictures of the library);
 * scripts, styles, other pictures and attributes are left out. Accepts any text, also invalid HTML, in time that grows
 * linearly with its length.
 * @param pictureAt the id of the library's picture at an address, or null when there is none
 */
export function htmlToLexical(
  html: string,
  pictureAt: (src: string) => number | null = () => null,
): LexicalDocument {
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
    block = heading
      ? toBlock('heading', { tag: heading })
      : quotes > 0
        ? toBlock('quote')
        : toParagraph()
    root.push(block)
    return block
  }
  const write = (raw: string): void => {
    const text = raw
      .replace(/[^\P{Cc}\n\t]/gu, '')
      .replace(/\p{Cs}/gu, '')
      .replace(/[ \n\t]+/g, ' ')
    if (!text || (text === ' ' && (block === null || block.children.length === 0))) return
    const into = current()
    const isFirst = into.children.length === 0 || into.children.at(-1)?.type === 'linebreak'
    const shown = isFirst ? text.trimStart() : text
    if (!shown) return
    const format = [...counts].reduce((sum, [mark, count]) => (count > 0 ? sum | mark : sum), 0)
    const node: LexicalNode = {
      type: 'text',
      version: 1,
      text: shown,
      format,
      mode: 'normal',
      style: '',
      detail: 0,
    }
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
  const openList = (tag: string, attributes: HtmlAttributes): void => {
    close()
    if (lists.length >= deepest) return
    const start = tag === 'ol' ? /^\d{1,6}$/.exec(attributes.start ?? '')?.[0] : undefined
    const list = toBlock('list', {
      listType: tag === 'ol' ? 'number' : 'bullet',
      start: Number(start ?? 1),
      tag,
    })
    const top = lists.at(-1)
    if (top)
      top.list.children.push({
        ...toBlock('listitem', { value: top.list.children.length + 1 }),
        children: [list],
      })
    else root.push(list)
    if (top) top.item = null
    lists.push({ list, item: null })
  }

  for (const token of htmlTokens(html)) {
    if (token.kind === 'text') {
      write(token.text)
      continue
    }
    const { tag } = token
    const isOpen = token.kind === 'open'
    const attributes = isOpen ? token.attributes : {}
    if (marks[tag])
      counts.set(marks[tag], Math.max(0, (counts.get(marks[tag]) ?? 0) + (isOpen ? 1 : -1)))
    else if (tag === 'a') {
      const url = toSafeUrl(attributes.href)
      link = url ? { linkType: 'custom', url, newTab: attributes.target === '_blank' } : null
    } else if (tag === 'img') {
      if (isOpen) showPicture(attributes.src ?? '')
    } else if (tag === 'br') {
      if (isOpen && block) current().children.push({ type: 'linebreak', version: 1 })
    } else if (tag === 'hr') {
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
  const children = root.filter(
    (node) => node.type === 'horizontalrule' || node.type === 'upload' || node.children.length > 0,
  )
  return {
    root: {
      ...toBlock('root'),
      children: children.length > 0 ? children : [toParagraph()],
    } as unknown as LexicalDocument['root'],
  }
}
