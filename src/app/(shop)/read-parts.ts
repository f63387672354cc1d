/** Reads the path segments of a page that a rewrite leads to (src/server/rewrites.ts): each is `<name>-<value>`, still encoded. */
export function readParts<Name extends string>(parts: Record<Name, string>): Record<Name, string> {
  return Object.fromEntries(
    Object.entries<string>(parts).map(([name, part]) => {
      try {
        return [name, decodeURIComponent(part).slice(name.length + 1)]
      } catch {
        return [name, '']
      }
    }),
  ) as Record<Name, string>
}
