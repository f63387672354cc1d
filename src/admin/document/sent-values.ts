export type Values = Record<string, unknown>

const isAny = (): boolean => true

/** Fields that the server sets or completes: whether it may have made the saved value of the sent one. */
export const setByServer: Readonly<Record<string, (sent: unknown, saved: unknown) => boolean>> = {
  updatedAt: isAny,
  viewCount: isAny,
  firstPublishedAt: isAny,
  formerSlugs: isAny,
  slug: isAny,
  tags: isAny,
  // A date that doesn't belong to the status is removed; the date of publication is filled in.
  publishedAt: (sent, saved) => !sent || !saved,
  scheduledFor: (_sent, saved) => !saved,
}

/** The database doesn't keep the order of keys. */
const withSortedKeys = (_name: string, value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort())
    : value

/** Whether both are the same as JSON, where missing is null. */
export function isSame(one: unknown = null, other: unknown = null): boolean {
  return JSON.stringify(one, withSortedKeys) === JSON.stringify(other, withSortedKeys)
}

/** Whether a saved document is what a form sent, as the server completes it. */
export function isSavedFrom(sent: Values, saved: Values): boolean {
  return Object.entries(sent).every(
    ([name, value]) => isSame(value, saved[name]) || setByServer[name]?.(value, saved[name]),
  )
}
