type Node = { text?: unknown; children?: unknown; root?: unknown }

/** The words of a Lexical document, for reading time and search. */
export const plainText = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return ''
  const node = value as Node
  if (node.root) return plainText(node.root)
  if (typeof node.text === 'string') return node.text
  return Array.isArray(node.children) ? node.children.map(plainText).join(' ') : ''
}

/** Web, mail and telephone addresses, and paths of this shop; anything else is shown without a link. */
export const allowedAddress = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const address = value.trim()
  if (/^(https?:\/\/|mailto:|tel:)/i.test(address)) return address
  return /^(\/(?![/\\])|[#?])/.test(address) && !/[\t\n\r]/.test(address) ? address : null
}
