/** Returns the value if it's one of the list. */
export function oneOf<T extends string>(list: readonly T[], value = ''): T | undefined {
  return list.find((entry) => entry === value)
}

/** Returns the text with one space between words, without control characters and lone surrogates. */
export function plainLine(text = '', maxLength = Infinity): string {
  const normalize = (part: string): string => part.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return normalize(normalize(text).slice(0, maxLength))
}

/** Parses the number of a page, up to 500. */
export function parsePage(value: string | undefined): number {
  const page = Number(value || '1')
  return Number.isSafeInteger(page) && page >= 1 && page <= 500 ? page : 1
}

/** Returns the URL of a search: only what differs from the default, always in the same order. */
export function queryHref<Search extends Record<string, string | number>>(
  path: string,
  keys: readonly (keyof Search & string)[],
  defaults: Search,
  search: Partial<Search>,
): string {
  const query = new URLSearchParams()
  for (const key of keys) {
    const value = search[key] ?? defaults[key]
    if (value !== defaults[key]) query.set(key, String(value))
  }
  const text = query.toString()
  return text ? `${path}?${text}` : path
}
