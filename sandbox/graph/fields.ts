import { badParameter } from './errors'

/** One entry of `fields`: `children{id,media_type}` has parts, `likes.summary(true)` has modifiers, which are dropped. */
export interface Field {
  name: string
  parts: Field[]
}

/**
 * Parses a list such as `id,caption,children{id,media_url},likes.summary(true).limit(0)`.
 * @throws GraphError 100 for a syntax error
 */
export function parseFields(text: string | undefined, defaultFields: string): Field[] {
  const source = text?.trim() || defaultFields
  let position = 0
  const parseList = (): Field[] => {
    const fields: Field[] = []
    while (position < source.length && source[position] !== '}') {
      const name = /^[\w]+/.exec(source.slice(position))?.[0]
      if (!name)
        throw badParameter(`Syntax error "Expected name." at character ${position}: ${source}`)
      position += name.length
      while (source[position] === '.')
        position += /^\.\w+(\([^)]*\))?/.exec(source.slice(position))?.[0].length ?? 1
      let parts: Field[] = []
      if (source[position] === '{') {
        position += 1
        parts = parseList()
        position += 1
      }
      fields.push({ name, parts })
      if (source[position] === ',') position += 1
    }
    return fields
  }
  return parseList()
}

/**
 * Returns the requested fields of a node, and always its `id`. Undefined values are left out.
 * @throws GraphError 100 for a field that the node doesn't have
 */
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
    // An edge without parts returns the ids of its nodes, if they have one.
    const isEdge =
      Array.isArray(inner?.data) && (parts.length > 0 || inner.data.some((one) => 'id' in one))
    result[name] = isEdge
      ? { ...inner, data: inner.data?.map((one) => pick(one, parts, type)) }
      : value
  }
  return result
}

/** Formats epoch milliseconds as Meta does: '2026-10-01T09:30:00+0000', without the colon of ISO 8601. */
export function graphTime(at: number): string {
  return new Date(at).toISOString().replace(/\.\d{3}Z$/, '+0000')
}
