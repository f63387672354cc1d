import type { SeedBlock } from './content/blocks'

type Node = Record<string, unknown>

const element = (type: string, children: Node[], more: Node = {}): Node => ({
  type,
  children,
  direction: 'ltr',
  format: '',
  indent: 0,
  version: 1,
  ...more,
})

const text = (value: string, format: number): Node => ({
  type: 'text',
  text: value,
  format,
  detail: 0,
  mode: 'normal',
  style: '',
  version: 1,
})

const bold = 1
const italic = 2

/** Parses `*italic*`, `**bold**`, and `[text](url)`. */
const inline = (source: string, format = 0): Node[] => {
  const marks = /\[([^\]]+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*|\*([^*]+)\*/g
  const nodes: Node[] = []
  let at = 0
  for (const match of source.matchAll(marks)) {
    if (match.index > at) nodes.push(text(source.slice(at, match.index), format))
    const [whole, linked, address, strong, emphasized] = match
    if (linked && address)
      nodes.push(
        element('link', inline(linked, format), {
          version: 3,
          fields: { linkType: 'custom', url: address, newTab: false },
        }),
      )
    else if (strong) nodes.push(...inline(strong, format | bold))
    else if (emphasized) nodes.push(...inline(emphasized, format | italic))
    at = match.index + whole.length
  }
  if (at < source.length) nodes.push(text(source.slice(at), format))
  return nodes
}

const list = (items: readonly string[], kind: 'bullet' | 'number'): Node =>
  element(
    'list',
    items.map((item, index) => element('listitem', inline(item), { value: index + 1 })),
    { listType: kind, tag: kind === 'number' ? 'ol' : 'ul', start: 1 },
  )

const toNode = (block: SeedBlock): Node => {
  if ('p' in block) return element('paragraph', inline(block.p), { textFormat: 0 })
  if ('h2' in block) return element('heading', inline(block.h2), { tag: 'h2' })
  if ('h3' in block) return element('heading', inline(block.h3), { tag: 'h3' })
  if ('quote' in block) return element('quote', inline(block.quote))
  if ('list' in block) return list(block.list, 'bullet')
  if ('numbered' in block) return list(block.numbered, 'number')
  return { type: 'horizontalrule', version: 1 }
}

/** Converts seed blocks to a document of the editor. */
export function toLexical(blocks: readonly SeedBlock[]) {
  return { root: element('root', blocks.map(toNode)) } as never
}
