/** Whether a row with the same unique value exists. Drizzle's errors have PostgreSQL's as their cause. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { cause?: { code?: string } }).cause?.code === '23505'
}
