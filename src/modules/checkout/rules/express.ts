/** Splits the name that PayPal has in one piece: the last word is the last name. A single word is a first name. */
export function splitName(fullName: string): { firstName: string; lastName: string } {
  const words = fullName.trim().split(/\s+/)
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstName: words.join(' '), lastName }
}

/** The ZIP code as checkout takes it, from PayPal's postal code: '93023-1234' for '930231234'. */
export function toZip(postalCode: string): string {
  const digits = postalCode.replace(/\D/g, '')
  return digits.length === 9 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits.slice(0, 5)
}
