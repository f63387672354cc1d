/** '1001', 'df 1001', and '#DF-1001' → 'DF-1001'; other text as it was typed. */
export function normalizeOrderNumber(typed: string): string {
  const digits = /^\s*#?\s*(?:DF)?[-\s]*(\d{1,12})\s*$/i.exec(typed)?.[1]
  return digits ? `DF-${digits}` : typed.trim()
}
