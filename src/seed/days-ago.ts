const day = 24 * 60 * 60 * 1000

/** A moment so many days before now; the demo shop is dated relative to today. */
export const daysAgo = (days: number): Date => new Date(Date.now() - days * day)
