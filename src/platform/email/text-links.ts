/** Without the punctuation that ends the sentence. */
const address = /https?:\/\/[^\s<>"“”]*[^\s<>"“”.,;:!?)]/g

/** Splits a text at its web addresses, which have an `href`, so that they can be shown as links. */
export function splitLinks(text: string): { text: string; href?: string }[] {
  const parts: { text: string; href?: string }[] = []
  let end = 0
  for (const match of text.matchAll(address)) {
    parts.push({ text: text.slice(end, match.index) }, { text: match[0], href: match[0] })
    end = match.index + match[0].length
  }
  return [...parts, { text: text.slice(end) }].filter((part) => part.text !== '')
}
