import { toSlug } from '@/platform/slug'

type Node = { text?: unknown; children?: unknown; root?: unknown }

/** Returns the text of a Lexical document, for reading time and search. */
export function richTextToPlainText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return ''
  const node = value as Node
  if (node.root) return richTextToPlainText(node.root)
  if (typeof node.text === 'string') return node.text
  return Array.isArray(node.children) ? node.children.map(richTextToPlainText).join(' ') : ''
}

/** Returns URLs (http, mailto, tel) and paths of this shop; null for anything else, which gets no link. */
export function toSafeUrl(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const address = value.trim()
  if (/^(https?:\/\/|mailto:|tel:)/i.test(address)) return address
  return /^(\/(?![/\\])|[#?])/.test(address) && !/[\t\n\r]/.test(address) ? address : null
}

type Element = Record<string, unknown> & { children?: unknown }
const childrenOf = (node: unknown): unknown[] => {
  const children = typeof node === 'object' && node !== null ? (node as Element).children : null
  return Array.isArray(children) ? children : []
}
const rootOf = (document: unknown): unknown =>
  typeof document === 'object' && document !== null ? (document as Node).root : null
const toDocument = (children: unknown[]) => ({ root: { type: 'root', children } })

/** Returns a document with one paragraph of plain text. */
export function toRichTextParagraph(text: string) {
  return toDocument([{ type: 'paragraph', children: [{ type: 'text', text, format: 0 }] }])
}

const link = (url: string, text: Node) => ({ type: 'link', fields: { url }, children: [text] })

const withAddressIn = (
  node: unknown,
  written: string,
  address: string,
  isLinked: boolean,
): unknown[] => {
  if (typeof node !== 'object' || node === null) return [node]
  const { text } = node as Node
  if (typeof text === 'string') {
    if (isLinked) return [{ ...node, text: text.replaceAll(written, address) }]
    return text
      .split(written)
      .flatMap((part, index) => [
        ...(index > 0 ? [link(`mailto:${address}`, { ...node, text: address })] : []),
        ...(part ? [{ ...node, text: part }] : []),
      ])
  }
  const fields = (node as { fields?: { url?: unknown } }).fields
  const isLink = typeof fields?.url === 'string'
  return [
    {
      ...node,
      ...(isLink
        ? { fields: { ...fields, url: (fields.url as string).replaceAll(written, address) } }
        : {}),
      children: childrenOf(node).flatMap((child) =>
        withAddressIn(child, written, address, isLinked || isLink),
      ),
    },
  ]
}

/** Replaces the email address `written` in a document, in text (as a link) and in links. */
export function replaceEmailAddress(document: unknown, written: string, address: string) {
  return toDocument(
    childrenOf(rootOf(document)).flatMap((node) => withAddressIn(node, written, address, false)),
  )
}

const withText = (node: unknown, change: (text: string) => string): unknown => {
  if (typeof node !== 'object' || node === null) return node
  const { text } = node as Node
  if (typeof text === 'string') return { ...node, text: change(text) }
  return { ...node, children: childrenOf(node).map((child) => withText(child, change)) }
}

/** Returns the document with every text in it changed. */
export function mapText(document: unknown, change: (text: string) => string) {
  return toDocument(childrenOf(rootOf(document)).map((node) => withText(node, change)))
}

export type RichTextSection = {
  /** Usable as an anchor; stable while the title doesn't change. */
  id: string
  title: string
  document: ReturnType<typeof toDocument>
}

/**
 * Splits a document at its headings of one level: what comes before the first, then a section for each.
 * Deeper headings stay in their section.
 */
export function splitIntoSections(
  document: unknown,
  level: 'h2' | 'h3' = 'h2',
): { before: ReturnType<typeof toDocument>; sections: RichTextSection[] } {
  const parts: { title: string | null; nodes: unknown[] }[] = [{ title: null, nodes: [] }]
  for (const node of childrenOf(rootOf(document))) {
    const { type, tag } = node as { type?: unknown; tag?: unknown }
    if (type === 'heading' && tag === level)
      parts.push({ title: richTextToPlainText(node).trim(), nodes: [] })
    else parts.at(-1)?.nodes.push(node)
  }
  const [first, ...rest] = parts
  const used = new Set<string>()
  return {
    before: toDocument(first?.nodes ?? []),
    sections: rest.map(({ title, nodes }, index) => {
      const wanted = toSlug((title ?? '').replace(/[’']/g, '')) || 'part'
      const id = used.has(wanted) ? `${wanted}-${index + 1}` : wanted
      used.add(id)
      return { id, title: title ?? '', document: toDocument(nodes) }
    }),
  }
}

/** Returns minutes: words divided by 200, rounded up, at least one (storefront specification 5). */
export function readingMinutes(text: string): number {
  const words = text.trim() === '' ? 0 : text.trim().split(/\s+/).length
  return Math.max(1, Math.ceil(words / 200))
}
