type Rewrite = {
  source: string
  has?: { type: 'query'; key: string; value: string }[]
  destination: string
}

const breaking = '%/?#\\\\\\x00-\\x1f'
const unfit = `[${breaking}]`
const fit = `[^${breaking}]`

/**
 * `source?a=…&b=…` is served as a page with those values in its path, so that each combination is rendered once and
 * kept. One rule for each set of parameters that may be present; a missing one is an empty part.
 * Next puts a value into the path as it is, so it ends where it would break the path.
 */
export const queryRewrites = (source: string, folder: string, parameters: readonly string[]): Rewrite[] => {
  const sets = Array.from({ length: 2 ** parameters.length }, (_, bits) => parameters.filter((_, index) => bits & (2 ** index)))
  return sets
    .sort((a, b) => b.length - a.length)
    .map((present) => ({
      source,
      has: present.map((key) => ({ type: 'query' as const, key, value: `${unfit}*(?<${key}>${fit}*)[^]*` })),
      destination: `${folder}/${parameters.map((key) => `${key}-${present.includes(key) ? `:${key}` : ''}`).join('/')}`,
    }))
    .map(({ has, ...rule }) => (has.length > 0 ? { ...rule, has } : rule))
}

/** Path parts are `<name>-<value>`, still encoded. */
export const readParts = <Name extends string>(parts: Record<Name, string>): Record<Name, string> =>
  Object.fromEntries(Object.entries<string>(parts).map(([name, part]) => {
    try {
      return [name, decodeURIComponent(part).slice(name.length + 1)]
    } catch {
      return [name, '']
    }
  })) as Record<Name, string>
