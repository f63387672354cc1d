const day = 24 * 60 * 60 * 1000

/** Returns the time this many days ago; the demo shop is dated relative to today. */
export function daysAgo(days: number): Date {
  return new Date(Date.now() - days * day)
}
