import { badParameter } from './errors'

/** One entry of `fields`: `children{id,media_type}` has parts, `likes.summary(true)` has modifiers, which are dropped. */
export interface Field {
  name: string
  parts: Field[]
}

/** Reads `id,caption,children{id,media_url},likes.summary(true).limit(0)`. */
export function parseFields(text: string | undefined, defaultFields: string): Field[] {
  const source = text?.trim() || defaultFields
  let at = 0
  const list = (): Field[] => {
    const fields: Field[] = []
    while (at < source.length && source[at] !== '}') {
      const name = /^[\w]+/.exec(source.slice(at))?.[0]
      if (!name) throw badParameter(`Syntax error "Expected name." at character ${at}: ${source}`)
      at += name.length
      while (source[at] === '.') at += /^\.\w+(\([^)]*\))?/.exec(source.slice(at))?.[0].length ?? 1
      let parts: Field[] = []
      if (source[at] === '{') {
        at += 1
        parts = list()
        at += 1
      }
      fields.push({ name, parts })
      if (source[at] === ',') at += 1
    }
    return fields
  }
  return list()
}

/** Only what was asked for, and `id` always. An absent value is left out; a field that the node does not know is an error. */
export function pick(
  node: Record<string, unknown>,
  fields: Field[],
  type: string,
): Record<string, unknown> {
  const selected = fields.some(({ name }) => name === 'id')
    ? fields
    : [...fields, { name: 'id', parts: [] }]
  const result: Record<string, unknown> = {}
  for (const { name, parts } of selected) {
    if (!(name in node))
      throw badParameter(`Tried accessing nonexisting field (${name}) on node type (${type})`)
    const value = node[name]
    if (value === undefined) continue
    const inner = value as { data?: Record<string, unknown>[] }
    // An edge without parts gives the ids of its nodes, where they have one.
    const isEdge =
      Array.isArray(inner?.data) && (parts.length > 0 || inner.data.some((one) => 'id' in one))
    result[name] = isEdge
      ? { ...inner, data: inner.data?.map((one) => pick(one, parts, type)) }
      : value
  }
  return result
}
