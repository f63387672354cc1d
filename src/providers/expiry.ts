/** ISO 8601 of so many seconds from now; null when nobody says when something runs out. */
export const inSeconds = (seconds: number | null | undefined): string | null => (seconds ? new Date(Date.now() + seconds * 1000).toISOString() : null)
