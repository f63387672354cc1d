type Node = { text?: unknown; children?: unknown; root?: unknown }

/** The words of a Lexical document, for reading time and search. */
export const plainText = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return ''
  const node = value as Node
  if (node.root) return plainText(node.root)
  if (typeof node.text === 'string') return node.text
  return Array.isArray(node.children) ? node.children.map(plainText).join(' ') : ''
}
