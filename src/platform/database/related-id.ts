/** Returns the id in a relationship, whose value is a whole document when it was read with a depth. */
export function relatedId(value: number | { id: number } | null | undefined): number | null {
  return typeof value === 'object' ? (value?.id ?? null) : (value ?? null)
}
