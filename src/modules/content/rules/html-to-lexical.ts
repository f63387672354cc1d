import { type HtmlAttributes, htmlTokens } from '@/platform/html-tokens'

import { type ContentBlock, parseBlockJson } from './content-blocks'
import { toSafeUrl } from './rich-text'

type LexicalNode = Record<string, unknown> & { type: string; version: number }
type Block = LexicalNode & { children: LexicalNode[] }
/** A document of the editor, as stored by Payload. */
type LexicalDocument = {
  root: Block & { type: 'root'; direction: 'ltr'; format: ''; indent: number }
}

/** The editor's bit of each inline format. */
const formats: Record<string, number> = {
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
const blockTags = new Set([
  'hr',
  'blockquote',
  'ul',
  'ol',
  'li',
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
const maxListDepth = 6

const shape = { version: 1, direction: 'ltr', format: '', indent: 0 }
const toBlock = (type: string, more: Record<string, unknown> = {}): Block => ({
  type,
  ...shape,
  ...more,
  children: [],
})
const toParagraph = (): Block => toBlock('paragraph', { textFormat: 0, textStyle: '' })
/** @param position among the pictures of its document: the editor wants an id that no other one there has */
const toPicture = (value: number, position: number): Block => ({
  type: 'upload',
  version: 3,
  format: '',
  id: position.toString(16).padStart(24, '0'),
  fields: {},
  relationTo: 'media',
  value,
  children: [],
})

const toBlockNode = (block: ContentBlock, position: number): LexicalNode => ({
  type: 'block',
  version: 2,
  format: '',
  fields: { id: position.toString(16).padStart(24, '0'), blockName: '', ...block },
})

/** Returns the URLs of the pictures in HTML, in order. */
export function imageUrlsInHtml(html: string): string[] {
  return htmlTokens(html).flatMap((token) =>
    token.kind === 'open' && token.tag === 'img' ? [token.attributes.src ?? ''] : [],
  )
}

type Link = { linkType: 'custom'; url: string; newTab: boolean }

/** Builds a document from the tags and texts of HTML, in their order. */
class DocumentBuilder {
  private readonly root: LexicalNode[] = []
  private readonly lists: { list: Block; item: Block | null }[] = []
  /** How many tags of each format are open. */
  private readonly openFormats = new Map<number, number>()
  private block: Block | null = null
  private heading: string | null = null
  private quotes = 0
  private link: Link | null = null
  /** Pictures and blocks so far. */
  private places = 0

  constructor(private readonly pictureAt: (src: string) => number | null) {}

  addText(raw: string): void {
    const text = raw
      .replace(/[^\P{Cc}\n\t]/gu, '')
      .replace(/\p{Cs}/gu, '')
      .replace(/[ \n\t]+/g, ' ')
    if (!text || (text === ' ' && (this.block === null || this.block.children.length === 0))) return
    const { children } = this.currentBlock()
    const isFirst = children.length === 0 || children.at(-1)?.type === 'linebreak'
    const trimmed = isFirst ? text.trimStart() : text
    if (!trimmed) return
    const format = [...this.openFormats].reduce(
      (sum, [bit, count]) => (count > 0 ? sum | bit : sum),
      0,
    )
    const node: LexicalNode = {
      type: 'text',
      version: 1,
      text: trimmed,
      format,
      mode: 'normal',
      style: '',
      detail: 0,
    }
    const last = children.at(-1) as (Block & { fields?: unknown }) | undefined
    if (!this.link) children.push(node)
    else if (last?.fields === this.link) last.children.push(node)
    else children.push({ ...toBlock('link', { version: 3, fields: this.link }), children: [node] })
  }

  /** @param attributes null for a closing tag */
  addTag(tag: string, attributes: HtmlAttributes | null): void {
    const isOpen = attributes !== null
    const format = formats[tag]
    if (format)
      this.openFormats.set(
        format,
        Math.max(0, (this.openFormats.get(format) ?? 0) + (isOpen ? 1 : -1)),
      )
    else if (tag === 'a') {
      const url = toSafeUrl(attributes?.href)
      this.link = url ? { linkType: 'custom', url, newTab: attributes?.target === '_blank' } : null
    } else if (tag === 'img') {
      if (isOpen) this.addPicture(attributes.src ?? '')
    } else if (tag === 'br') {
      if (isOpen) this.block?.children.push({ type: 'linebreak', version: 1 })
    } else if (tag === 'td' || tag === 'th') this.addText(' ')
    else if (blockTags.has(tag) || /^h[1-6]$/.test(tag)) {
      this.close()
      this.addBlockTag(tag, attributes)
    }
  }

  addBlock(block: ContentBlock): void {
    this.close()
    this.root.push(toBlockNode(block, (this.places += 1)))
  }

  finish(): LexicalDocument {
    this.close()
    const children = this.root.filter(
      (node) =>
        node.type === 'horizontalrule' ||
        node.type === 'upload' ||
        node.type === 'block' ||
        (Array.isArray(node.children) && node.children.length > 0),
    )
    return {
      root: {
        ...toBlock('root'),
        children: children.length > 0 ? children : [toParagraph()],
      } as unknown as LexicalDocument['root'],
    }
  }

  private addBlockTag(tag: string, attributes: HtmlAttributes | null): void {
    const isOpen = attributes !== null
    const list = this.lists.at(-1)
    if (tag === 'hr') {
      if (isOpen && !list) this.root.push({ type: 'horizontalrule', version: 1 })
    } else if (tag === 'blockquote') this.quotes = Math.max(0, this.quotes + (isOpen ? 1 : -1))
    else if (tag === 'ul' || tag === 'ol') {
      if (isOpen) this.openList(tag, attributes)
      else this.lists.pop()
    } else if (tag === 'li') {
      if (list) list.item = null
    } else if (/^h[1-6]$/.test(tag)) this.heading = isOpen ? (tag === 'h1' ? 'h2' : tag) : null
  }

  private openList(tag: 'ul' | 'ol', attributes: HtmlAttributes): void {
    if (this.lists.length >= maxListDepth) return
    const start = tag === 'ol' ? /^\d{1,6}$/.exec(attributes.start ?? '')?.[0] : undefined
    const list = toBlock('list', {
      listType: tag === 'ol' ? 'number' : 'bullet',
      start: Number(start ?? 1),
      tag,
    })
    const outer = this.lists.at(-1)
    if (outer) {
      outer.list.children.push({
        ...toBlock('listitem', { value: outer.list.children.length + 1 }),
        children: [list],
      })
      outer.item = null
    } else this.root.push(list)
    this.lists.push({ list, item: null })
  }

  /** Adds a picture as a top-level block after the blocks so far, even within a list or a quote. */
  private addPicture(src: string): void {
    const value = this.pictureAt(src)
    if (value === null) return
    this.close()
    this.root.push(toPicture(value, (this.places += 1)))
  }

  private close(): void {
    const last = this.block?.children.at(-1)
    if (last && typeof last.text === 'string') last.text = last.text.trimEnd()
    this.block = null
  }

  /** Returns the block that text goes into; opens one if none is open. */
  private currentBlock(): Block {
    if (this.block) return this.block
    const list = this.lists.at(-1)
    if (!list) {
      this.block = this.heading
        ? toBlock('heading', { tag: this.heading })
        : this.quotes > 0
          ? toBlock('quote')
          : toParagraph()
      this.root.push(this.block)
      return this.block
    }
    if (!list.item) {
      list.item = toBlock('listitem', { value: list.list.children.length + 1 })
      list.list.children.push(list.item)
    }
    // A second paragraph of one list item goes on a new line.
    if (list.item.children.length > 0) list.item.children.push({ type: 'linebreak', version: 1 })
    this.block = list.item
    return this.block
  }
}

/**
 * Converts HTML from anywhere to the editor's document. Keeps what the editor supports (paragraphs, headings from the
 * second level on, lists, quotes, links to allowed addresses, inline formats, pictures of the library); leaves out
 * scripts, styles, other pictures, and attributes. Accepts any text, also invalid HTML, in time linear in its length.
 * @param pictureAt the id of the library's picture at an address, or null when there is none
 */
export function htmlToLexical(
  html: string,
  pictureAt: (src: string) => number | null = () => null,
): LexicalDocument {
  const builder = new DocumentBuilder(pictureAt)
  /** The element of a block, whose content is only a fallback, and how many of its tags are open. */
  let skipped: { tag: string; depth: number } | null = null
  for (const token of htmlTokens(html)) {
    if (skipped) {
      if (token.kind === 'text' || token.tag !== skipped.tag) continue
      skipped.depth += token.kind === 'open' ? 1 : -1
      if (skipped.depth === 0) skipped = null
      continue
    }
    const json = token.kind === 'open' ? token.attributes['data-block'] : undefined
    const block = json === undefined ? null : parseBlockJson(json)
    if (block && token.kind === 'open') {
      builder.addBlock(block)
      skipped = { tag: token.tag, depth: 1 }
    } else if (token.kind === 'text') builder.addText(token.text)
    else builder.addTag(token.tag, token.kind === 'open' ? token.attributes : null)
  }
  return builder.finish()
}
