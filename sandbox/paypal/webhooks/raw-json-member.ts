/**
 * The exact text of one member of a JSON object, e.g. `webhook_event` in a
 * verification call: the signature covers its bytes, so parsing and writing it
 * again (1.50 → 1.5) would break it. Undefined if there is no such member.
 */
export function rawMember(text: string, name: string): string | undefined {
  let depth = 0
  let key: string | undefined
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') {
      const end = endOfString(text, at)
      if (depth === 1 && key === undefined) key = JSON.parse(text.slice(at, end + 1)) as string
      at = end
    } else if (char === ':' && depth === 1) {
      start = at + 1
    } else if (char === '{' || char === '[') {
      depth += 1
    } else if (char === '}' || char === ']' || char === ',') {
      const memberEnds = depth === 1
      if (memberEnds && key === name) return text.slice(start, at).trim()
      if (memberEnds) key = undefined
      if (char !== ',') depth -= 1
    }
  }
  return undefined
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}
