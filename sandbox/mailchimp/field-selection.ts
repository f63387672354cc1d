/** `fields=lists.id,total_items` keeps only these; `exclude_fields` drops. Paths go through lists. */
export function select(
  body: unknown,
  fields: string | undefined,
  exclude: string | undefined,
): unknown {
  if (fields)
    return keep(
      body,
      fields.split(',').map((path) => path.trim().split('.')),
    )
  if (exclude)
    return drop(
      body,
      exclude.split(',').map((path) => path.trim().split('.')),
    )
  return body
}

function keep(value: unknown, paths: string[][]): unknown {
  if (Array.isArray(value)) return value.map((one) => keep(one, paths))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const mine = paths.filter(([first]) => first === key).map((path) => path.slice(1))
      if (mine.length === 0) return []
      return [[key, mine.some((path) => path.length === 0) ? inner : keep(inner, mine)]]
    }),
  )
}

function drop(value: unknown, paths: string[][]): unknown {
  if (Array.isArray(value)) return value.map((one) => drop(one, paths))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const mine = paths.filter(([first]) => first === key).map((path) => path.slice(1))
      return mine.some((path) => path.length === 0)
        ? []
        : [[key, mine.length > 0 ? drop(inner, mine) : inner]]
    }),
  )
}
