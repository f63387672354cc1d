import { type ContentBlock, parseBlockJson, parseContentBlock, toTableRows } from './content-blocks'
import { toSafeUrl } from './rich-text'

/** A node of the editor as we read it; anything may be missing. */
type Node = {
  type?: unknown
  children?: unknown
  text?: unknown
  format?: unknown
  tag?: unknown
  listType?: unknown
  start?: unknown
  url?: unknown
  fields?: { url?: unknown; newTab?: unknown; blockType?: unknown }
  relationTo?: unknown
  value?: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const childrenOf = (node: Node): Node[] =>
  Array.isArray(node.children) ? node.children.filter(isNode) : []

/** Inside a text node's `format`, outermost first. */
const marks = [
  [16, 'code'],
  [1, 'strong'],
  [2, 'em'],
  [8, 'u'],
  [4, 's'],
] as const
/** A page has one h1, and it is not in the text. */
const headings = { h1: 'h2', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h5', h6: 'h6' } as const

type Tag =
  | (typeof marks)[number][1]
  | (typeof headings)[keyof typeof headings]
  | 'p'
  | 'blockquote'
  | 'ol'
  | 'ul'
  | 'li'
  | 'div'
  | 'a'
  | 'br'
  | 'hr'
  | 'figure'
  | 'table'
  | 'caption'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'
/** Plain text, or one of the few allowed elements. */
export type RichTextElement =
  string | { tag: Tag; attributes: Record<string, string>; children: RichTextElement[] }

const element = (
  tag: Tag,
  children: RichTextElement[] = [],
  attributes: Record<string, string> = {},
): RichTextElement[] => [{ tag, attributes, children }]

const textOf = (text: string, format: number): RichTextElement[] =>
  marks.reduceRight<RichTextElement[]>(
    (inside, [bit, mark]) => (format & bit ? element(mark, inside) : inside),
    [text],
  )

const linkOf = (node: Node, inside: RichTextElement[]): RichTextElement[] => {
  const href = toSafeUrl(node.fields?.url ?? node.url)
  if (!href) return inside
  return element('a', inside, {
    href,
    ...(/^https?:/i.test(href) ? { rel: 'noopener' } : {}),
    ...(node.fields?.newTab === true ? { target: '_blank' } : {}),
  })
}

/** Returns the id of the picture that a node shows; null for other nodes. */
const pictureIn = ({ type, relationTo, value }: Node): number | null => {
  if (type !== 'upload' || relationTo !== 'media') return null
  const id = isNode(value) ? (value as { id?: unknown }).id : value
  return typeof id === 'number' && Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : null
}

const tableOf = ({ caption, rows, hasHeader }: Extract<ContentBlock, { blockType: 'table' }>) => {
  const [first, ...others] = toTableRows(rows)
  const row = (cells: string[], tag: 'th' | 'td'): RichTextElement[] =>
    element(
      'tr',
      cells.flatMap((cell) => element(tag, [cell], tag === 'th' ? { scope: 'col' } : {})),
    )
  const head = hasHeader && first ? element('thead', row(first, 'th')) : []
  const body = hasHeader || !first ? others : [first, ...others]
  return element('table', [
    ...(caption ? element('caption', [caption]) : []),
    ...head,
    ...element(
      'tbody',
      body.flatMap((cells) => row(cells, 'td')),
    ),
  ])
}

/** A block as plain HTML elements, for feeds and other HTML outside the shop. */
const fallbackOf = (block: ContentBlock): RichTextElement[] => {
  switch (block.blockType) {
    case 'product':
      return element('p', element('a', ['View product'], { href: `/products/${block.product}` }))
    case 'button':
      return element('p', linkOf({ url: block.url }, [block.label]))
    case 'gallery':
      return block.images.flatMap(({ image }) =>
        element('figure', [], { 'data-picture': String(image) }),
      )
    case 'pullQuote':
      return element('blockquote', [
        block.text,
        ...(block.source ? [...element('br'), `— ${block.source}`] : []),
      ])
    case 'table':
      return tableOf(block)
    case 'audio':
      return element('p', [`Audio: ${block.title}`])
  }
}

/** The block is included as JSON, so that it survives a round trip through HTML. */
const blockOf = ({ fields }: Node): RichTextElement[] => {
  const block = parseContentBlock(fields)
  return block ? element('div', fallbackOf(block), { 'data-block': JSON.stringify(block) }) : []
}

/** Returns the block that an element represents; null for other elements. */
export function blockIn(one: RichTextElement): ContentBlock | null {
  const json = typeof one === 'string' ? undefined : one.attributes['data-block']
  return json === undefined ? null : parseBlockJson(json)
}

const elementsOf = (node: Node): RichTextElement[] => {
  if (typeof node.text === 'string')
    return textOf(node.text, typeof node.format === 'number' ? node.format : 0)
  const inside = childrenOf(node).flatMap(elementsOf)
  switch (node.type) {
    case 'paragraph':
      return inside.length > 0 ? element('p', inside) : []
    case 'heading':
      return element(
        Object.hasOwn(headings, String(node.tag))
          ? headings[node.tag as keyof typeof headings]
          : 'h2',
        inside,
      )
    case 'quote':
      return element('blockquote', inside)
    case 'list':
      return node.listType === 'number'
        ? element(
            'ol',
            inside,
            typeof node.start === 'number' && node.start !== 1 ? { start: String(node.start) } : {},
          )
        : element('ul', inside)
    case 'listitem':
      return element('li', element('div', inside))
    case 'link':
    case 'autolink':
      return linkOf(node, inside)
    case 'linebreak':
      return element('br')
    case 'horizontalrule':
      return element('hr')
    case 'block':
      return blockOf(node)
    case 'upload': {
      const id = pictureIn(node)
      return id === null ? [] : element('figure', [], { 'data-picture': String(id) })
    }
    default:
      return inside
  }
}

/** Converts a document to a tree of allowed elements, for pages and for HTML. Unknown nodes are replaced by their children. */
export function toRichTextElements(document: unknown): RichTextElement[] {
  const root = isNode(document) ? (document as { root?: unknown }).root : null
  return isNode(root) ? childrenOf(root).flatMap(elementsOf) : []
}

/** Returns the ids of the pictures in a document, in order. */
export function pictureIdsIn(document: unknown): number[] {
  const within = (one: RichTextElement): number[] =>
    typeof one === 'string'
      ? []
      : one.tag === 'figure'
        ? [Number(one.attributes['data-picture'])]
        : one.children.flatMap(within)
  return toRichTextElements(document).flatMap(within)
}

/** Returns the blocks of a document, in order. */
export function blocksIn(document: unknown): ContentBlock[] {
  return toRichTextElements(document).flatMap((one) => blockIn(one) ?? [])
}

const escaped: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => escaped[letter] ?? letter)

/** A picture as HTML shows it. */
export type HtmlImage = { src: string; alt: string; width?: number; height?: number }
type Pictures = (id: number) => HtmlImage | undefined

const attributesOf = (attributes: object): string =>
  Object.entries(attributes)
    .flatMap(([name, value]) =>
      value === undefined ? [] : [` ${name}="${escape(String(value))}"`],
    )
    .join('')

const htmlOf = (pictures: Pictures) =>
  function toHtml(one: RichTextElement): string {
    if (typeof one === 'string') return escape(one)
    if (one.tag === 'figure') {
      const picture = pictures(Number(one.attributes['data-picture']))
      return picture ? `<figure><img${attributesOf(picture)}></figure>` : ''
    }
    const open = `<${one.tag}${attributesOf(one.attributes)}>`
    return one.tag === 'br' || one.tag === 'hr'
      ? open
      : `${open}${one.children.map(toHtml).join('')}</${one.tag}>`
  }

/**
 * Converts a document to safe HTML: only the elements above, with all text escaped.
 * @param pictures pictures of the library by id; others are left out
 */
export function richTextToHtml(document: unknown, pictures: Pictures = () => undefined): string {
  return toRichTextElements(document).map(htmlOf(pictures)).join('')
}
