'use client'
import { $createBlockNode, BlockNode } from '@payloadcms/richtext-lexical/client'
import { $getSelection, getNearestEditorFromDOMNode } from '@payloadcms/richtext-lexical/lexical'
import { $generateNodesFromDOM } from '@payloadcms/richtext-lexical/lexical/html'

/** What Lexical pastes as paragraphs, or as a smaller heading. */
const isChanged = /mso-list:|data-aria-level=|<(table|h1)\b/i

/** Word writes a paragraph for each item of a list, with its level; Word for the web writes a list for each. */
const makeLists = (pasted: Document): void => {
  for (const end of pasted.querySelectorAll('.EOP')) end.remove()
  const open: { list: Element; level: number }[] = []
  for (const block of pasted.querySelectorAll<HTMLElement>('p, li, h1, h2, h3, table')) {
    const style = block.getAttribute('style') ?? ''
    const level = Number(block.dataset.ariaLevel ?? /mso-list:[^;]*level(\d)/i.exec(style)?.[1])
    if (!level) {
      if (!block.closest('li')) open.length = 0
      continue
    }
    const webList = block.closest('ul, ol')
    const marker = block.querySelector<HTMLElement>('[style*="mso-list:" i][style*="ignore" i]')
    const text = marker?.innerText.trim() ?? ''
    marker?.remove()
    const tag = webList?.tagName ?? (/[\p{L}\p{N}][.)]$/u.test(text) ? 'OL' : 'UL')
    const isOver = ({ list, ...last }: (typeof open)[number]): boolean =>
      last.level > level || (last.level === level && list.tagName !== tag)
    while (open.some(isOver)) open.pop()
    if (open.at(-1)?.level !== level) {
      const list = pasted.createElement(tag)
      const start = webList?.getAttribute('start') ?? /\d+/.exec(text)?.[0]
      if (start) list.setAttribute('start', start)
      const outer = open.at(-1)?.list
      if (outer) outer.append(list)
      else (webList ?? block).before(list)
      open.push({ list, level })
    }
    const item = pasted.createElement('li')
    item.append(...block.childNodes)
    open.at(-1)?.list.append(item)
    block.remove()
    if (webList?.childElementCount === 0) webList.remove()
  }
}

const rowsOf = (table: HTMLTableElement): string => {
  for (const block of table.querySelectorAll('p, div, li, br')) block.before(' ')
  return [...table.rows]
    .map(({ cells }) => [...cells].map((cell) => cell.innerText.replace(/[\s|]+/g, ' ').trim()))
    .filter((cells) => cells.some(Boolean))
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

/** Replaces each table, except those that arrange a page, by a paragraph that names its rows. */
const takeTables = (pasted: Document): Map<string, string> => {
  const tables = new Map<string, string>()
  const selector = 'table:not(:has(table), :has(td:only-child), li *, blockquote *, table *)'
  for (const table of pasted.querySelectorAll<HTMLTableElement>(selector)) {
    const rows = rowsOf(table)
    const placeholder = pasted.createElement('p')
    placeholder.innerText = rows && `\uE000${tables.size}`
    tables.set(placeholder.innerText, rows)
    table.replaceWith(placeholder)
  }
  return tables
}

/** Pastes lists, tables, and headings of other programs as what they are. */
export function pasteHtml(event: ClipboardEvent): void {
  const { clipboardData, target } = event
  const isText = target instanceof Element && !target.closest('input, textarea')
  const editor = isText ? getNearestEditorFromDOMNode(target) : null
  const html = clipboardData?.getData('text/html') ?? ''
  const isOwn = clipboardData?.types.includes('application/x-lexical-editor')
  if (!editor || isOwn || !isChanged.test(html)) return
  event.preventDefault()
  event.stopPropagation()
  const pasted = new DOMParser().parseFromString(html, 'text/html')
  makeLists(pasted)
  for (const heading of pasted.querySelectorAll('h1')) {
    const lower = pasted.createElement('h2')
    lower.append(...heading.childNodes)
    heading.replaceWith(lower)
  }
  const tables = editor.hasNode(BlockNode) ? takeTables(pasted) : new Map<string, string>()
  editor.update(() => {
    const nodes = $generateNodesFromDOM(editor, pasted).map((node) => {
      const rows = tables.get(node.getTextContent())
      return rows
        ? $createBlockNode({ blockType: 'table', blockName: '', rows, hasHeader: true })
        : node
    })
    $getSelection()?.insertNodes(nodes)
  })
}
