/** Denies everyone; only the server's own calls with `overrideAccess` pass. */
export function nobody(): false {
  return false
}
