/** Returns a ZIP code as it is stored: '93023 1234' and '930231234' become '93023-1234'. */
export function normalizeZip(zip: string): string {
  const digits = zip.replace(/[\s-]/g, '')
  return /^\d{9}$/.test(digits) ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits
}
