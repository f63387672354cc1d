/** Closed for everyone; only our own workflows, which say so (`overrideAccess`), get through. */
export function nobody(): false {
  return false
}
