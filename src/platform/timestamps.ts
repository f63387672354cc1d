/** Converts a timestamp as the query builder returns it ('2026-11-22 17:00:00+00') to ISO 8601 in UTC; null stays null. */
export function toIsoDate(timestamp: string): string
export function toIsoDate(timestamp: string | null | undefined): string | null
export function toIsoDate(timestamp: string | null | undefined): string | null {
  return timestamp ? new Date(timestamp).toISOString() : null
}
