/** Whole US cents. Money is only ever added, multiplied by whole quantities, or rounded once, half up. */
export type Cents = number

const asCents = (value: number, from: unknown): Cents => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not an amount of money: ${String(from)}`)
  return value
}

/**
 * '10.50' → 1050. Accepts at most two decimals; nothing else.
 * @throws RangeError for anything that is not a plain decimal amount.
 */
export function parseMoney(text: string): Cents {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) throw new RangeError(`Not an amount of money: ${text}`)
  return asCents(Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')), text)
}

/** '$1,299.50' → '1299.50': an amount as people type it, without its sign and the commas of its thousands. */
export function normalizeAmount(text: string): string {
  return text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/,(?=\d{3}(?:\D|$))/g, '')
}

/** Dollars as the API and the cart hold them → cents, rounded half up: 1.005 is 101, though in binary 100 times it is a little less. */
export function centsFromDollars(dollars: number): Cents {
  return asCents(Math.round(Number((dollars * 100).toPrecision(15))), dollars)
}

/** 1050 → 10.5, the number of the API's forms and of the stored cart. */
export function dollarsFromCents(cents: Cents): number {
  return asCents(cents, cents) / 100
}

/** 1050 → '10.50', the decimal string of the public API and of PayPal. */
export function toDecimal(cents: Cents): string {
  asCents(cents, cents)
  const sign = cents < 0 ? '-' : ''
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export function decimalOrNull(cents: Cents | null): string | null {
  return cents === null ? null : toDecimal(cents)
}

/** 123450 → '$1,234.50', for people. Without Intl: its first use takes a page 30 ms, and over 100 ms on a slow phone. */
export function formatMoney(cents: Cents): string {
  const [dollars = '', rest = ''] = toDecimal(Math.abs(cents)).split('.')
  return `${cents < 0 ? '-' : ''}$${dollars.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${rest}`
}

/** A rate in basis points (8.875 % = 887.5) of an amount, rounded half up to whole cents. Tenths aren't exact in binary. */
export function applyBasisPoints(cents: Cents, basisPoints: number): Cents {
  return asCents(Math.floor((Math.round(cents * basisPoints * 10) + 50_000) / 100_000), cents)
}
